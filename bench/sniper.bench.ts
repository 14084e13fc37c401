// The reason for the delay of live prices: a sniper who knows the world's price 300 ms before the exchange does,
// against options, futures and the ladder of the house. Recorded one-minute candles are played as paths of 100 ms;
// results are means after fees, by how far the price had moved, in deviations of one second, when the sniper acted. It
// exits with 1 when any mean under the rule is above zero by more than three standard errors.
// CANDLES=file.csv.gz (time,open,high,low,close,volume)   DAYS=30   SEED=1
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FILE = process.env['CANDLES'] ?? '';
const DAYS = Number(process.env['DAYS'] ?? '30');
const SEED = Number(process.env['SEED'] ?? '1');
const say = (line: string) => void process.stdout.write(`${line}\n`);

const MINUTES_A_DAY = 1440;
/** Steps of 100 ms. */
const STEPS_A_SECOND = 10;
const STEPS_A_MINUTE = 600;
/** How much later than the world the exchange knows a price: three steps. */
const LAG = 3;
/** `entry_delay_ms` of 1,000. */
const DELAY = 10;
const THRESHOLDS = [0.5, 1, 1.5, 2, 2.5, 3, 4] as const;
/** The first terms of a sandbox. */
const OPTIONS = [
  { seconds: 30, ratio: 0.8 },
  { seconds: 300, ratio: 0.9 },
] as const;
const FUTURES_COST = 0.0005 + 12 / 60_000;
const LADDER_COST = 0.001 + 0.0002;
/** A position is closed at the first price from so many seconds after its opening on. */
const HOLD_SECONDS = 5;
const PRICE_STEP = 0.01;

type Candle = { readonly high: number; readonly low: number; readonly close: number };

/** A path, one world price a step, and the deviation of one second in each minute. */
type Path = { readonly world: Float64Array; readonly deviations: Float64Array };

/** Results of the trades that began at each threshold. */
type Tally = { readonly counts: number[]; readonly sums: number[]; readonly squares: number[] };

const RULES = ['last price', 'next price', 'a second later'] as const;
type Rule = (typeof RULES)[number];
const PRODUCTS = ['options 30 s', 'options 300 s', 'futures', 'ladder'] as const;
type Product = (typeof PRODUCTS)[number];

if (FILE === '') say('CANDLES names no file of candles: nothing is played.');
else run();

function run(): void {
  const candles = readCandles(FILE);
  const random = createRandom(SEED);
  const tallies = new Map<string, Tally>();
  for (let day = 0; day < DAYS; day += 1) {
    const from = (day * MINUTES_A_DAY) % Math.max(1, candles.length - MINUTES_A_DAY + 1);
    playDay(pathOf(candles.slice(from, from + MINUTES_A_DAY), random), tallies);
  }
  say(`${DAYS} days of ${(candles.length / MINUTES_A_DAY).toFixed(0)} recorded ones, seed ${SEED}`);
  for (const product of PRODUCTS) report(product, tallies);
  report('ladder, cancelled in time', tallies);
}

function report(product: string, tallies: ReadonlyMap<string, Tally>): void {
  const unit = product.startsWith('options') ? '% of the stake' : 'parts in 10,000 of the amount';
  const scale = product.startsWith('options') ? 100 : 10_000;
  say(`\n${product}: mean result after fees in ${unit} (standard error; trades)`);
  const rules = RULES.filter((rule) => tallies.has(`${product} ${rule}`));
  say(['deviations', ...rules].map((cell) => cell.padEnd(30)).join(''));
  for (const [index, threshold] of THRESHOLDS.entries()) {
    const cells = rules.map((rule) => {
      const { mean, error, count } = summary(tallies.get(`${product} ${rule}`), index);
      if (rule === 'a second later' && mean > 3 * error) process.exitCode = 1;
      if (count === 0) return '-';
      return `${(mean * scale).toFixed(2)} (${(error * scale).toFixed(2)}; ${count})`;
    });
    say([String(threshold), ...cells].map((cell) => cell.padEnd(30)).join(''));
  }
}

function summary(tally: Tally | undefined, index: number) {
  const count = tally?.counts[index] ?? 0;
  const mean = count === 0 ? 0 : (tally?.sums[index] ?? 0) / count;
  const variance = count < 2 ? 0 : (tally?.squares[index] ?? 0) / count - mean * mean;
  return { count, mean, error: count === 0 ? 0 : Math.sqrt(Math.max(0, variance) / count) };
}

