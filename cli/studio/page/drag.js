// Dragging what a click would pick up: a piece on the board to another cell, one beside the board to a
// cell or a groove. It is the same steps as two clicks; a drop where nothing fits puts it back.
import { make, svg } from '../../../analysis/report/dom.js';

const FAR = 6; // pixels that a click may slip

class Drag {
  // input: a BoardInput, whose source(target) says what can be picked up there, as { cell } or
  // { held }, or null; pick(step), over(target) and drop(target or null) follow it.
  constructor(input) {
    this.input = input;
    this.from = null; // { step, node, x, y } while the pointer is down
    this.shadow = null; // what follows the pointer
    const { node } = input;
    node.addEventListener('pointerdown', (event) => this.press(event));
    node.addEventListener('pointermove', (event) => this.move(event));
    node.addEventListener('pointerup', (event) => this.release(event));
    node.addEventListener('pointercancel', () => this.end(null));
    node.addEventListener('touchmove', (event) => this.stay(event), { passive: false }); // tells the browser to ask
    // The click that ends it is none.
    node.addEventListener('click', (event) => {
      if (this.ended) event.stopPropagation();
      this.ended = false;
    }, true);
  }

  press(event) {
    this.ended = false;
    const step = event.isPrimary && event.button === 0 ? this.input.source(event.target) : null;
    this.from = step && { step, x: event.clientX, y: event.clientY, id: event.pointerId };
    // What was touched hears of the finger, also once it is drawn anew.
    if (step) event.target.addEventListener('touchmove', (moved) => this.stay(moved), { passive: false });
  }

  // A finger that drags a piece does not scroll: within drawings touch-action does not prevent that.
  stay(event) {
    if (this.from && event.cancelable) event.preventDefault();
  }

  move(event) {
    const { from, shadow } = this;
    if (!from || event.pointerId !== from.id) return;
    if (!shadow && Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return;
    if (!shadow) this.begin();
    this.shadow.style.left = `${event.clientX}px`;
    this.shadow.style.top = `${event.clientY}px`;
    this.input.over(this.under(event));
  }

  begin() {
    const { input, from } = this;
    input.node.setPointerCapture(from.id);
    this.shadow = make('div', { class: 'dragged', 'aria-hidden': 'true' }, input.shadowOf(from.step));
    input.pick(from.step);
    input.node.classList.add('dragging');
    input.node.append(this.shadow);
  }

  under(event) {
    return document.elementFromPoint(event.clientX, event.clientY);
  }

  release(event) {
    if (!this.shadow) {
      this.from = null;
      return;
    }
    this.ended = true;
    setTimeout(() => {
      this.ended = false;
    });
    this.end({ x: event.clientX, y: event.clientY });
  }

  end(point) {
    const dragged = Boolean(this.shadow);
    if (dragged) this.shadow.remove();
    this.input.node.classList.remove('dragging');
    this.from = this.shadow = null;
    if (dragged) this.input.drop(point);
  }
}

// A copy of drawn pieces, as large as they are on the screen.
function copyOf(stack) {
  const { x, y, width, height } = stack.getBBox();
  const scale = stack.getScreenCTM().a;
  const node = svg('svg', { viewBox: `${x - 4} ${y - 4} ${width + 8} ${height + 8}`, class: 'board' }, stack.cloneNode(true));
  node.style.width = `${(width + 8) * scale}px`;
  node.style.maxWidth = 'none';
  return node;
}

export { Drag, copyOf };
