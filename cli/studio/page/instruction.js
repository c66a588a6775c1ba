// What a person may do now, in plain words: "move your pawn or place a wall", from what the legal
// moves have in common. Nothing here knows a game.
import * as clicks from './clicks.js';

const PLACES = new Set(['place', 'lay', 'put', 'drop']);
const MOVES = new Set(['move', 'ahead', 'aside', 'step', 'jump', 'capture', 'slide']);
const FEW = 3; // kinds of moves, or of pieces, that are named
const WORD = /^[a-z]+$/;
const ANY = 'choose a move';

const one = (noun) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

function either(things) {
  if (things.length < 2) return things.join('');
  return `${things.slice(0, -1).join(', ')} or ${things[things.length - 1]}`;
}

// "a base, an antenna or a thruster", if that is what they are.
function pieces(candidates) {
  const kinds = [...new Set(candidates.map(({ words }) => words.piece))];
  return kinds.length <= FEW && kinds.every((each) => /^[a-z]{3,}$/.test(each || '')) ? either(kinds.map(one)) : 'a piece';
}

const isCard = (candidate, beside) => beside.some((item) => /^(card|back)$/.test(item[3]) && clicks.holds(candidate, item));

// Moves that have no place on the board, such as "stop or roll": by their names, if these are words.
function freeActs(kind, candidates, beside) {
  const texts = candidates.map(({ move }) => move.text);
  if (candidates.every((each) => isCard(each, beside))) return ['play a card'];
  if (kind !== 'move' && !MOVES.has(kind) && WORD.test(kind)) return [kind];
  return texts.length <= FEW && texts.every((text) => WORD.test(text)) ? texts : [ANY];
}

// What the moves of one kind do that have a place on the board.
function placedAct(kind, candidates, beside) {
  const [first] = candidates;
  if (first.wall) return `place ${one(kind)}`;
  if (first.picks) return isCard(first, beside) ? 'choose a card, then a piece to move' : 'move a piece';
  if (PLACES.has(kind)) return `place ${pieces(candidates)}`;
  if (!MOVES.has(kind)) return `move your ${kind}`;
  return candidates.some(({ mentions }) => mentions[0].length > 1) ? 'choose a column' : 'choose a cell';
}

function actsOf(kind, candidates, beside) {
  if (kind === 'pass') return ['pass'];
  const placed = candidates.filter(({ mentions }) => mentions.length > 0);
  const free = candidates.filter(({ mentions }) => mentions.length === 0);
  return [...(placed.length ? [placedAct(kind, placed, beside)] : []), ...(free.length ? freeActs(kind, free, beside) : [])];
}

// candidates: as clicks.begin has them.
function instruction(candidates, beside) {
  const kindOf = ({ move }) => move.parts.kind || 'move';
  const kinds = [...new Set(candidates.map(kindOf))];
  const acts = [...new Set(kinds.flatMap((kind) => actsOf(kind, candidates.filter((each) => kindOf(each) === kind), beside)))];
  if (acts.length === 1 && acts[0] === 'pass') return 'you can only pass';
  const others = acts.filter((each) => each !== ANY);
  if (others.length === 0 || acts.length > FEW) return ANY;
  if (others.length === acts.length) return either(acts);
  return either([...others, others[others.length - 1].startsWith('choose') ? 'another move' : 'choose another move']);
}

export { instruction };
