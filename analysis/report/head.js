// The head of an entry: its title in words, the conclusion, what must be kept in mind with it,
// what was played, and the command that plays it again. report_head.h describes the data.
import { sentence } from './text.js';
import { make, name } from './dom.js';

const sentences = (texts, kind) =>
  texts.map((text) => make('p', { class: kind }, name(sentence(text))));

const note = (text) =>
  make('p', { class: 'note', role: 'note' }, make('strong', null, 'Note: '), name(sentence(text)));

// facts: [[label, text]]
function facts(list) {
  if (list.length === 0) return null;
  return make(
    'dl',
    { class: 'played' },
    list.map(([label, text]) =>
      make('div', null, make('dt', null, label), make('dd', null, name(text))),
    ),
  );
}

// A line ends between words, never after the dashes of a flag.
const words = (text) =>
  text
    .split(/( )/)
    .map((word) => (/^\S{1,40}$/.test(word) ? make('span', { class: 'word' }, word) : word));

// why: there is no command.
function command(text, why, label = 'To play it again: ') {
  if (why) return make('p', { class: 'command muted' }, `No command plays it again: ${why}.`);
  if (!text) return null;
  return make(
    'p',
    { class: 'command' },
    make('span', { class: 'muted' }, label),
    make('code', { dir: 'ltr' }, words(text)),
  );
}

// folder: where the entry was read from; level: of the heading.
function head(data, folder, level) {
  const { title, conclusion, notes, facts: list } = data;
  return make(
    'header',
    { class: 'entry-head' },
    folder ? make('p', { class: 'folder' }, name(folder)) : null,
    make(`h${level}`, null, name(title)),
    sentences(conclusion, 'verdict conclusion'),
    notes.map(note),
    facts(list),
    command(data.command, data.no_command),
  );
}

// What was played in one line: "random in every seat · 2,000 games · seed 1".
function playedLine({ facts: list }) {
  const games = (text) => text.replace(/^[\d,]+/, (n) => `${n} game${n === '1' ? '' : 's'}`);
  const words = {
    Varied: (text) => `varied: ${text}`,
    Goal: (text) => `goal: ${text}`,
    Goals: (text) => `goals: ${text}`,
    Bot: (text) => text,
    Bots: (text) => text,
    Levels: (text) => text,
    Games: games,
    Seed: (text) => `seed ${text}`,
  };
  return list
    .filter(([label]) => words[label])
    .map(([label, text]) => words[label](text))
    .join(' · ');
}

// What else the numbers show, in words; null if there is nothing.
function findings({ findings: list }) {
  return list.length ? make('div', null, sentences(list, 'verdict')) : null;
}

export { head, findings, note, playedLine, command };
