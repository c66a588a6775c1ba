// Tables that are wider than their place: they go below their chart, scroll with a mark that says
// so, or are printed smaller. None is cut without a sign.
import { make } from './dom.js';

const all = (selector) => [...document.querySelectorAll(selector)];
const overflows = (node) => node.scrollWidth > node.clientWidth + 1;

// Tables that are too wide for the place beside their chart go below it. Folded ones are
// opened meanwhile, as they have no width otherwise.
function widen() {
  const folded = all('.figure details:not([open])');
  for (const details of folded) details.open = true;
  for (const node of all('.figure.widened')) node.classList.remove('widened');
  const cut = all('.figure .numbers .scroll').filter(overflows);
  for (const node of cut) node.closest('.figure').classList.add('widened');
  for (const details of folded) details.open = false;
}

// What lies beyond the edges of a table that scrolls: "more columns →", "more rows ↓"; or "".
function beyond(node) {
  const right = node.scrollWidth - node.clientWidth - node.scrollLeft > 1;
  const left = node.scrollLeft > 1;
  const down = node.scrollHeight - node.clientHeight - node.scrollTop > 1;
  const up = node.scrollTop > 1;
  const arrows = (one, text, other) => `${one ? `${other[0]} ` : ''}${text}`;
  return [
    (left || right) && arrows(left, `more columns${right ? ' →' : ''}`, '←'),
    (up || down) && arrows(up, `more rows${down ? ' ↓' : ''}`, '↑'),
  ]
    .filter(Boolean)
    .join(', ');
}

// The mark stands below the table, and is kept up to date while it is scrolled. Elements that
// scroll must be reachable by keyboard; others need no tab stop.
function mark() {
  for (const node of all('.scroll')) {
    if (!node.nextElementSibling || !node.nextElementSibling.matches('.beyond')) {
      node.after(make('p', { class: 'beyond', 'aria-hidden': 'true' }));
      node.addEventListener('scroll', () => update(node), { passive: true });
    }
    update(node);
  }
}

function update(node) {
  const text = beyond(node);
  const hint = node.nextElementSibling;
  if (hint.textContent !== text) hint.textContent = text;
  node.classList.toggle('scrolls', text !== '');
  if (text) node.setAttribute('tabindex', '0');
  else node.removeAttribute('tabindex');
}

// On paper nothing scrolls: tables that are too wide are printed smaller. Called with the page
// at the width of the paper.
function shrink() {
  for (const table of all('.scroll > table')) {
    const room = table.parentElement.clientWidth;
    if (room > 0 && table.scrollWidth > room + 1)
      table.style.zoom = String(Math.floor((100 * room) / table.scrollWidth) / 100);
  }
}

function unshrink() {
  for (const table of all('.scroll > table')) table.style.zoom = '';
}

export { widen, mark, shrink, unshrink };
