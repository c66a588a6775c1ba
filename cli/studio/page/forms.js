// A form from a table of options: the range, the default and the help of each. Only what differs
// from the default is written into a spec, since defaults can depend on other options.
import { known } from '../../../analysis/report/text.js';
import { make, name } from '../../../analysis/report/dom.js';
import * as parts from './parts.js';

const isNumber = ({ type }) => type === 'int' || type === 'real';

// "quoridor:size=7,walls=5" from the name and the options that were chosen.
function spec(base, chosen) {
  const list = Object.entries(chosen).map(([key, value]) => `${key}=${value}`);
  return base + (list.length ? `:${list.join(',')}` : '');
}

// The name and the options of a spec.
function parse(text) {
  const [base, ...rest] = text.split(':');
  const pairs = rest.join(':').split(',').map((each) => each.split('='));
  return { base, chosen: Object.fromEntries(pairs.filter((pair) => pair.length === 2)) };
}

function control(option) {
  const { type, min, max, words } = option;
  const value = String(option.value);
  if (isNumber(option)) return make('input', { type: 'number', min, max, step: type === 'int' ? option.step || 1 : 'any', value, size: '8' });
  if (type === 'file') return make('input', { type: 'text', value, placeholder: 'the name of a file', size: '24' });
  const node = make('select', null, parts.options(type === 'flag' ? ['true', 'false'] : words));
  node.value = value;
  return node;
}

// " · 3 to 9; default 5"
function about({ min, max, help, derived, default: usual }) {
  const range = known(min) && known(max) ? ` ${min} to ${max};` : '';
  return `${help ? ' ·' : ''}${range} default ${derived ? `${derived}, here ${usual}` : usual === '' ? 'none' : usual}`;
}

// changed(key, text): text is '' for the default.
function field(option, chosen, changed) {
  const node = control(option);
  node.dataset.option = option.name;
  node.addEventListener('change', () => changed(option.name, node.value.trim()));
  return make(
    'div',
    { class: Object.hasOwn(chosen, option.name) ? 'field is-set' : 'field' },
    parts.labelled(option.name, node),
    make('p', { class: 'help' }, name(option.help || ''), make('span', { class: 'muted' }, about(option))),
  );
}

function options(list, chosen, changed) {
  return make('div', { class: 'fields' }, list.map((option) => field(option, chosen, changed)));
}

// A value that is the default need not be in the spec.
function choice(list, chosen, key, text) {
  const option = list.find((each) => each.name === key);
  const next = { ...chosen };
  delete next[key];
  if (text !== '' && (!option || text !== String(option.default))) next[key] = text;
  return next;
}

export { spec, parse, options, choice };
