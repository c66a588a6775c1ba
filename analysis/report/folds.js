// Entries that are folded away. A link into one opens it; its charts, which have no size while
// it is closed, are drawn then.
(function (Report) {
  'use strict';

  const { make } = Report.dom;

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

  // `shown` is called whenever something was opened or closed.
  function listen(shown) {
    document.addEventListener('toggle', shown, true);
    window.addEventListener('hashchange', follow);
    // A link to where the reader has been changes nothing in the address.
    document.addEventListener('click', (event) => {
      const link = event.target.closest('a[href^="#"]');
      if (link && link.hash === window.location.hash) follow();
    });
    follow();
  }

  Report.folds = { fold, reveal, listen };
})(window.Report);
