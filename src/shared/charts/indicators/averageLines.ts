import type { IndicatorParams } from '../chartSettings.ts';
import { exponentialAverage, simpleAverage, type Average } from './averages.ts';
import type { Recipe } from './recipe.ts';

type AverageLines = {
  /** Text before the length in a line's name. */
  readonly prefix: string;
  readonly of: 'close' | 'volume';
  readonly lengths: readonly number[];
  readonly average: (length: number) => Average;
};

/** MA, moving averages of the closes: TA-Lib's SMA. */
export function ma({ lengths }: IndicatorParams['ma']): Recipe {
  return averageLines({ prefix: 'ma', of: 'close', lengths, average: simpleAverage });
}

/** EMA, exponential averages of the closes: TA-Lib's EMA, which starts with the mean of its first values. */
export function ema({ lengths }: IndicatorParams['ema']): Recipe {
  return averageLines({ prefix: 'ema', of: 'close', lengths, average: exponentialAverage });
}

/** VOL, moving averages of the volume: TA-Lib's SMA. The volume itself is a column of the candles. */
export function vol({ lengths }: IndicatorParams['vol']): Recipe {
  return averageLines({ prefix: 'ma', of: 'volume', lengths, average: simpleAverage });
}

/** One line per length: an average of a column. */
function averageLines({ prefix, of, lengths, average }: AverageLines): Recipe {
  return {
    names: lengths.map((length) => `${prefix}${length}`),
    begin: () => {
      const averages = lengths.map(average);
      return (columns, index, isClosed, out) => {
        const value = columns[of][index] ?? Number.NaN;
        for (let line = 0; line < averages.length; line += 1) {
          out[line] = averages[line]?.(value, isClosed) ?? Number.NaN;
        }
      };
    },
  };
}
