// Histograms of whole numbers: bars of equal width that show the shape of the data, not the
// grid it lies on. Nothing here touches the document.
const MAX_BARS = 60;
const MULTIPLES = [1, 2, 3, 4, 5, 6, 8].flatMap((lead) =>
  Array.from({ length: 15 }, (_, zeros) => lead * 10 ** zeros),
);
MULTIPLES.sort((a, b) => a - b);

function commonDivisor(a, b) {
  return b === 0 ? Math.abs(a) : commonDivisor(b, a % b);
}

const remainder = (a, b) => ((a % b) + b) % b;

// The value below which a share of the games lies.
function quantile(rows, share) {
  let left = share * rows.reduce((sum, row) => sum + row.value, 0);
  for (const row of rows) {
    left -= row.value;
    if (left <= 1e-12) return row.at;
  }
  return rows[rows.length - 1].at;
}

// The width that suits this number of games (Freedman and Diaconis 1981): narrower bars
// show mostly chance.
function smoothWidth(rows, games) {
  const spread = quantile(rows, 0.75) - quantile(rows, 0.25);
  return games > 0 ? (2 * spread) / Math.cbrt(games) : 0;
}

const SLIGHT = 1.12;
const STRONG = 1.5;
const LONG = 24; // bars; teeth among fewer can be told apart

// Whether some remainders are more common than others, so that bars of `width` numbers would
// look like a comb with `period` teeth: games of two players often end on odd plies.
function isComb(rows, width, period) {
  const bars = (rows[rows.length - 1].at - rows[0].at) / width;
  const classes = Array.from({ length: period }, () => 0);
  for (const row of rows) classes[remainder(Math.floor(row.at / width), period)] += row.value;
  const sum = classes.reduce((a, b) => a + b, 0);
  return Math.max(...classes) * period > sum * (bars > LONG ? SLIGHT : STRONG);
}

// rows: [{ at, value }], whole numbers and their shares; options.games: how many games these
// are shares of; options.period: what the numbers may be multiples of, such as the number of
// seats; options.ranges: no bar may stand for a single number.
// Returns { start, width, apart, single, bars, of(at), position(at) }: each bar has `width`
// numbers from start on, or the one number it can have if `single`; `apart` is the distance
// of numbers that occur; of: the index of the bar of a number; position: where a number, also
// a fraction, is in units of bars.
function bins(rows, options) {
  const sorted = [...rows].sort((a, b) => a.at - b.at);
  const least = sorted[0].at;
  const most = sorted[sorted.length - 1].at;
  const apart = sorted.reduce((sum, row) => commonDivisor(sum, row.at - least), 0) || 1;
  const period = options.period || 1;
  const common = (apart * period) / commonDivisor(apart, period);
  const wanted = 0.75 * smoothWidth(sorted, options.games);
  const fits = (width) => (most - least) / width < MAX_BARS && width >= wanted;
  const single =
    most === least ||
    (!options.ranges &&
      fits(apart) &&
      (common === apart || !isComb(sorted, apart, common / apart)));
  const widths = MULTIPLES.map((times) => times * common).filter(fits);
  const width = single
    ? apart
    : widths.slice(0, 3).find((each) => !isComb(sorted, each, 2)) || widths[0];
  const start = single ? least : Math.floor(least / width) * width;
  return {
    start,
    width,
    apart,
    single,
    bars: Math.floor((most - start) / width) + 1,
    of: (at) => Math.floor((at - start) / width),
    position: (at) => (single ? (at - start) / width : (at - start + 0.5) / width - 0.5),
  };
}

export { bins };
