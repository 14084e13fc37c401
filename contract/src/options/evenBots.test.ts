// No timing strategy beats `even`: bots that know the model, the prices so far and the rule lose the edge on average,
// as all users do.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../time.ts';
import { EVEN_MARKETS, priceOf, stepper, wordsOf } from '../../testing/evenPaths.ts';
import { isThorough } from '../../testing/thorough.ts';
import { keyBefore, noiseOf, tickKeyOf } from '../transparency/seedChain.ts';
import { decimal, toModelNumber, ZERO } from '../money/money.ts';
import { evenChance, stepsOf, ticksBetween } from './evenChance.ts';
import { EVEN_RATIO_MAX, evenRatio, houseEdgePercent, settle } from './rules.ts';

const PURCHASES = isThorough ? 100_000 : 400;
const SECONDS = 30;
const RATES = { profitRatio: decimal('80'), feeRate: ZERO };
const EDGE = houseEdgePercent(RATES);
/** A ratio is rounded down by less than this part of the stake. */
const ROUNDED = 0.002;

/** Knowledge of a bot: the newest prices in steps, in order, and the instant of the last one. */
type Seen = { readonly prices: readonly number[]; readonly atMs: number };
type Quoted = Seen & { readonly ratio: number; readonly exact: number };
type Bot = {
  readonly name: string;
  readonly symbol: string;
  /** The first price, and the price to restart from after it has moved far away. */
  readonly price: string;
  readonly band: string;
  readonly wants: (seen: Quoted) => boolean;
  /** Delay of a purchase after a tick. */
  readonly lateMs?: (seen: Seen) => number;
  /** With the keys of the days instead of random words. */
  readonly isKeyed?: true;
};

const last = ({ prices }: Seen, back = 0) => prices.at(-1 - back) ?? 0;

const BOTS: readonly Bot[] = [
  { name: 'blindly', symbol: 'XRP/USDT', price: '2', band: '0.0002', wants: () => true },
  {
    name: 'after three quiet ticks',
    symbol: 'LTC/USDT',
    price: '80',
    band: '0.01',
    wants: (seen) => [0, 1, 2].every((back) => last(seen, back) === last(seen, back + 1)),
  },
  {
    name: 'after three ticks that moved far',
    symbol: 'SOL/USDT',
    price: '150',
    band: '0.015',
    wants: (seen) => [0, 1, 2].every((back) => Math.abs(last(seen, back) - last(seen, back + 1)) > 12),
  },
  {
    name: 'at prices whose ratio is hardly rounded',
    symbol: 'DOGE/USDT',
    price: '0.14',
    band: '0.00001',
    wants: ({ ratio, exact }) => exact - ratio < 0.0005,
  },
  {
    name: 'at low prices of a small coin',
    symbol: 'DOGE/USDT',
    price: '0.03',
    band: '0',
    wants: (seen) => last(seen) < 3000,
  },
  {
    name: 'late in the second, and at the tick itself where that is worth more',
    symbol: 'LTC/USDT',
    price: '80',
    band: '0.01',
    wants: () => true,
    lateMs: (seen) => (last(seen) % 2 === 0 ? 999 : 0),
  },
  {
    name: 'across the change of the day and its key',
    symbol: 'DOGE/USDT',
    price: '0.14',
    band: '0.00001',
    isKeyed: true,
    wants: ({ atMs }) => DAY_MS - (atMs % DAY_MS) < SECONDS * 1000,
    lateMs: () => 500,
  },
];

/** The random words of each tick. */
function noise({ symbol, isKeyed }: Bot): (atMs: number) => () => number {
  const word = wordsOf(20_261_128);
  if (isKeyed === undefined) return () => word;
  let [day, link] = [-1, new Uint8Array(32).fill(5)];
  let key = tickKeyOf(link);
  return (atMs) => {
    if (Math.floor(atMs / DAY_MS) !== day) {
      day = Math.floor(atMs / DAY_MS);
      link = keyBefore(link) as typeof link;
      key = tickKeyOf(link);
    }
    const words = noiseOf(key, symbol, atMs);
    let place = 0;
    return () => words[place++] ?? 0;
  };
}

