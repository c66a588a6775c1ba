// What text.js makes of numbers and sentences.
//
//     node tests/analysis/report/test_text.mjs analysis/report/text.js
import { loadScript } from '../../support/page_module.mjs';

const text = await loadScript(process.argv[2]);

let failures = 0;
let checked = 0;
function expect(what, got, wanted) {
  checked++;
  if (got === wanted) return;
  failures++;
  console.error(`${what}: ${got}, not ${wanted}`);
}

expect('none', text.percent(0), '0.0%');
expect('all', text.percent(1), '100.0%');
expect('nearly none', text.percent(0.0004), '<0.1%');
expect('nearly all', text.percent(0.9996), '>99.9%');
expect('a rate', text.percent(0.5554), '55.5%');
expect('missing', text.percent(null), '–');
expect('negative zero', text.fixed(-0.04, 1), '0.0');
expect('grouped', text.fixed(1234.56, 1), '1,234.6');
expect('large', text.count(12345678901), '12,345,678,901');
expect('points', text.points(-0.0123), '−1.2');
expect('signed', text.signed(0.01, 1), '0.0');
expect('minus in a sentence', text.sentence('-4 to +87 (-65 to -2.5).'), '−4 to +87 (−65 to −2.5).');
expect('other hyphens', text.sentence('x=-1, 2-4, depth-2, a - b'), 'x=-1, 2-4, depth-2, a - b');
expect('powers of ten', text.powersOfTen(17.2, 18.4), '10¹⁷ to 10¹⁸');
expect('one power of ten', text.powersOfTen(17.81, 17.94), '10¹⁷·⁸ to 10¹⁷·⁹');
expect('small numbers', text.powersOfTen(3, 4), '1,000 to 10,000');
console.log(`${checked} numbers, ${failures} wrong`);
process.exit(failures ? 1 : 0);
