// The report's numbers agree with the command's: text.js rounds every rate exactly as
// C's printf does.
//
//     node tests/analysis/report/test_text.mjs analysis/report/text.js
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

const context = vm.createContext({ window: {}, Intl });
vm.runInContext(readFileSync(process.argv[2], 'utf8'), context);
const { Report } = context.window;

// A non-negative double rounded to `digits` decimal places, ties to even, in exact
// arithmetic: the double is an integer divided by 2^60 (it is large enough for that).
function rounded(value, digits) {
  const shift = 2n ** 60n;
  const scaled = BigInt(value * 2 ** 60) * 10n ** BigInt(digits);
  let whole = scaled / shift;
  const rest = 2n * (scaled % shift);
  if (rest > shift || (rest === shift && whole % 2n === 1n)) whole += 1n;
  const text = whole.toString().padStart(digits + 1, '0');
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}

let failures = 0;
let checked = 0;
for (const games of [64, 1000, 2000, 3000])
  for (let won = 1; won < games; won++) {
    const wanted = rounded(100 * (won / games), 1) + '%';
    const got = Report.text.percent(won / games);
    if (got === '<0.1%' || got === '>99.9%') continue;
    checked++;
    if (got !== wanted) {
      failures++;
      console.error(`${won} of ${games}: ${got}, not ${wanted}`);
    }
  }
console.log(`${checked} rates, ${failures} wrong`);
process.exit(failures || checked < 6000 ? 1 : 0);
