// The first screen of a page with one game: who plays, games that were left, the rules.
import { plural, percent, count } from '../../../analysis/report/text.js';
import { button, make, name, swatch } from '../../../analysis/report/dom.js';
import { seatColour } from '../../../analysis/report/charts.js';
import * as names from './names.js';
import * as store from './store.js';
import { Rules } from './tools.js';
import { Problem, capital, drawing, fold, labelled, options } from './parts.js';

const SEATS = 'boardlab.seats'; // who played last, by game

// "Very strong", or the name of a bot.
const textOf = ({ kind, spec, title }) => (kind === 'level' ? capital(spec.replace('_', ' ')) : title);

// "Casual scores 81% against beginner, in 400 games."
function aboutLevel({ spec, level }) {
  const measured = level.games ? `scores ${percent(level.score)} against ${level.below.replace('_', ' ')}, in ${count(level.games)} games` : 'was not measured for this game';
  return `${capital(spec.replace('_', ' '))} ${measured}.`;
}

const aboutBot = ({ title, summary }) => `${title}: ${summary}.`;

class Start {
  // data: see export.js; kept: games that were left; open(body), goOn(game): put one on the table.
  constructor(data, { kept, open, goOn }) {
    Object.assign(this, { data, kept, goOn });
    const { about, preview } = data;
    this.problem = new Problem();
    this.seats = Array.from({ length: about.seats }, (_, i) => this.seat(i));
    this.play = button('Play', () => this.problem.to(() => open(this.seats.map(({ select }) => select.value))), { class: 'primary', 'data-do': 'play' });
    this.left = make('ul', { class: 'left-games' });
    this.leftPart = make('section', null, make('h2', null, 'Games you left'), this.left);
    const rules = new Rules(true);
    rules.show({ game: about, seats: this.seats });
    rules.node.open = true;
    this.node = make(
      'div',
      { class: 'start' },
      make('p', { class: 'summary' }, name(capital(about.summary))),
      preview ? make('div', { class: 'start-picture', 'aria-hidden': 'true' }, drawing(preview)) : null,
      make('section', null, make('h2', null, 'Who plays'), this.seats.map(({ node }) => node), this.whoIsWho(), this.problem.node, make('p', null, this.play)),
      this.leftPart,
      rules.node,
      make('p', { class: 'muted made-with' }, `Made with boardlab ${data.boardlab.replace(/ \(.*/, '')}. This page works by itself and sends nothing anywhere.`),
    );
    this.showLeft();
  }

  // A choice for a seat: people, or somebody from the list of bots.
  seat(i) {
    const { bots } = this.data;
    const last = (store.recall(`${SEATS}.${this.data.key}`) || '').split(' ');
    const choices = [['human', 'A person'], ...bots.map((bot) => [bot.spec, textOf(bot)])];
    const select = make('select', { 'data-seat': i + 1 }, options(choices));
    const usual = i === 0 || bots.length === 0 ? 'human' : bots[Math.min(1, bots.length - 1)].spec;
    select.value = choices.some(([spec]) => spec === last[i]) ? last[i] : usual;
    select.addEventListener('change', () => store.remember(`${SEATS}.${this.data.key}`, this.seats.map((seat) => seat.select.value).join(' ')));
    const label = [swatch(seatColour(i + 1)), `${capital(names.colour(i + 1))} `];
    return { select, node: make('p', { class: 'start-seat' }, labelled(label, select)) };
  }

  whoIsWho() {
    const { bots } = this.data;
    if (bots.length === 0) return null;
    return fold('Who is who?', 'who-is-who', make('ul', null, bots.map((bot) => make('li', null, name(bot.level && bot.kind === 'level' ? aboutLevel(bot) : aboutBot(bot))))));
  }

  showLeft() {
    const games = this.kept();
    this.leftPart.hidden = games.length === 0;
    this.left.replaceChildren(...games.map((game) => this.leftGame(game)));
  }

  leftGame(game) {
    const { bots } = this.data;
    const called = (spec) => (spec === 'human' ? 'a person' : textOf(bots.find((bot) => bot.spec === spec) || { title: spec }).toLowerCase());
    const what = `${capital(game.seats.map(called).join(' against '))}: ${game.over || plural(game.plies, 'move')}`;
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
