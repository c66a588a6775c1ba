// A bot for any game: repeats the last move of another seat where that is legal, otherwise draws one.
//
// boardlab simulate tictacdoh --seat 'exec:node scripts/bots/copycat.mjs' --seat random
import { createInterface } from "node:readline";

function choose({ moves, legal, seed }) {
  const last = moves.findLast((move) => legal.includes(move));
  return last ?? legal[seed % legal.length];
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  let answer; // "end", "stop" and "quit" need none
  if (message.t === "hello") answer = { t: "ready", name: "copycat 1.0", deterministic: true };
  if (message.t === "go") answer = { t: "move", id: message.id, move: choose(message) };
  if (answer) console.log(JSON.stringify(answer));
}
