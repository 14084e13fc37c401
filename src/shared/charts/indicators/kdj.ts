import type { IndicatorParams } from '../chartSettings.ts';
import { exponentialAverage } from './averages.ts';
import type { Columns } from '../candleSource.ts';
import type { Recipe } from './recipe.ts';

/**
 * KDJ: the position of the close between the lowest low and the highest high of the last candles, in percent, smoothed
 * (`k`), smoothed again (`d`), and `j` = 3k - 2d. A new value has weight 1 / k, which is an exponential average over 2k
 * - 1: TA-Lib's STOCH(9, 5, EMA, 5, EMA) for KDJ(9, 3, 3). As in TA-Lib it is 0 where highest and lowest are equal, and
 * the smoothing starts with a mean, where other platforms start it with 50.
 */
export function kdj({ length, k, d }: IndicatorParams['kdj']): Recipe {
  return {
    names: ['k', 'd', 'j'],
    begin: () => {
      const ofPlace = exponentialAverage(2 * k - 1);
      const ofK = exponentialAverage(2 * d - 1);
      return (columns, index, isClosed, out) => {
        const smoothed = ofPlace(placeInRange(columns, index, length), isClosed);
        const twice = ofK(smoothed, isClosed);
        out[0] = smoothed;
        out[1] = twice;
        out[2] = 3 * smoothed - 2 * twice;
      };
    },
  };
}

function placeInRange({ high, low, close }: Columns, index: number, length: number): number {
  if (index < length - 1) return Number.NaN;
  let highest = -Infinity;
  let lowest = Infinity;
  for (let place = index - length + 1; place <= index; place += 1) {
    highest = Math.max(highest, high[place] ?? highest);
    lowest = Math.min(lowest, low[place] ?? lowest);
  }
  return highest === lowest ? 0 : (100 * ((close[index] ?? Number.NaN) - lowest)) / (highest - lowest);
}
