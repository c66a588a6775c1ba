// Small parts that several forms of the page have.
import { make, name, newId } from '../../../analysis/report/dom.js';
import * as boards from '../../../analysis/report/boards.js';
import { capital } from '../../../analysis/report/text.js';
import * as names from './names.js';

const trace = (text) => make('pre', { class: 'trace', tabindex: '0' }, text);

// What went wrong, with the traceback of a Lua file.
function failure(error) {
  return [make('p', { class: 'bad' }, name(error.message)), error.trace ? trace(error.trace) : null];
}

// Says how a request went, beside what sent it; a Problem only if it failed.
class Answer {
  constructor(attributes = { class: 'answer', role: 'status' }) {
    this.node = make('div', { ...attributes, hidden: true });
  }

  clear() {
    this.show();
  }

  good(text) {
    this.show(make('p', null, text));
  }

  bad(error) {
    this.show(failure(error));
  }

  show(...children) {
    const shown = children.flat().filter(Boolean);
    this.node.replaceChildren(...shown);
    this.node.hidden = shown.length === 0;
  }

  // Does something that may fail. Returns whether it went well.
  async to(act) {
    this.clear();
    try {
      await act();
      return true;
    } catch (error) {
      this.bad(error);
      return false;
    }
  }
}

class Problem extends Answer {
  constructor() {
    super({ class: 'error', role: 'alert' });
  }
}

// A control with its label before it.
function labelled(text, control) {
  control.id = newId('control');
  return [make('label', { for: control.id }, text), control];
}

// choices: values, or pairs of a value and its text.
function options(choices) {
  return choices.map((each) => {
    const [value, text] = Array.isArray(each) ? each : [each, each];
    return make('option', { value }, text);
  });
}

// Chooses a value, which is listed if it was not.
function choose(select, value, text = value) {
  if (![...select.options].some((option) => option.value === value)) select.prepend(...options([[value, text]]));
  select.value = value;
}

// The picture of a game; see preview.h.
function drawing({ board, frame }) {
  if (board && frame.pieces) {
    const node = boards.position(board, boards.viewOf([{ frames: [frame] }]), frame, null, 0);
    node.style.maxWidth = 'none';
    return node;
  }
  return frame.pieces ? make('ul', { class: 'card-hands' }, boards.hands(frame, null, (seat) => capital(names.colour(seat)))) : make('pre', null, frame.drawing || '');
}

function fold(title, kind, ...children) {
  return make('details', { class: kind }, make('summary', null, title), children);
}

// Copies what a node shows; where that is forbidden, it stays selected.
async function copy(node, what, say) {
  if (node.select) node.select();
  else window.getSelection().selectAllChildren(node);
  try {
    await navigator.clipboard.writeText(node.value ?? node.textContent);
    say(`${what} was copied.`);
  } catch {
    say(`${what} is selected: copy it with your browser.`);
  }
}

// A link to what is in view, which is read only.
function linkField() {
  const node = make('input', { type: 'text', readonly: true, 'aria-label': 'A link to this position' });
  node.addEventListener('focus', () => node.select());
  return node;
}

// A folder for what a command writes: "runs/row-study", or "runs/row-study-2" if that is taken.
function freeFolder(spec, command, isTaken) {
  const stem = spec.split(':')[0].split('/').pop().replace(/\.lua$/, '').replace(/[^\w-]+/g, '_');
  const base = command === 'simulate' ? `runs/${stem}` : `runs/${stem}-${command}`;
  let dir = base;
  for (let i = 2; isTaken(dir); i++) dir = `${base}-${i}`;
  return dir;
}

const reportOf = (dirs) => `report?${new URLSearchParams(dirs.map((dir) => ['dir', dir]))}`;

// A link that opens a page of its own.
function outward(text, attributes) {
  return make('a', { target: '_blank', rel: 'noopener', ...attributes }, text);
}

// What the finger or the mouse does.
const press = () => (window.matchMedia('(pointer: coarse)').matches ? 'Tap' : 'Click');

export { Answer, Problem, capital, choose, copy, drawing, fold, freeFolder, labelled, linkField, options, outward, press, reportOf, trace };
