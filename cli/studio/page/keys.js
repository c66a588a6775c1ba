// A key for whatever a button of a table does; ? lists them. They can be turned off, for whoever
// speaks to the computer or types by accident.
import { button, make } from '../../../analysis/report/dom.js';
import * as store from './store.js';
import { labelled } from './parts.js';

// Keys, what they press (see data-do and aria-label), and what that does.
const KEYS = [
  ['h', '[data-do=hint]', 'Hint: the best moves, by a search'],
  ['u', '[data-do=undo]', 'Take back your last move'],
  ['r', '[data-do=redo]', 'Replay what was taken back'],
  ['e', '.evaluation-part input', 'Evaluate the positions of the game'],
  [',', '[aria-label="Previous position"]', 'The position before'],
  ['.', '[aria-label="Next position"]', 'The position after'],
  ['<', '[aria-label="First position"]', 'The first position'],
  ['>', '[aria-label="Back to the game"]', 'Back to the game'],
  ['p', '[data-do=stop]:not([hidden]), [data-do=go]:not([hidden])', 'Stop the search, or continue'],
  ['o', '[data-do=once]:not([hidden])', 'Let the bot make one move, then wait'],
  ['i', '[data-do=rules]', 'The rules of the game'],
  ['m', '[data-do=menu]', 'Open or close the menu'],
  ['n', '[data-do=new]', 'New game'],
  ['w', '[data-do=swap]', 'Swap seats'],
  ['g', '[data-do=resign]', 'Give up: resign'],
  ['v', '[data-do=review]', 'Review a game that is over'],
  ['s', '[data-do=keep]', 'Save the game, or copy a link to it'],
  ['y', '[data-do=study]', 'Study this game'],
  ['x', '[data-do=simulate]', 'Simulate it 1,000 times'],
  ['a', '[data-do=leave]', 'Another game'],
];
const ON_BOARD = [
  ['arrows', 'Go from cell to cell'],
  ['Enter', 'Click the cell, or choose'],
  ['Esc', 'Start the move over; close what is open'],
  ['Tab', 'Go on to the buttons and panels'],
  ['?', 'This list'],
];
const OFF = 'boardlab.keys.off';

class Keys {
  constructor(node) {
    this.node = node;
    this.on = make('input', { type: 'checkbox' });
    this.on.checked = !store.recall(OFF);
    this.on.addEventListener('change', () => {
      store.remember(OFF, this.on.checked ? '' : '1');
    });
    this.list = make('ul', null);
    this.dialog = make(
      'dialog',
      { class: 'setup keys', 'aria-label': 'Keys' },
      make('h2', null, 'Keys'),
      this.list,
      make('p', null, labelled(' Use keys that are letters and signs', this.on).reverse()),
      button('Close', () => this.dialog.close(), { class: 'primary' }),
    );
    this.listener = (event) => this.press(event);
    document.addEventListener('keydown', this.listener);
  }

  // Lists the keys for what is there.
  show() {
    const there = ([, selector]) => this.node.querySelector(selector.replaceAll(':not([hidden])', ''));
    const row = ([key, what]) => make('li', null, make('kbd', null, key), make('span', null, what));
    this.list.replaceChildren(...[...ON_BOARD, ...KEYS.filter(there).map(([key, , what]) => [key, what])].map(row));
    this.dialog.showModal();
  }

  close() {
    document.removeEventListener('keydown', this.listener);
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (!this.node.isConnected || !this.node.getClientRects().length || event.target.closest('input:not([type=checkbox]), textarea, select')) return;
    if (event.key === '?') this.show();
    const [, selector] = KEYS.find(([key]) => key === event.key) || [];
    const target = selector && this.on.checked && this.node.querySelector(selector);
    if (!target || target.disabled || target.hidden) return;
    event.preventDefault();
    target.click();
  }
}

export { Keys };
