/** The market that the phone tests trade on: one-minute candles of a price that swings, the same in every run. */
import { writeFile } from 'node:fs/promises';

/** Its beginning names the market. */
export const RECORDING = 'btcusdt-swings.csv';

/** As far back as the screens look. */
const PAST_MINUTES = 3 * 24 * 60;
/** Longer than all phone tests take, and those for which the market runs an hour a minute. */
const AHEAD_MINUTES = 2 * 24 * 60;
const MIDDLE = 24_000;
/** Half a swing moves the price by 1.6 %: orders that wait near it are reached within half a swing. */
const SWING = 192;
const MINUTES_A_SWING = 30;
/** A slower swing makes hours and days differ. */
const TIDE = 600;
const MINUTES_A_TIDE = 11 * 60;

/** Writes the candles around now. */
export async function writeRecording(path: string): Promise<void> {
  const firstMinute = Math.floor(Date.now() / 60_000) - PAST_MINUTES;
  const rows = Array.from({ length: PAST_MINUTES + AHEAD_MINUTES }, (_, index) => {
    const [open, close] = [priceAt(index), priceAt(index + 1)];
    const reach = 1 + ((index * 7) % 5);
    const high = Math.max(open, close) + reach;
    const low = Math.min(open, close) - reach;
    const prices = [open, high, low, close].map((price) => price.toFixed(2));
    return [(firstMinute + index) * 60, ...prices, 5 + ((index * 13) % 17)].join();
  });
  await writeFile(path, ['time,open,high,low,close,volume', ...rows, ''].join('\n'));
}

function priceAt(minute: number): number {
  const turn = 2 * Math.PI * minute;
  const price = MIDDLE + SWING * Math.sin(turn / MINUTES_A_SWING) + TIDE * Math.sin(turn / MINUTES_A_TIDE);
  return Math.round(price * 100) / 100;
}
