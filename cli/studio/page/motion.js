// Shows how a position came about: pieces slide from where they were, out of hands as well; taken ones
// fade, walls appear, dice tumble. All of it is read from two frames. The next position ends what is
// still moving, and nothing moves if the system is set to reduce motion.
import { newWalls, travels } from './difference.js';

const SLIDE = 200; // milliseconds
const TUMBLE = 320;
const MOST = 40; // pieces; more is not a move

const isWanted = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches && !document.hidden;

const stackOf = (svg, cell) => svg.querySelector(`.stack[data-at="${cell}"]`);
const pieceAt = (svg, { cell, at }) => (stackOf(svg, cell) ? stackOf(svg, cell).children[at] : null);

function middle(node) {
  const { x, y, width, height } = node.getBBox();
  return { x: x + width / 2, y: y + height / 2 };
}

// What is needed of a picture that is going to be replaced.
function remember(svg, frame, hands) {
  if (!svg || svg.getClientRects().length === 0 || !isWanted()) return null;
  const places = new Map();
  for (const stack of svg.querySelectorAll('.stack'))
    [...stack.children].forEach((node, at) => places.set(`${stack.dataset.at} ${at}`, { node, ...middle(node) }));
  return { frame, places, hands: hands.map((node) => node && node.getBoundingClientRect()), box: svg.getAttribute('viewBox') };
}

function slide(node, from) {
  const to = middle(node);
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  node.animate([{ transform: start }, { transform: 'none' }], { duration: SLIDE, easing: 'ease-in-out' });
}

const fade = (node, ...opacity) => node.animate(opacity.map((each) => ({ opacity: each })), { duration: SLIDE });

// A place on the screen, in units of the picture.
function inPicture(svg, box) {
  const point = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2);
  return point.matrixTransform(svg.getScreenCTM().inverse());
}

// old: as remember made it, or null; landed: a cell whose piece is there already; or null.
function show(svg, frame, old, landed) {
  if (!old || !svg || svg.getClientRects().length === 0 || old.box !== svg.getAttribute('viewBox')) return;
  const { slid, gone, come } = travels(old.frame, frame);
  if (slid.length + gone.length + come.length > MOST) return;
  const stacks = svg.querySelectorAll('.stack');
  const last = stacks[stacks.length - 1];
  const place = ({ cell, at }) => old.places.get(`${cell} ${at}`);
  for (const [from, to] of slid) {
    const node = pieceAt(svg, to);
    if (!node || !place(from) || to.cell === landed) continue;
    if (last !== node.parentNode) last.after(node.parentNode); // over those that it passes
    slide(node, place(from));
  }
  for (const each of gone) {
    const there = place(each);
    if (!there) continue;
    const node = there.node.cloneNode(true);
    if (stacks.length) stacks[0].before(node);
    else svg.append(node);
    fade(node, 1, 0).finished.then(() => node.remove(), () => {});
  }
  for (const each of come) {
    const node = pieceAt(svg, each);
    if (!node || each.cell === landed) continue;
    if (old.hands[each.from]) slide(node, inPicture(svg, old.hands[each.from]));
    else fade(node, 0, 1);
  }
  if (newWalls(old.frame, frame).length > 0) for (const node of svg.querySelectorAll('.wall.changed')) fade(node, 0, 1);
}

// nodes: of the items beside the board.
function rollDice(before, frame, nodes) {
  if (!before || !isWanted()) return;
  const dice = (each) => (each.hands || []).filter((item) => item[3] === 'die').map(String).join();
  if (dice(before) === dice(frame)) return;
  (frame.hands || []).forEach((item, i) => {
    if (item[3] !== 'die' || !item[2] || !nodes[i]) return;
    const turn = 200 + 70 * (i % 3);
    nodes[i].animate([{ transform: `rotate(-${turn}deg) scale(0.6)` }, { transform: 'none' }], { duration: TUMBLE, easing: 'ease-out' });
  });
}

export { remember, show, rollDice };