/** Plays a day: at most one trade of each threshold and rule a second. */
function playDay({ world, deviations }: Path, tallies: Map<string, Tally>): void {
  const seconds = Math.floor(world.length / STEPS_A_SECOND);
  const priceAt = (second: number) => world[second * STEPS_A_SECOND - LAG] ?? Number.NaN;
  const take = (product: Product | 'ladder, cancelled in time', rule: Rule, index: number, result: number) => {
    const key = `${product} ${rule}`;
    const tally = tallies.get(key) ?? { counts: [], sums: [], squares: [] };
    tallies.set(key, tally);
    tally.counts[index] = (tally.counts[index] ?? 0) + 1;
    tally.sums[index] = (tally.sums[index] ?? 0) + result;
    tally.squares[index] = (tally.squares[index] ?? 0) + result * result;
  };
  /** A trade of all products that is decided at `step` and opens at the price of `entry`. */
  const trade = (rule: Rule, index: number, { step, side, entry }: { step: number; side: 1 | -1; entry: number }) => {
    const price = priceAt(entry);
    for (const { seconds: length, ratio } of OPTIONS) {
      const end = round(priceAt(Math.ceil((step + length * STEPS_A_SECOND) / STEPS_A_SECOND)));
      const moved = Math.sign(end - round(price)) * side;
      take(`options ${length} s`, rule, index, moved === 0 ? 0 : moved > 0 ? ratio : -1);
    }
    const opened = Math.max(step, entry * STEPS_A_SECOND);
    const delay = rule === 'a second later' ? DELAY : 0;
    const close = priceAt(Math.ceil((opened + HOLD_SECONDS * STEPS_A_SECOND + delay) / STEPS_A_SECOND));
    take('futures', rule, index, (side * (close - price)) / price - FUTURES_COST);
    // The bought coins are worth the world's price at that instant.
    const worth = world[opened] ?? Number.NaN;
    take('ladder', rule, index, (side * (worth - price)) / price - LADDER_COST);
  };
  for (let second = 2; second < seconds - OPTIONS[1].seconds - HOLD_SECONDS; second += 1) {
    const deviation = (deviations[Math.floor(second / 60)] ?? Number.NaN) * priceAt(second);
    // A minute without a trade.
    if (deviation === 0) continue;
    const begin = second * STEPS_A_SECOND;
    for (const [index, threshold] of THRESHOLDS.entries()) {
      const isFar = (step: number, price: number) => Math.abs((world[step] ?? price) - price) >= threshold * deviation;
      const sideOf = (step: number, price: number) => ((world[step] ?? price) > price ? 1 : -1);
      // The last price is known to all: the sniper sees how far the world is away from it.
      const step = firstStep(begin, begin + STEPS_A_SECOND, (one) => isFar(one, priceAt(second)));
      if (step !== undefined) {
        const side = sideOf(step, priceAt(second));
        trade('last price', index, { step, side, entry: second });
        trade('a second later', index, { step, side, entry: Math.ceil((step + DELAY) / STEPS_A_SECOND) });
      }
      // The sniper knows the next price 300 ms before it comes, and sees where the world goes from there.
      const next = begin + STEPS_A_SECOND;
      const late = firstStep(next - LAG + 1, next, (one) => isFar(one, priceAt(second + 1)));
      if (late !== undefined)
        trade('next price', index, { step: late, side: sideOf(late, priceAt(second + 1)), entry: second + 1 });
      // An order that waits is cancelled when the world does not go its way in the last 300 ms.
      if (isFar(next, priceAt(second + 1))) {
        const price = priceAt(second + 1);
        const result = Math.abs((world[next] ?? price) - price) / price - LADDER_COST;
        take('ladder, cancelled in time', 'a second later', index, result);
      }
    }
  }
}

function firstStep(from: number, to: number, isFound: (step: number) => boolean): number | undefined {
  for (let step = from; step < to; step += 1) if (isFound(step)) return step;
  return undefined;
}

function round(price: number): number {
  return Math.round(price / PRICE_STEP);
}

/**
 * A path as volatile in each minute as the high and low of its candle show. Its direction is by chance: a path that is
 * tied to the recorded closes has trends within the minute that a market does not have.
 */
function pathOf(candles: readonly Candle[], random: () => number): Path {
  const world = new Float64Array(candles.length * STEPS_A_MINUTE);
  const deviations = new Float64Array(candles.length);
  let logarithm = Math.log(candles[0]?.close ?? 1);
  for (const [minute, { high, low }] of candles.entries()) {
    // Parkinson's estimate.
    const perMinute = Math.log(high / low) / Math.sqrt(4 * Math.LN2);
    deviations[minute] = perMinute / Math.sqrt(60);
    const perStep = perMinute / Math.sqrt(STEPS_A_MINUTE);
    for (let step = 0; step < STEPS_A_MINUTE; step += 1) {
      // The expected price is the one before.
      logarithm += perStep * random() - (perStep * perStep) / 2;
      world[minute * STEPS_A_MINUTE + step] = Math.exp(logarithm);
    }
  }
  return { world, deviations };
}

/** Normally distributed numbers: the polar method over xorshift128. */
function createRandom(seed: number): () => number {
  let [x, y, z, w] = [seed | 0, 362_436_069, 521_288_629, 88_675_123];
  const uniform = () => {
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return (w >>> 0) / 2 ** 32;
  };
  let spare: number | undefined;
  return () => {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    for (;;) {
      const [a, b] = [2 * uniform() - 1, 2 * uniform() - 1];
      const s = a * a + b * b;
      if (s === 0 || s >= 1) continue;
      const factor = Math.sqrt((-2 * Math.log(s)) / s);
      spare = b * factor;
      return a * factor;
    }
  };
}

function readCandles(file: string): Candle[] {
  const bytes = readFileSync(file);
  const text = file.endsWith('.gz') ? gunzipSync(bytes).toString('utf8') : bytes.toString('utf8');
  const [, ...lines] = text.trim().split('\n');
  return lines.map((line) => {
    const [, , high, low, close] = line.split(',').map(Number);
    return { high: high ?? 0, low: low ?? 0, close: close ?? 0 };
  });
}
