// What a person may do now, in plain words: "move your pawn or place a wall", from what the legal
// moves have in common. Nothing here knows a game.
import * as clicks from './clicks.js';

const PLACES = new Set(['place', 'lay', 'put', 'drop']);
const MOVES = new Set(['move', 'ahead', 'aside', 'step', 'jump', 'capture', 'slide']);
const FEW = 3; // kinds of moves, or of pieces, that are named

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

// What the moves of one kind do. beside: cards and the like at the mover's seat.
function act(kind, candidates, beside) {
  const [first] = candidates;
  const card = (each) => beside.some((item) => /^(card|back)$/.test(item[3]) && clicks.holds(each, item));
  if (kind === 'pass' || first.move.text === 'pass') return 'pass';
  if (first.wall) return `place ${one(kind)}`;
  if (first.picks) return card(first) ? 'choose a card, then a piece to move' : 'move a piece';
  if (first.mentions.length === 0) return candidates.every(card) ? 'play a card' : MOVES.has(kind) || !/^[a-z]+$/.test(kind) ? 'choose a move' : kind;
  if (PLACES.has(kind)) return `place ${pieces(candidates)}`;
  if (!MOVES.has(kind)) return `move your ${kind}`;
  return candidates.some(({ mentions }) => mentions[0].length > 1) ? 'choose a column' : 'choose a cell';
}

// candidates: as clicks.begin has them.
function instruction(candidates, beside) {
  const kinds = [...new Set(candidates.map(({ move }) => move.parts.kind || 'move'))];
  const of = (kind) => candidates.filter(({ move }) => (move.parts.kind || 'move') === kind);
  const acts = [...new Set(kinds.map((kind) => act(kind, of(kind), beside)))];
  if (acts.length === 1 && acts[0] === 'pass') return 'you can only pass';
  return acts.length && acts.length <= FEW ? either(acts) : 'choose a move';
}

export { instruction };