/** A series of one tick a second, with the newest four prices. */
function seriesOf(bot: Bot, start: number) {
  const [next, wordsAt] = [stepper(bot.symbol), noise(bot)];
  let [steps, atMs] = [start, DAY_MS - 40_000];
  let prices: readonly number[] = [];
  const tick = () => {
    // Of a keyed day, the time between its first and its last half minute is skipped.
    if (bot.isKeyed === true && atMs % DAY_MS === 35_000) atMs += DAY_MS - 70_000;
    atMs += 1000;
    steps = next(steps, wordsAt(atMs));
    prices = [...prices.slice(-3), steps];
  };
  return {
    tick,
    seen: () => ({ steps, atMs, prices }),
    /** Advances to the first tick at or after an instant. */
    until(dueMs: number) {
      for (;;) {
        if (atMs >= dueMs) return;
        tick();
      }
    },
    /** Restarts where the price has moved far away. */
    keepNear() {
      if (Math.abs(steps / start - 1) > 0.05) [steps, prices] = [start, []];
    },
  };
}

/** Results of stakes of 1, one after the other on one series. */
function resultsOf(bot: Bot): readonly number[] {
  const pricePlaces = EVEN_MARKETS.find(({ symbol }) => symbol === bot.symbol)?.pricePlaces ?? 0;
  const series = seriesOf(bot, stepsOf(decimal(bot.price), pricePlaces));
  const quoted = quoter(bot, pricePlaces);
  const point = ({ atMs, steps }: ReturnType<typeof series.seen>) => ({
    seq: 1,
    at: new Date(atMs).toISOString(),
    price: priceOf(steps, pricePlaces),
  });
  const results: number[] = [];
  while (results.length < PURCHASES) {
    series.tick();
    series.keepNear();
    const now = series.seen();
    const dueMs = now.atMs + (bot.lateMs?.(now) ?? 1) + SECONDS * 1000;
    const quote = now.prices.length < 4 ? undefined : quoted(now.steps, ticksBetween(now.atMs, dueMs));
    if (quote === undefined || !bot.wants({ ...now, ...quote })) continue;
    series.until(dueMs);
    const option = {
      direction: 'even',
      pricePrecision: pricePlaces,
      band: decimal(bot.band),
      open: point(now),
    } as const;
    const end = point(series.seen());
    const outcome = settle({ ...option, dueAt: new Date(dueMs).toISOString() }, [end]);
    results.push(outcome?.result === 'win' ? quote.ratio : -1);
  }
  return results;
}

/** The ratio at a price, and the same before rounding; undefined where it is capped. */
function quoter({ symbol, band }: Bot, pricePlaces: number) {
  const known = new Map<string, { ratio: number; exact: number } | undefined>();
  return (steps: number, ticks: number) => {
    const name = `${steps} ${ticks}`;
    if (!known.has(name)) {
      const price = priceOf(steps, pricePlaces);
      const chance = evenChance({ symbol, pricePlaces, price, ticks, band: decimal(band) }) ?? ZERO;
      const ratio = evenRatio(chance, EDGE);
      const exact = (100 - toModelNumber(EDGE)) / toModelNumber(chance) - 1;
      const isCut = ratio === undefined || ratio === EVEN_RATIO_MAX;
      known.set(name, isCut ? undefined : { ratio: toModelNumber(ratio) / 100, exact });
    }
    return known.get(name);
  };
}

describe('a bot that buys', () => {
  it.each(BOTS)('$name loses the edge', (bot) => {
    const results = resultsOf(bot);
    const mean = results.reduce((sum, result) => sum + result, 0) / results.length;
    const variance = results.reduce((sum, result) => sum + (result - mean) ** 2, 0) / results.length;
    const error = Math.sqrt(variance / results.length);
    const edge = toModelNumber(EDGE) / 100;
    expect(Math.abs(mean + edge)).toBeLessThan(3 * error + ROUNDED);
    // With a few hundred purchases the error is larger than the edge.
    if (isThorough) expect(mean).toBeLessThan(0);
  });
});
