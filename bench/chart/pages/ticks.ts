import { fromModelNumber } from '@halyard/contract/money';
import type { ChartCandle } from '../../../src/shared/charts/candleSource.ts';

/** At a tick a second, a candle of a minute. */
const TICKS_PER_CANDLE = 60;
const MINUTE_MS = 60_000;
/** A second's move is to a minute's as one to the root of sixty. */
const SHARE_OF_MINUTE = 1 / Math.sqrt(60);

/**
 * The market continues after its last candle, without an end: the steps are those of the recorded closes, from the
 * first one on. The same every time.
 */
export function* ticksAfter(candles: readonly ChartCandle[]): Generator<ChartCandle, never> {
  const closes = candles.map(({ close }) => Number(close));
  let [price, openedAtMs] = [closes.at(-1) ?? 0, candles.at(-1)?.openedAtMs ?? 0];
  for (let step = 0; ;) {
    openedAtMs += MINUTE_MS;
    const open = price;
    let [high, low, volume] = [price, price, 0];
    for (let tick = 0; tick < TICKS_PER_CANDLE; tick += 1) {
      step += 1;
      const at = step % (closes.length - 1);
      price += ((closes[at + 1] ?? 0) - (closes[at] ?? 0)) * SHARE_OF_MINUTE;
      [high, low, volume] = [Math.max(high, price), Math.min(low, price), volume + 0.01 + (step % 7) * 0.02];
      const prices = { open: cents(open), high: cents(high), low: cents(low), close: cents(price) };
      yield { openedAtMs, ...prices, volume: fromModelNumber(volume, 6) };
    }
  }
}

function cents(price: number) {
  return fromModelNumber(price, 2);
}
