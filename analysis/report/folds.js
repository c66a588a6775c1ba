// Entries that are folded away. A link into one opens it; its charts, which have no size while
// it is closed, are drawn then.
import { make } from './dom.js';

// The folded entry; its summary says what is inside.
function fold(summary, content) {
  return make('details', { class: 'entry' }, make('summary', null, summary), content);
}

// Opens everything that the node is folded into.
function reveal(node) {
  for (let at = node.closest('details:not([open])'); at; at = node.closest('details:not([open])'))
    at.open = true;
}

// Shows what the address of the page names, which the browser may not find in a fold.
function follow() {
  const id = decodeURIComponent(window.location.hash.slice(1));
  const target = id && document.getElementById(id);
  if (!target) return;
  reveal(target);
  target.scrollIntoView();
}

// `opened` is called whenever an entry was opened. What it opens to measure it is no entry:
// that would call it again and again.
function listen(opened) {
  const toggled = ({ target }) => target.matches('details.entry[open]') && opened();
  document.addEventListener('toggle', toggled, true);
  window.addEventListener('hashchange', follow);
  // A link to where the reader has been changes nothing in the address.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === window.location.hash) follow();
  });
  follow();
}

export { fold, reveal, listen };
