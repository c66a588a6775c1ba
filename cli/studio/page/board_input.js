// The board with what can be clicked, by pointer or by keys, the small choice beside it, and a line
// that says what to do.
// Cells are buttons over the picture: Tab goes to one of them, the arrow keys to the others,
// Enter clicks, Escape begins anew. Places of walls can be pointed at; by keys a cell stands
// for the walls along it. After a touch, a move is shown first and played by a second one.
(function (Studio) {
  'use strict';

  const { cellName, plural } = window.Report.text;
  const { make, svg, name } = window.Report.dom;
  const { boards } = window.Report;
  const { seatColour } = window.Report.charts;
  const { clicks } = Studio;

  const SLOT = 15; // half the width of a wall's place, in units of a cell's 100
  const FINGER = 27; // the same for touches
  const LISTED = 16; // moves left that are listed
  const FREE = 60; // moves without a place on the board that are listed
  const COMPASS = { n: [0, 1], ne: [1, 1], e: [1, 0], se: [1, -1], s: [0, -1], sw: [-1, -1], w: [-1, 0], nw: [-1, 1] };
  const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

  // How to draw a table's positions depends on all that were shown: frames has those that made a
  // difference.
  function looksWith(frames, frame) {
    const before = boards.viewOf([{ frames }]);
    const after = boards.viewOf([{ frames: [...frames, frame] }]);
    if (frames.length === 0 || JSON.stringify(before) !== JSON.stringify(after)) frames.push(frame);
    return after;
  }

  // What letters in the parts of moves stand for.
  const WORDS = {
    orientation: { h: 'horizontal', v: 'vertical' },
    size: { S: 'small', M: 'medium', L: 'large' },
    direction: { n: 'north', ne: 'north-east', e: 'east', se: 'south-east', s: 'south', sw: 'south-west', w: 'west', nw: 'north-west' },
  };
  const wordFor = (key, value) => (WORDS[key] && WORDS[key][value]) || value;

  const share = (rate) => `${Math.round(100 * rate)}%`;

  function button(label, action, attributes) {
    const node = make('button', Object.assign({ type: 'button' }, attributes), label);
    node.addEventListener('click', action);
    return node;
  }

  class BoardInput {
    // play(text): plays a move; onCell(name): takes clicks on cells while something else than a
    // move is asked for, and returns whether it did; refuse(name, text): a cell was clicked
    // that no legal move uses; text is a move that may have been meant, or null. `choice` and `help` are placed by whoever shows the board.
    constructor(play, onCell, refuse) {
      Object.assign(this, { play, onCell, refuse, steps: [], pending: null, at: null, seen: [] });
      this.picture = make('div', { class: 'picture' });
      this.hands = make('ul', { class: 'replay-hands' });
      this.choice = make('div', { class: 'choice', role: 'group', 'aria-label': 'Moves to choose from' });
      this.help = make('p', { class: 'help what-to-click' });
      this.node = make('div', { class: 'board-input' }, this.picture, this.hands);
      for (const node of [this.node, this.choice]) node.addEventListener('keydown', (event) => this.key(event));
      this.picture.addEventListener('pointerdown', (event) => {
        this.finger = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null;
      });
      this.picture.addEventListener('click', (event) => this.pressed(event));
      this.picture.addEventListener('pointerover', (event) => this.point(event.target, 'A click'));
      this.picture.addEventListener('focusin', (event) => this.point(event.target, 'Enter'));
      for (const kind of ['pointerleave', 'focusout'])
        this.picture.addEventListener(kind, () => this.point(null));
      document.addEventListener('click', (event) => {
        if (this.steps.length && !this.holds(event.target) && event.target.isConnected)
          this.clear();
      });
    }

    holds(node) {
      return this.node.contains(node) || this.choice.contains(node);
    }

    // Forgets how the positions before were drawn.
    forget() {
      this.seen = [];
      this.at = null;
    }

    // shown: { board, frame, before, mover, moves, hint, wallLength }; a position with other
    // moves begins anew.
    show(shown) {
      const key = JSON.stringify([shown.moves, shown.frame]);
      if (key !== this.shownKey) this.steps = [];
      if (key !== this.shownKey) this.pending = null;
      this.shownKey = key;
      this.shown = shown;
      this.candidates = clicks.begin(shown.moves, shown.board, shown.frame);
      const hadFocus = this.holds(document.activeElement);
      this.draw();
      this.update();
      if (hadFocus && !this.holds(document.activeElement)) this.focusBoard();
    }

    // ---- drawing

    draw() {
      const { board, frame, before, mover } = this.shown;
      this.svg = null;
      if (!board || !frame.pieces) {
        this.picture.replaceChildren(make('pre', { tabindex: '0', class: 'drawing' }, frame.drawing || ''));
        this.hands.replaceChildren();
        return;
      }
      const looks = looksWith(this.seen, frame);
      this.size = boards.sizeOf(board, looks);
      this.svg = boards.position(board, looks, frame, before, mover);
      // Cells are larger than in a report, but small boards do not fill the page.
      this.svg.style.maxWidth = `${80 + 112 * board.columns}px`;
      this.svg.setAttribute('preserveAspectRatio', 'xMinYMid meet');
      // An image has no buttons in it.
      this.svg.setAttribute('role', 'group');
      this.marks = svg('g', { class: 'target-marks', 'aria-hidden': 'true' });
      this.ahead = svg('g', { class: 'ahead-marks', 'aria-hidden': 'true' });
      this.hits = svg('g', { class: 'hits' });
      this.svg.append(this.marks, this.ahead, this.hits);
      this.picture.replaceChildren(this.svg);
    }

    // Everything that depends on what was clicked.
    update() {
      this.left = clicks.after(this.candidates, this.steps);
      this.updateChoice();
      this.showHelp();
      if (!this.svg) return;
      this.targets = clicks.targets(this.left);
      this.updateHands();
      this.updateHits();
      this.updateMarks();
      this.point(null);
    }

    cellOf(text) {
      const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(text);
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
      return { column: column - 1, row: Number(digits) - 1 };
    }

    updateHits() {
      const focused = this.hits.contains(document.activeElement);
      if (!this.at || !this.has(this.at)) this.at = [...this.targets][0] || cellName(0, 0);
      const cells = boards.everyCell(this.size, (column, row) => this.hit(column, row));
      this.hits.replaceChildren(...cells, ...this.slots(), ...this.arrows());
      if (focused) this.focusBoard();
    }

    has(text) {
      const { column, row } = this.cellOf(text);
      return column < this.size.columns && row < this.size.rows;
    }

    hit(column, row) {
      const cell = cellName(column, row);
      const legal = this.targets.has(cell);
      const clicked = this.steps.some((step) => step.cell === cell);
      const pieces = this.shown.frame.pieces
        .filter((piece) => piece[0] === column && piece[1] === row)
        .map((piece) => piece[4] || (piece[2] ? `seat ${piece[2]}` : 'piece'));
      const label = [cell, ...pieces, clicked && 'clicked', legal && 'legal'].filter(Boolean);
      return boards.square(
        this.size,
        column,
        row,
        {
          class: ['hit', legal && 'legal', clicked && 'clicked'].filter(Boolean).join(' '),
          role: 'button',
          tabindex: cell === this.at ? '0' : '-1',
          'aria-label': label.join(', '),
          'data-cell': cell,
        },
        1,
      );
    }

    // ---- what to do

    showHelp(text) {
      const what = this.whatToClick();
      const keys = what.startsWith('Click') && !text;
      this.help.replaceChildren(name(text || what), keys ? make('span', { class: 'keys-help' }, ' Keys: arrows, Enter.') : '');
    }

    // From what the moves that are left mention.
    whatToClick() {
      const open = this.left.filter(({ used }) => used.includes(false));
      if (this.pending || this.left.length === 0) return '';
      if (!this.svg || (open.length === 0 && (this.steps.length || !this.canHold()))) return 'Choose one of the moves.';
      const walls = open.some(({ wall }) => wall);
      const others = open.filter(({ wall }) => !wall);
      const picks = others.length > 0 && others.every((each) => each.picks);
      if (this.steps.length) return picks ? 'Click where it goes, or choose a move.' : 'Click on, or choose a move.';
      const places = [
        picks && 'a piece, then where it goes',
        others.length > 0 && !picks && 'a marked cell',
        this.canHold() && 'something in your hand',
        walls && 'a groove between cells for a wall',
      ].filter(Boolean);
      return `Click ${places.join(', or ')}.`;
    }

    // Whether something in the mover's hand can be clicked.
    canHold() {
      const { frame, seat } = this.shown;
      return (frame.hands || []).some(
        (item) => (item[0] === 0 || item[0] === seat) && this.left.some((each) => clicks.holds(each, item)),
      );
    }

    // "A click plays e2.", or how many moves it leaves to choose from.
    preview(step, what) {
      const left = clicks.narrow(this.left, step);
      if (left.length === 0) return '';
      const move = clicks.chosen(this.candidates, clicks.add(this.candidates, this.steps, step));
      if (move) return `${what} plays ${move.text}.`;
      return `${step.cell || 'This'}: ${plural(left.length, 'move')} to choose from.`;
    }

    // The middle of a wall, without where it would overlap the places of its neighbours: walls
    // of an even length cross others in their middle, those of an odd one at their ends.
    slotShape() {
      const [along, across] = [boards.CELL / 2, SLOT];
      const tip = along - across;
      if (this.shown.wallLength % 2)
        return [[-along, 0], [-tip, -across], [tip, -across], [along, 0], [tip, across], [-tip, across]];
      const half = [[-along, -across], [-across, -across], [0, 0], [across, -across], [along, -across]];
      return [...half, ...half.map(([a, b]) => [-a, -b])];
    }

    slots() {
      const points = this.slotShape();
      const seen = new Set();
      return this.left.flatMap(({ wall, used }) => {
        if (!wall || used.includes(true)) return [];
        const key = wall.cell + (wall.vertical ? 'v' : 'h');
        if (seen.has(key)) return [];
        seen.add(key);
        const { x, y, width, height } = this.wallBox(wall);
        const [cx, cy] = [x + width / 2, y + height / 2];
        const turned = points.map(([a, b]) => (wall.vertical ? [cx + b, cy + a] : [cx + a, cy + b]));
        return svg('polygon', {
          points: turned.map((point) => point.join(',')).join(' '),
          class: 'slot',
          'aria-hidden': 'true',
          'data-wall': wall.cell,
          'data-vertical': wall.vertical ? 'true' : null,
          'data-middle': `${cx} ${cy}`,
        });
      });
    }

    // Fingers are wide, and browsers move a touch to what they take to be its target: the place
    // of a wall is where the finger was, if it was near the middle of a groove.
    touched() {
      const { x, y } = new DOMPoint(this.finger.x, this.finger.y).matrixTransform(this.svg.getScreenCTM().inverse());
      let best = null;
      for (const slot of this.hits.querySelectorAll('.slot')) {
        const [cx, cy] = slot.dataset.middle.split(' ').map(Number);
        const [a, b] = slot.dataset.vertical ? [y - cy, x - cx] : [x - cx, y - cy];
        const [along, across] = [Math.abs(a), Math.abs(b)];
        if (along > boards.CELL / 2 || across > FINGER) continue;
        if (!best || across < best.across) best = { slot, across };
      }
      return best ? best.slot : document.elementFromPoint(this.finger.x, this.finger.y);
    }

    wallBox(wall) {
      const node = this.wallShape(wall, {});
      const read = (key) => Number(node.getAttribute(key));
      return { x: read('x'), y: read('y'), width: read('width'), height: read('height') };
    }

    wallShape({ cell, vertical }, attributes) {
      const { column, row } = this.cellOf(cell);
      return boards.wallOf(this.size, [column, row, vertical, this.shown.wallLength], attributes);
    }

    // Directions to choose from once the cell is known.
    arrows() {
      const cells = new Set(this.left.map(({ mentions }) => String(mentions)));
      const ways = [...new Set(this.left.map(({ words }) => words.direction))];
      const clear =
        this.steps.length > 0 && cells.size === 1 && ways.length > 1 && !this.size.down && !this.size.hex;
      if (!clear || !ways.every((way) => COMPASS[way]) || this.left[0].mentions.length === 0) return [];
      const { column, row } = this.cellOf(this.left[0].mentions[0][0]);
      const { x, y } = boards.centre(this.size, column, row);
      return ways.map((way) => {
        const [right, up] = COMPASS[way];
        const turn = (Math.atan2(right, up) * 180) / Math.PI;
        return svg('path', {
          d: 'M0,-48 L20,-22 L7,-22 L7,0 L-7,0 L-7,-22 L-20,-22 Z',
          transform: `translate(${x + right * 20},${y - up * 20}) rotate(${turn})`,
          class: 'arrow',
          role: 'button',
          tabindex: '0',
          'aria-label': `direction ${way}`,
          'data-way': way,
        });
      });
    }

    updateHands() {
      const mover = this.shown.seat;
      const nodes = boards.hands(this.shown.frame, (node, item) => {
        const mine = item[0] === 0 || item[0] === mover;
        if (!mine || !this.candidates.some((each) => clicks.holds(each, item))) return node;
        const step = { held: item.slice(0, 3) };
        const pressed = this.steps.some((each) => each.held && String(each.held) === String(step.held));
        return button(node, (event) => this.step(step, event), {
          class: 'in-hand',
          'aria-pressed': String(pressed),
          'aria-label': item[2] || `piece of size ${item[1]}`,
        });
      });
      this.hands.replaceChildren(...nodes);
    }

    // ---- marks over the board

    // Around pieces, and what is written on cells, the mark is a ring at the edge of the cell, where
    // it hides nothing.
    dot(cell, kind) {
      const { column, row } = this.cellOf(cell);
      const { x, y } = boards.centre(this.size, column, row);
      const { pieces, marks } = this.shown.frame;
      const taken = [...pieces, ...(marks || [])].some((each) => each[0] === column && each[1] === row);
      if (taken) return boards.square(this.size, column, row, { class: `target ring ${kind}` }, 6);
      return svg('circle', { cx: x, cy: y, r: kind === 'far' ? 20 : 13, class: `target ${kind}` });
    }

    updateMarks() {
      const dots = [...this.targets].map((cell) => this.dot(cell, 'near'));
      const pending = this.pending ? this.ghost(this.pending, 'pending') : [];
      this.marks.replaceChildren(...dots, ...this.hintMarks(), ...pending);
    }

    // What a move would do: its wall, or its cells.
    ghost(candidate, kind) {
      if (candidate.wall) return [this.wallShape(candidate.wall, { class: `wall ghost ${kind}` })];
      return candidate.mentions.map((cells) => {
        const { column, row } = this.cellOf(cells[0]);
        return boards.square(this.size, column, row, { class: `ghost ${kind}` }, 5);
      });
    }

    // The best moves with their win rates, one for each place, drawn where they go.
    hintMarks() {
      const hint = this.shown.hint;
      if (!hint) return [];
      const seen = new Set();
      this.badges = [];
      const found = clicks.begin(hint.moves, this.shown.board, this.shown.frame);
      return found.flatMap((candidate, i) => {
        const { wall, mentions, move } = candidate;
        const goal = (move.parts && move.parts.to) || (mentions[candidate.picks ? 1 : 0] || [])[0];
        const key = wall ? JSON.stringify(wall) : goal;
        if (!key || seen.has(key)) return [];
        seen.add(key);
        const kind = i === 0 ? 'hint best' : 'hint';
        if (!wall) return this.badge(goal, share(move.rate), kind);
        const { x, y, width, height } = this.wallBox(wall);
        return [
          this.wallShape(wall, { class: `wall ghost ${kind}` }),
          this.badgeAt(x + width / 2, y + height / 2, share(move.rate), kind),
        ].flat();
      });
    }

    badge(cell, text, kind) {
      const { column, row } = this.cellOf(cell);
      const { x, y } = boards.centre(this.size, column, row);
      return [
        boards.square(this.size, column, row, { class: `ghost ${kind}` }, 5),
        ...this.badgeAt(x, y + 30, text, kind),
      ];
    }

    // One that would lie over another is left out: the list beside the board has it.
    badgeAt(x, y, text, kind) {
      const width = 18 + 14 * text.length;
      if (this.badges.some((each) => Math.abs(each.x - x) < (each.width + width) / 2 && Math.abs(each.y - y) < 30)) return [];
      this.badges.push({ x, y, width });
      return [
        svg('rect', { x: x - width / 2, y: y - 15, width, height: 30, rx: 8, class: `badge ${kind}` }),
        svg('text', { x, y: y + 8, 'font-size': 23, class: 'badge-text' }, text),
      ];
    }

    // Shows what a click there would lead to.
    point(target, what) {
      if (!this.svg) return;
      const step = target && target.dataset ? this.stepOf(target) : null;
      const left = step ? clicks.narrow(this.left, step) : [];
      this.showHelp(left.length ? this.preview(step, what) : '');
      if (left.length === 0) {
        this.ahead.replaceChildren();
        return;
      }
      if (step.wall || (left.length === 1 && left[0].wall)) {
        this.ahead.replaceChildren(...this.ghost(left[0], 'far'));
        return;
      }
      const cells = [...clicks.targets(left)].map((cell) => this.dot(cell, 'far'));
      const own = step.cell ? this.ghost({ mentions: [[step.cell]] }, 'far') : [];
      this.ahead.replaceChildren(...own, ...cells);
    }

    stepOf(target) {
      const { cell, wall, vertical, way } = target.dataset;
      if (cell) return { cell };
      if (wall) return { wall: { cell: wall, vertical: vertical === 'true' } };
      return way ? { key: 'direction', value: way } : null;
    }

    // ---- clicking

    pressed(event) {
      const target = this.finger && this.svg ? this.touched() : event.target;
      const step = target && target.dataset ? this.stepOf(target) : null;
      if (!step) {
        this.clear();
        return;
      }
      if (step.cell) this.at = step.cell;
      if (step.cell && this.onCell(step.cell)) return;
      this.step(step, event);
    }

    step(step, event) {
      const touch = event && event.pointerType === 'touch';
      const again = this.pending && JSON.stringify(step) === this.pendingStep;
      if (again) {
        this.finish(this.pending.move);
        return;
      }
      this.pending = null;
      const unused = step.cell && clicks.narrow(this.candidates, step).length === 0;
      if (unused && !this.steps.some((each) => each.cell === step.cell)) this.refuse(step.cell, this.likely(step.cell));
      this.steps = clicks.add(this.candidates, this.steps, step);
      const move = clicks.chosen(this.candidates, this.steps);
      if (move && !touch) {
        this.finish(move);
        return;
      }
      if (move) {
        this.pending = clicks.after(this.candidates, this.steps)[0];
        this.pendingStep = JSON.stringify(step);
      }
      this.update();
      this.focusChoice(event);
    }

    // A move like the legal ones that ends on a cell.
    likely(cell) {
      const like = this.left.find(({ wall, mentions, move, picks }) =>
        !wall && mentions.length > 0 && !(picks && this.steps.length === 0) && move.text.includes(mentions[mentions.length - 1][0]));
      if (!like) return null;
      const { move, mentions } = like;
      const [last] = mentions[mentions.length - 1];
      const at = move.text.lastIndexOf(last);
      return move.text.slice(0, at) + cell + move.text.slice(at + last.length);
    }

    // With keys the focus goes on to the choice if the board does not tell the moves apart.
    focusChoice(event) {
      const byKey = event && event.type === 'keydown';
      if (!byKey || this.left.length < 2 || (this.targets && this.targets.size > 0)) return;
      const first = this.choice.querySelector('.left button');
      if (first) first.focus();
    }

    finish(move) {
      const byChoice = this.choice.contains(document.activeElement);
      this.pending = null;
      this.steps = [];
      this.update();
      if (byChoice) this.focusBoard();
      this.play(move.text);
    }

    clear() {
      this.steps = [];
      this.pending = null;
      this.update();
    }

    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Escape') {
        const inside = this.choice.contains(document.activeElement);
        this.clear();
        if (inside) this.focusBoard();
        return;
      }
      const step = event.target.dataset ? this.stepOf(event.target) : null;
      if (!step || !this.picture.contains(event.target)) return;
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        if (step.cell && this.onCell(step.cell)) return;
        this.step(step, event);
      } else if (step.cell && STEPS[event.key]) {
        event.preventDefault();
        this.walk(step.cell, STEPS[event.key]);
      }
    }

    walk(cell, [right, up]) {
      const { column, row } = this.cellOf(cell);
      const next = { column: column + right, row: row + (this.size.down ? -up : up) };
      const inside =
        next.column >= 0 && next.row >= 0 && next.column < this.size.columns && next.row < this.size.rows;
      if (!inside) return;
      const old = this.hitOf(this.at);
      if (old) old.setAttribute('tabindex', '-1');
      this.at = cellName(next.column, next.row);
      this.focusBoard();
    }

    hitOf(cell) {
      return this.hits && this.hits.querySelector(`[data-cell="${cell}"]`);
    }

    focusBoard() {
      const node = this.svg ? this.hitOf(this.at) : null;
      if (!node) return;
      node.setAttribute('tabindex', '0');
      node.focus({ preventScroll: true });
    }

    // ---- the choice below the board

    updateChoice() {
      this.choice.replaceChildren(
        ...[this.pendingRow(), this.clickedRow(), ...this.wordRows(), this.freeRow(), this.leftRow()].filter(Boolean),
      );
    }

    row(kind, title, ...children) {
      return make('div', { class: kind, role: 'group', 'aria-label': title }, make('span', { class: 'row-title' }, title), children);
    }

    pendingRow() {
      if (!this.pending) return null;
      const { move } = this.pending;
      return this.row(
        'pending',
        'Touch again to play it',
        button(`Play ${move.text}`, () => this.finish(move), { class: 'primary' }),
        button('Cancel', () => this.clear()),
      );
    }

    clickedRow() {
      if (this.steps.length === 0 || this.pending) return null;
      const said = this.steps.map((step) => {
        if (step.cell) return step.cell;
        if (step.held) return step.held[2] || `size ${step.held[1]}`;
        return step.wall ? step.wall.cell : step.value;
      });
      const number = this.left.length === 1 ? '1 move is left' : `${plural(this.left.length, 'move')} are left`;
      return this.row('clicked-row', `${said.join(', ')}: ${number}`, button('Clear (Esc)', () => this.clear()));
    }

    // Words that moves differ in: of which size, in which direction. Once the moves left are
    // listed, they say it themselves.
    wordRows() {
      if (this.listsLeft()) return [];
      return clicks.choices(this.candidates).map(({ key }) => {
        const others = this.steps.filter((step) => step.key !== key);
        const possible = clicks.after(this.candidates, others);
        const found = clicks.choices(possible).find((each) => each.key === key);
        if (!found) return null;
        return this.row(
          'words',
          key,
          found.values.map((value) => {
            const step = { key, value };
            const pressed = this.steps.some((each) => each.key === key && each.value === value);
            return button(name(wordFor(key, value)), (event) => this.step(step, event), { 'aria-pressed': String(pressed), 'data-word': `${key}=${value}` });
          }),
        );
      });
    }

    moveButton(move) {
      return button(name(move.text), () => this.finish(move), { 'data-move': move.text });
    }

    // Whether a piece in hand stands for the move alone.
    inHand(candidate) {
      const { frame, seat } = this.shown;
      return (frame.hands || []).some(
        (item) => (item[0] === 0 || item[0] === seat) && item[2] === candidate.move.text,
      );
    }

    // Moves that nothing on the board or in a hand stands for, such as a pass.
    freeRow() {
      const free = this.candidates.filter((each) => each.mentions.length === 0 && !this.inHand(each));
      if (free.length === 0) return null;
      const some = this.shown.board && this.shown.frame.pieces ? free.slice(0, FREE) : free;
      return this.row('free', some.length < this.candidates.length ? 'Other moves' : 'Moves', some.map(({ move }) => this.moveButton(move)));
    }

    listsLeft() {
      const few = this.left.length > 0 && this.left.length <= LISTED;
      return few && this.steps.length > 0 && !this.pending;
    }

    leftRow() {
      if (!this.listsLeft()) return null;
      return this.row('left', 'Choose', this.left.map(({ move }) => this.moveButton(move)));
    }
  }

  Studio.BoardInput = BoardInput;
  Studio.button = button;
  Studio.seatColour = seatColour;
})(window.Studio);
