// Formatting of numbers and names. Nothing here touches the document. Results come formatted by
// analysis/stats/shown.h; these functions are for axes and for what only the page adds up.
const MISSING = '–';

const known = (value) => typeof value === 'number' && Number.isFinite(value);

function count(value) {
  return fixed(value, 0);
}

// Without a sign at zero.
function fixed(value, digits) {
  if (!known(value)) return MISSING;
  const text = value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return sentence(text.replace(/^-(?=[0.]+$)/, ''));
}

function signed(value, digits) {
  const text = fixed(value, digits);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

// A rate or a difference of rates in percentage points.
const points = (rate, digits = 1) => fixed(known(rate) ? 100 * rate : rate, digits);
const signedPoints = (rate) => signed(100 * rate, 1);

// Never rounds a rate to 0% or 100% unless it is exactly that.
function percent(rate) {
  if (!known(rate)) return MISSING;
  if (rate > 0 && rate < 0.0005) return '<0.1%';
  if (rate < 1 && rate >= 0.9995) return '>99.9%';
  return `${points(rate)}%`;
}

// A sentence of the command, with the minus of the tables in front of numbers: "-4 to +87",
// "(-65 to -29)"; not in "2-4", "depth-2" or "a=-1", which are ranges and names.
function sentence(text) {
  return text.replace(/(^|[\s(])-(?=\d)/g, '$1−');
}

// 10^x; below a million as an ordinary number.
function powerOfTen(exponent) {
  if (!known(exponent)) return MISSING;
  return exponent < 6
    ? count(Number((10 ** exponent).toPrecision(2)))
    : '10' + superscript(exponent);
}

// Bounds that are the same power of ten get as many decimals as tell them apart.
function powersOfTen(low, high) {
  if (!known(low) || !known(high)) return '';
  if (low < 6) return `${powerOfTen(low)} to ${powerOfTen(high)}`;
  const digits = [0, 1, 2, 3].find((each) => low.toFixed(each) !== high.toFixed(each)) || 0;
  return `10${superscript(low, digits)} to 10${superscript(high, digits)}`;
}

function superscript(exponent, digits = 0) {
  const raised = { '-': '⁻', '.': '·' };
  return Array.from(exponent.toFixed(digits), (sign) => raised[sign] || '⁰¹²³⁴⁵⁶⁷⁸⁹'[sign]).join('');
}

// "sign test" as the beginning of a sentence.
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function plural(number, one, many) {
  return `${count(number)} ${number === 1 ? one : many || one + 's'}`;
}

// Columns are named a, b, …, z, aa, ab, … as in the games; rows are numbered from 1.
function cellName(column, row) {
  const letter = String.fromCharCode(97 + (column % 26));
  return (
    (column < 26 ? letter : String.fromCharCode(96 + Math.floor(column / 26)) + letter) +
    (row + 1)
  );
}

function indices(number) {
  return Array.from({ length: number }, (_, i) => i);
}

// A Map from each key to its items, in their order.
function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    if (!groups.has(keyOf(item))) groups.set(keyOf(item), []);
    groups.get(keyOf(item)).push(item);
  }
  return groups;
}

const ENDS = { loss: 'lost', draw: 'drawn', truncated: 'truncated', forfeit: 'forfeited' };

// "boardlab compare a 'b c'": quoted for the shell as core/base/shell.c does it.
function commandLine(words) {
  const quote = (word) => (/^[\w\-+./:,=@%]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  return ['boardlab', ...words].map(quote).join(' ');
}

export {
  ENDS,
  indices,
  grouped,
  known,
  count,
  fixed,
  percent,
  points,
  signed,
  signedPoints,
  sentence,
  powerOfTen,
  powersOfTen,
  capital,
  plural,
  cellName,
  commandLine,
};
