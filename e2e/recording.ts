/** The market of the phone tests: one-minute candles of a price that swings, the same in every run. */
import { writeFile } from 'node:fs/promises';

/** Its beginning names the market. */
export const RECORDING = 'btcusdt-swings.csv';

/** As far back as the screens read. */
const PAST_MINUTES = 3 * 24 * 60;
/** Longer than all phone tests take, and those for which the market runs faster. */
const AHEAD_MINUTES = 2 * 24 * 60;
const MIDDLE_CENTS = 2_400_000;
/** A swing moves the price by 1.6 %: a swing reaches orders that wait near it. */
const SWING_CENTS = 19_200;
const MINUTES_A_SWING = 30;
/** A slower swing makes hours and days differ. */
const TIDE_CENTS = 60_000;
const MINUTES_A_TIDE = 11 * 60;

/** Writes the candles around now. */
export async function writeRecording(path: string): Promise<void> {
  const firstMinute = Math.floor(Date.now() / 60_000) - PAST_MINUTES;
  const rows = Array.from({ length: PAST_MINUTES + AHEAD_MINUTES }, (_, index) => {
    const [open, close] = [centsAt(index), centsAt(index + 1)];
    const reach = 100 + ((index * 70) % 500);
    const prices = [open, Math.max(open, close) + reach, Math.min(open, close) - reach, close].map(priceOf);
    return [(firstMinute + index) * 60, ...prices, 5 + ((index * 13) % 17)].join();
  });
  await writeFile(path, ['time,open,high,low,close,volume', ...rows, ''].join('\n'));
}

/** Cents as a price of a file. */
export function priceOf(cents: number): string {
  const text = String(cents);
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

function centsAt(minute: number): number {
  const wave = (minutes: number) => Math.sin((2 * Math.PI * minute) / minutes);
  return Math.round(MIDDLE_CENTS + SWING_CENTS * wave(MINUTES_A_SWING) + TIDE_CENTS * wave(MINUTES_A_TIDE));
}
