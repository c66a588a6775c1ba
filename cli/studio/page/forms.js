// A form from a table of options: the range, the default and the help of each. Only what differs
// from the default is written into a spec, since defaults can depend on other options.
import { make, newId, name } from '../../../analysis/report/dom.js';

const TYPES = { int: 'a whole number', real: 'a number' };

// "quoridor:size=7,walls=5" from the name and the options that were chosen.
function spec(base, chosen) {
  const list = Object.entries(chosen).map(([key, value]) => `${key}=${value}`);
  return base + (list.length ? `:${list.join(',')}` : '');
}

// The name and the options of a spec.
function parse(text) {
  const colon = text.indexOf(':');
  if (colon < 0) return { base: text, chosen: {} };
  const pairs = text.slice(colon + 1).split(',');
  return {
    base: text.slice(0, colon),
    chosen: Object.fromEntries(pairs.map((each) => each.split('=')).filter((pair) => pair.length === 2)),
  };
}

function choose(values, value) {
  const node = make('select', null, values.map((each) => make('option', { value: each }, each)));
  node.value = value;
  return node;
}

function number(option) {
  const known = (value) => value !== null && value !== undefined;
  return make('input', {
    type: 'number',
    min: known(option.min) ? option.min : null,
    max: known(option.max) ? option.max : null,
    step: option.type === 'int' ? option.step || 1 : 'any',
    value: String(option.value),
    size: '8',
  });
}

function control(option) {
  if (option.type === 'flag') return choose(['true', 'false'], String(option.value));
  if (option.type === 'word') return choose(option.words || [String(option.value)], String(option.value));
  if (TYPES[option.type]) return number(option);
  return make('input', { type: 'text', value: String(option.value) });
}

function rangeOf(option) {
  if (!TYPES[option.type]) return '';
  const { min, max } = option;
  const has = (value) => value !== null && value !== undefined;
  if (has(min) && has(max)) return ` ${min} to ${max};`;
  if (has(min)) return ` at least ${min};`;
  return has(max) ? ` at most ${max};` : '';
}

// changed(key, text): text is '' for the default.
function field(option, chosen, changed) {
  const id = newId('option');
  const node = control(option);
  node.id = id;
  node.dataset.option = option.name;
  node.addEventListener('change', () => changed(option.name, node.value.trim()));
  const isSet = Object.prototype.hasOwnProperty.call(chosen, option.name);
  return make(
    'div',
    { class: isSet ? 'field is-set' : 'field' },
    make('label', { for: id }, option.name),
    node,
    make(
      'p',
      { class: 'help' },
      name(option.help || ''),
      make('span', { class: 'muted' }, `${option.help ? ' ·' : ''}${rangeOf(option)} default ${option.derived ? `${option.derived}, here ${option.default}` : option.default}`),
    ),
  );
}

function options(list, chosen, changed) {
  return make('div', { class: 'fields' }, list.map((option) => field(option, chosen, changed)));
}

// A value that is the default need not be in the spec.
function choice(list, chosen, key, text) {
  const option = list.find((each) => each.name === key);
  const next = Object.assign({}, chosen);
  delete next[key];
  if (text !== '' && (!option || text !== String(option.default))) next[key] = text;
  return next;
}

export { spec, parse, options, choice };
