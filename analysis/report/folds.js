// Entries that are folded away. What is in one is made when it is first opened, as by a link
// into it: a page of many entries would be slow otherwise.
import { make } from './dom.js';

const makers = new Map();

// The folded entry; its summary says what is inside, which build() makes. The links that lead into
// it are those that begin with one of the names.
function fold(summary, names, build) {
  const node = make('details', { class: 'entry' }, make('summary', null, summary));
  makers.set(node, { names, build });
  return node;
}

function fill(node) {
  const { build } = makers.get(node) || {};
  makers.delete(node);
  if (build) node.append(...[build()].flat(Infinity).filter(Boolean));
}

// Whether "entry-1-balance" or "replay=1&game=7" begins with "entry-1" or "replay=1".
const leads = (hash, name) => hash.startsWith(name) && !/^\d/.test(hash.slice(name.length));

// Opens everything that the node is folded into.
function reveal(node) {
  for (let at = node.closest('details:not([open])'); at; at = node.closest('details:not([open])'))
    at.open = true;
}

// Shows what the address of the page names, which the browser may not find in a fold.
function follow() {
  const id = decodeURIComponent(window.location.hash.slice(1));
  for (const [node, { names }] of makers) if (names.some((name) => leads(id, name))) fill(node);
  const target = id && document.getElementById(id);
  if (!target) return;
  reveal(target.querySelector(':scope > details.entry') || target);
  target.scrollIntoView();
}

// `opened` is called whenever an entry was opened. What it opens to measure it is no entry:
// that would call it again and again.
function listen(opened) {
  const toggled = ({ target }) => {
    if (!target.matches('details.entry[open]')) return;
    fill(target);
    opened();
  };
  document.addEventListener('toggle', toggled, true);
  window.addEventListener('hashchange', follow, true); // before replays look for what it names
  // A link to where the reader has been changes nothing in the address.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === window.location.hash) follow();
  });
  follow();
}

export { fold, reveal, listen };
