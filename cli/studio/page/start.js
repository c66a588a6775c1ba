// The first screen of a page with one game: who plays, games that were left, the rules.
import { plural, percent, count } from '../../../analysis/report/text.js';
import { button, make, name, swatch } from '../../../analysis/report/dom.js';
import { seatColour } from '../../../analysis/report/charts.js';
import * as names from './names.js';
import * as store from './store.js';
import { Rules } from './tools.js';
import { Problem, capital, drawing, fold, labelled, options } from './parts.js';

const SEATS = 'boardlab.seats'; // who played last, by game

// "a, b and c"
const enumerate = (things) => [things.slice(0, -1).join(', '), ...things.slice(-1)].filter(Boolean).join(' and ');

// ---- what bots are called

// "Very strong", or the name of a bot.
const titleOf = ({ kind, spec, title }) => (kind === 'level' ? capital(spec.replace('_', ' ')) : title);

// ", 50 iterations" of "mcts:iterations=50"
function optionsOf(spec) {
  const chosen = spec.split(':').slice(1).join(':').split(',').filter(Boolean);
  return chosen.map((each) => `, ${each.replace(/^(\w+s)=([\d.]+)$/, '$2 $1').replace('=', ' ').replaceAll('_', ' ')}`).join('');
}

// With its options, if another one has the same name.
function textOf(bot, bots) {
  const title = titleOf(bot);
  return bots.filter((other) => titleOf(other) === title).length > 1 ? title + optionsOf(bot.spec) : title;
}

const isLevel = ({ kind, level }) => kind === 'level' && level;

// "Casual scores 81% against beginner, in 400 games."
const measured = ({ spec, level }) =>
  `${capital(spec.replace('_', ' '))} scores ${percent(level.score)} against ${level.below.replace('_', ' ')}, in ${count(level.games)} games.`;

// A sentence about each of them, and one about all levels that were not measured.
function aboutBots(bots) {
  const levels = bots.filter(isLevel);
  const unmeasured = levels.filter(({ level }) => !level.games).map(titleOf);
  const many = unmeasured.length > 1;
  return [
    ...levels.filter(({ level }) => level.games).map(measured),
    ...(unmeasured.length ? [`${enumerate(unmeasured)} ${many ? 'suit' : 'suits'} most games; how well ${many ? 'they play' : 'it plays'} this one was not measured.`] : []),
    ...bots.filter((bot) => !isLevel(bot)).map((bot) => `${textOf(bot, bots)}: ${bot.summary}.`),
  ];
}

// ---- games that were left

// "you and Strong", of a game that is kept
function called(game, seats, bots) {
  const name = (seat) => {
    const spec = game.seats[seat - 1];
    const bot = bots.find((each) => each.spec === spec);
    return spec === 'human' ? names.said(game, seat) : bot ? textOf(bot, bots) : names.short(game, seat);
  };
  return enumerate(seats.map(name));
}

// "You beat Beginner in 7 moves", "Blue against orange: 5 moves"
function tell(game, bots) {
  const you = names.onlyHuman(game);
  const seats = game.seats.map((_, i) => i + 1).sort((a, b) => (b === you) - (a === you));
  const { winners } = game.ending || { winners: [] };
  const losers = seats.filter((seat) => !winners.includes(seat));
  const of = (list) => called(game, list, bots);
  const moves = plural(game.plies, 'move');
  if (!winners.length) return `${seats.map((seat) => of([seat])).join(' against ')}: ${game.over ? names.inWords(game, game.over) : moves}`;
  if (!losers.length) return `${of(seats)} won in ${moves}`;
  const what = losers.includes(you) ? `You lost to ${of(winners)}` : `${of(seats.filter((seat) => winners.includes(seat)))} beat ${of(losers)}`;
  return `${what} in ${moves}`;
}

class Start {
  // data: see export.js; kept: games that were left; open(body), goOn(game): put one on the table.
  constructor(data, { kept, open, goOn }) {
    Object.assign(this, { data, kept, goOn });
    const { about, preview } = data;
    this.problem = new Problem();
    this.seats = Array.from({ length: about.seats }, (_, i) => this.seat(i));
    this.play = button('Play', () => this.problem.to(() => open(this.chosen())), { class: 'primary', 'data-do': 'play' });
    this.left = make('ul', { class: 'left-games' });
    this.leftPart = make('section', null, make('h2', null, 'Games you left'), this.left);
    const rules = new Rules(true);
    rules.show({ game: about, seats: this.seats });
    this.node = make(
      'div',
      { class: 'start' },
      make(
        'div',
        { class: 'start-choice' },
        data.note ? make('p', { class: 'author-note' }, name(data.note)) : null,
        make('p', { class: 'summary' }, name(capital(about.summary))),
        preview ? make('div', { class: 'start-picture', 'aria-hidden': 'true' }, drawing(preview)) : null,
        make('section', null, make('h2', null, 'Who plays'), this.seats.map(({ node }) => node), this.whoIsWho(), this.problem.node, make('p', null, this.play)),
        this.leftPart,
      ),
      rules.node,
      make('p', { class: 'muted made-with' }, `Made with boardlab ${data.boardlab.replace(/ \(.*/, '')}. This page works by itself and sends nothing anywhere.`),
    );
    this.showLeft();
  }

  // Who plays.
  chosen() {
    return this.seats.map(({ select }) => select.value);
  }

  // A choice for a seat: people, or somebody from the list of bots.
  seat(i) {
    const { bots } = this.data;
    const last = (store.recall(`${SEATS}.${this.data.key}`) || '').split(' ');
    const choices = [['human', 'A person'], ...bots.map((bot) => [bot.spec, textOf(bot, bots)])];
    const select = make('select', { 'data-seat': i + 1 }, options(choices));
    const usual = i === 0 || bots.length === 0 ? 'human' : bots[Math.min(1, bots.length - 1)].spec;
    select.value = choices.some(([spec]) => spec === last[i]) ? last[i] : usual;
    select.addEventListener('change', () => store.remember(`${SEATS}.${this.data.key}`, this.chosen().join(' ')));
    const label = [swatch(seatColour(i + 1)), `${capital(names.colour(i + 1))} `];
    return { select, node: make('p', { class: 'start-seat' }, labelled(label, select)) };
  }

  whoIsWho() {
    const { bots } = this.data;
    if (bots.length === 0) return null;
    return fold('Who is who?', 'who-is-who', make('ul', null, aboutBots(bots).map((each) => make('li', null, name(each)))));
  }

  showLeft() {
    const games = this.kept();
    this.leftPart.hidden = games.length === 0;
    this.left.replaceChildren(...games.map((game) => this.leftGame(game)));
  }

  leftGame(game) {
    const what = capital(tell(game, this.data.bots));
    const forget = () => {
      store.forget(game.table);
      this.showLeft();
    };
    return make(
      'li',
      null,
      button([game.over ? 'View: ' : 'Continue: ', name(what)], () => this.problem.to(() => this.goOn(game)), { 'data-kept': game.table }),
      button('Delete', forget, { class: 'quiet', 'aria-label': `Delete: ${what}` }),
    );
  }
}

export { Start };
