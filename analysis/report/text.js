// Formatting of numbers and names. Nothing here touches the document.
window.Report = {};

(function (Report) {
  'use strict';

  const MISSING = '–';

  const known = (value) => typeof value === 'number' && Number.isFinite(value);

  function count(value) {
    return fixed(value, 0);
  }

  // Rounds as C's printf does, so that the page agrees with the command's tables: like
  // toFixed, but ties go to the even neighbour. Only a multiple of 2^-(digits + 1) can be
  // an exact tie; 55.45, for one, is a little more than its decimal digits say.
  function round(value, digits) {
    const scaled = Math.abs(value) * 10 ** digits;
    const down = Math.floor(scaled);
    const tie = scaled - down === 0.5 && Number.isInteger(value * 2 ** (digits + 1));
    if (!tie || down % 2) return value.toFixed(digits);
    return (Math.sign(value) * (down / 10 ** digits)).toFixed(digits);
  }

  function fixed(value, digits) {
    if (!known(value)) return MISSING;
    const [whole, part] = round(value, digits).replace('-', '−').split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
    return part === undefined ? grouped : `${grouped}.${part}`;
  }

  // Never rounds a rate to 0% or 100% unless it is exactly that.
  function percent(rate) {
    if (!known(rate)) return MISSING;
    if (rate > 0 && rate < 0.0005) return '<0.1%';
    if (rate < 1 && rate > 0.9995) return '>99.9%';
    return fixed(100 * rate, 1) + '%';
  }

  function percentInterval(low, high) {
    if (!known(low) || !known(high)) return '';
    return `${fixed(100 * low, 1)} to ${fixed(100 * high, 1)}%`;
  }

  function signed(value, digits) {
    if (!known(value)) return MISSING;
    const text = fixed(value, digits);
    return value > 0 && !/^[0.,]+$/.test(text) ? '+' + text : text;
  }

  function interval(low, high, format) {
    return known(low) && known(high) ? `${format(low)} to ${format(high)}` : '';
  }

  // "p = 0.032", "p < 0.0001".
  function pValue(value) {
    if (!known(value)) return '';
    return value < 0.0001 ? 'p < 0.0001' : `p = ${fixed(value, value < 0.001 ? 4 : 3)}`;
  }

  // 10^x; below a million as an ordinary number.
  function powerOfTen(exponent) {
    if (!known(exponent)) return MISSING;
    return exponent < 6
      ? count(Number((10 ** exponent).toPrecision(2)))
      : '10' + superscript(exponent);
  }

  function superscript(exponent) {
    const raised = {
      '-': '⁻',
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
    return Array.from(String(Math.round(exponent)), (digit) => raised[digit]).join('');
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

  function parseCell(name) {
    const parts = /^([a-z]{1,2})(\d{1,3})$/.exec(name);
    if (!parts) return null;
    const column =
      Array.from(parts[1]).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
    return { column, row: Number(parts[2]) - 1 };
  }

  function indices(number) {
    return Array.from({ length: number }, (_, i) => i);
  }

  const ENDS = { draw: 'drawn', truncated: 'truncated', forfeit: 'forfeited' };

  Report.text = {
    ENDS,
    indices,
    known,
    count,
    fixed,
    percent,
    percentInterval,
    signed,
    interval,
    pValue,
    powerOfTen,
    plural,
    cellName,
    parseCell,
  };
})(window.Report);
