// The search: matches in names first, then in what is said about them. The arrow keys choose one
// and Enter goes to it; / begins to search, Escape ends it.
(function () {
  'use strict';

  const MOST = 60; // matches that are listed
  const ABOUT = 80; // characters of what is said about each
  const box = document.getElementById('search');
  const list = document.getElementById('results');
  const found = document.getElementById('found');
  const contents = document.getElementById('contents');
  let chosen = -1;

  // What can be found: its name, the part of it that people remember, and its text. That of a
  // class is without its functions and fields, which are found by themselves.
  const entries = [...document.querySelectorAll('.entry, tr[id]')].map((node) => {
    const isField = node.matches('tr');
    const own = [...node.children].filter((child) => !child.matches('.entry, h3, h4, th, table:has(tr[id])'));
    const name = node.id.toLowerCase();
    const about = isField ? node.lastElementChild : node.querySelector(':scope > p');
    const text = own.map((part) => part.textContent).join(' ').toLowerCase();
    return { id: node.id, name, short: name.split(/[.:]/).pop(), text, isField, about: about ? about.textContent : '' };
  });

  // How well an entry fits: the less, the better; -1 if it does not. Fields come last among equals.
  function rank({ name, short, text, isField }, query, words) {
    const after = isField ? 0.5 : 0;
    if (name === query || short === query) return after;
    if (short.startsWith(query)) return 1 + after;
    if (name.includes(query)) return 2 + after;
    const all = `${name} ${text}`;
    return words.every((word) => all.includes(word)) ? 3 + after : -1;
  }

  function matches(query) {
    const words = query.split(/\s+/);
    const ranked = entries.map((entry) => [rank(entry, query, words), entry]).filter(([at]) => at >= 0);
    return ranked.sort(([a], [b]) => a - b).map(([, entry]) => entry);
  }

  function choose(index) {
    const options = [...list.children];
    if (options[chosen]) options[chosen].setAttribute('aria-selected', 'false');
    chosen = options.length ? (index + options.length) % options.length : -1;
    if (chosen < 0) return box.removeAttribute('aria-activedescendant');
    options[chosen].setAttribute('aria-selected', 'true');
    options[chosen].scrollIntoView({ block: 'nearest' });
    return box.setAttribute('aria-activedescendant', options[chosen].id);
  }

  // The beginning of a text, whole words.
  function beginning(text) {
    if (text.length <= ABOUT) return text;
    return `${text.slice(0, ABOUT).replace(/[\s,;:(]+\S*$/, '')} …`;
  }

  function option({ id, about }, index) {
    const node = document.createElement('li');
    const words = document.createElement('small');
    words.textContent = beginning(about);
    node.append(id, words);
    node.id = `match-${index}`;
    node.dataset.to = id;
    node.setAttribute('role', 'option');
    node.setAttribute('aria-selected', 'false');
    return node;
  }

  function show() {
    const query = box.value.trim().toLowerCase().replace(/\(.*$/, '');
    const hits = query ? matches(query) : [];
    list.replaceChildren(...hits.slice(0, MOST).map(option));
    list.hidden = hits.length === 0;
    contents.hidden = query !== '';
    box.setAttribute('aria-expanded', String(hits.length > 0));
    const number = hits.length === 1 ? '1 match' : `${hits.length} matches`;
    found.textContent = query ? `${number}${hits.length > MOST ? `, the first ${MOST}:` : ''}` : '';
    choose(0);
  }

  function go(id) {
    box.value = '';
    show();
    if (window.location.hash === `#${id}`) document.getElementById(id).scrollIntoView();
    window.location.hash = id;
    const node = document.getElementById(id);
    node.tabIndex = -1;
    node.focus({ preventScroll: true });
  }

  box.addEventListener('input', show);
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Enter' && chosen >= 0) go(list.children[chosen].dataset.to);
    else if (event.key === 'Escape') {
      box.value = '';
      show();
    } else return;
    event.preventDefault();
  });
  list.addEventListener('click', (event) => {
    const hit = event.target.closest('[role=option]');
    if (hit) go(hit.dataset.to);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === box) return;
    event.preventDefault();
    box.focus();
    box.select();
  });

  document.querySelector('.search').hidden = false;
  contents.open = !window.matchMedia('(max-width: 820px)').matches;
})();
