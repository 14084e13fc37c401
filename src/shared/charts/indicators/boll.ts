import type { IndicatorParams } from '../chartSettings.ts';
import { simpleAverage } from './averages.ts';
import type { Columns } from '../candleSource.ts';
import type { Recipe } from './recipe.ts';

/**
 * BOLL, Bollinger bands: the moving average, and lines `deviations` standard deviations above and below. TA-Lib's
 * BBANDS with a simple average: the deviation is the population's, divided by `length` rather than `length` - 1.
 */
export function boll({ length, deviations }: IndicatorParams['boll']): Recipe {
  return {
    names: ['upper', 'middle', 'lower'],
    begin: () => {
      const average = simpleAverage(length);
      return (columns, index, isClosed, out) => {
        const middle = average(columns.close[index] ?? Number.NaN, isClosed);
        const distance = deviations * deviationFrom(middle, columns, index, length);
        out[0] = middle + distance;
        out[1] = middle;
        out[2] = middle - distance;
      };
    },
  };
}

/**
 * The window is summed for each candle: running sums of squares lose the digits that a quiet market's deviation
 * consists of.
 */
function deviationFrom(mean: number, { close }: Columns, index: number, length: number): number {
  if (Number.isNaN(mean)) return mean;
  let squares = 0;
  for (let place = index - length + 1; place <= index; place += 1) squares += ((close[place] ?? mean) - mean) ** 2;
  return Math.sqrt(squares / length);
}
