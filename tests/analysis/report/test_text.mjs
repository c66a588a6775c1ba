// The report's numbers agree with the command's: text.js rounds by the rule of
// analysis/stats/shown.h.
//
//     node tests/analysis/report/test_text.mjs analysis/report/text.js
import { loadScript } from '../../support/page_module.mjs';

const text = await loadScript(process.argv[2]);

// A rate in thousandths, in exact arithmetic: the double is an integer divided by 2^80. It
// is rounded to six decimals, and then again, ties to the even one.
function thousandths(rate) {
  const one = 2n ** 80n;
  const millionths = (2n * BigInt(rate * 2 ** 80) * 1000000n + one) / (2n * one);
  const units = (millionths + 500n) / 1000n;
  return Number(millionths % 1000n === 500n && units % 2n ? units - 1n : units);
}

let failures = 0;
let checked = 0;
function expect(what, got, wanted) {
  checked++;
  if (got === wanted) return;
  failures++;
  console.error(`${what}: ${got}, not ${wanted}`);
}

for (const games of [64, 128, 1000, 2000, 3000])
  for (let won = 1; won < games; won++) {
    const wanted = thousandths(won / games);
    const shown = `${Math.floor(wanted / 10)}.${wanted % 10}%`;
    const extreme = { 0: '<0.1%', 1000: '>99.9%' };
    expect(`${won} of ${games}`, text.percent(won / games), extreme[wanted] || shown);
  }
expect('a rate just below', text.percent(0.5554999), '55.6%');
expect('none', text.percent(0), '0.0%');
expect('all', text.percent(1), '100.0%');
expect('tie', text.fixed(0.25, 1), '0.2');
expect('another tie', text.fixed(0.75, 1), '0.8');
expect('negative tie', text.fixed(-2.5, 0), '−2');
expect('negative zero', text.fixed(-0.04, 1), '0.0');
expect('grouped', text.fixed(1234.56, 1), '1,234.6');
expect('large', text.count(12345678901), '12,345,678,901');
expect('points', text.points(-0.0125), '−1.2');
expect('signed', text.signed(0.01, 1), '0.0');
expect('minus in a sentence', text.sentence('-4 to +87 (-65 to -2.5).'), '−4 to +87 (−65 to −2.5).');
expect('other hyphens', text.sentence('x=-1, 2-4, depth-2, a - b'), 'x=-1, 2-4, depth-2, a - b');
expect('powers of ten', text.powersOfTen(17.2, 18.4), '10¹⁷ to 10¹⁸');
expect('one power of ten', text.powersOfTen(17.81, 17.94), '10¹⁷·⁸ to 10¹⁷·⁹');
expect('small numbers', text.powersOfTen(3, 4), '1,000 to 10,000');
console.log(`${checked} numbers, ${failures} wrong`);
process.exit(failures || checked < 6000 ? 1 : 0);
