// Formatting of numbers and names. Nothing here touches the document.
const MISSING = '–';

const known = (value) => typeof value === 'number' && Number.isFinite(value);

function count(value) {
  return fixed(value, 0);
}

// The one rule for all numbers, as in analysis/stats/shown.h: first to six decimals, as
// the CSV files have it, then to the digits shown, ties to the even digit.
function round(value, digits) {
  if (Math.abs(value) >= 1e9) return value.toFixed(digits);
  const millionths = Number(Math.abs(value).toFixed(6).replace('.', ''));
  const unit = 10 ** (6 - digits);
  const up = Math.floor((millionths + unit / 2) / unit);
  const tie = unit > 1 && millionths % unit === unit / 2;
  const units = tie && up % 2 ? up - 1 : up;
  const text = String(units).padStart(digits + 1, '0');
  const sign = value < 0 && units > 0 ? '-' : '';
  return sign + (digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text);
}

function fixed(value, digits) {
  if (!known(value)) return MISSING;
  const [whole, part] = round(value, digits).replace('-', '−').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return part === undefined ? grouped : `${grouped}.${part}`;
}

// A rate or a difference of rates in percentage points, rounded from the rate itself:
// 100 times a number is not always the number with its point moved.
function points(rate, digits = 1) {
  if (!known(rate)) return MISSING;
  const text = round(rate, digits + 2).replace('.', '');
  const sign = text.startsWith('-') ? '−' : '';
  const units = text.replace('-', '').replace(/^0+(?=\d)/, '').padStart(digits + 1, '0');
  return sign + (digits ? `${units.slice(0, -digits)}.${units.slice(-digits)}` : units);
}

// Never rounds a rate to 0% or 100% unless it is exactly that.
function percent(rate) {
  if (!known(rate)) return MISSING;
  const text = points(rate);
  if (rate > 0 && text === '0.0') return '<0.1%';
  if (rate < 1 && text === '100.0') return '>99.9%';
  return text + '%';
}

function percentInterval(low, high) {
  if (!known(low) || !known(high)) return '';
  return `${points(low)} to ${points(high)}%`;
}

function signed(value, digits) {
  if (!known(value)) return MISSING;
  const text = fixed(value, digits);
  return value > 0 && !/^[0.,]+$/.test(text) ? '+' + text : text;
}

function signedPoints(rate) {
  const text = points(rate);
  return rate > 0 && text !== '0.0' ? '+' + text : text;
}

function interval(low, high, format) {
  return known(low) && known(high) ? `${format(low)} to ${format(high)}` : '';
}

// "p = 0.032", "p < 0.0001".
function pValue(value) {
  if (!known(value)) return '';
  return value < 0.0001 ? 'p < 0.0001' : `p = ${fixed(value, value < 0.001 ? 4 : 3)}`;
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
  if (!known(low) || !known(high) || low < 6) return interval(low, high, powerOfTen);
  const digits = [0, 1, 2, 3].find((each) => low.toFixed(each) !== high.toFixed(each)) || 0;
  return `10${superscript(low, digits)} to 10${superscript(high, digits)}`;
}

function superscript(exponent, digits = 0) {
  const raised = {
    '-': '⁻',
    '.': '·',
    0: '⁰',
    1: '¹',
    2: '²',
    3: '³',
    4: '⁴',
    5: '⁵',
    6: '⁶',
    7: '⁷',
    8: '⁸',
    9: '⁹',
  };
  return Array.from(exponent.toFixed(digits), (digit) => raised[digit]).join('');
}

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

const ENDS = { draw: 'drawn', truncated: 'truncated', forfeit: 'forfeited' };

// "boardlab compare a 'b c'": quoted for the shell as core/base/shell.c does it.
function commandLine(words) {
  const quote = (word) => (/^[\w\-+./:,=@%]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  return ['boardlab', ...words].map(quote).join(' ');
}

export {
  ENDS,
  indices,
  known,
  count,
  fixed,
  percent,
  points,
  percentInterval,
  signed,
  signedPoints,
  interval,
  pValue,
  sentence,
  powerOfTen,
  powersOfTen,
  plural,
  cellName,
  commandLine,
};
