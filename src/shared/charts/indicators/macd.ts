import type { IndicatorParams } from '../chartSettings.ts';
import { exponentialAverage } from './averages.ts';
import type { Recipe } from './recipe.ts';

/**
 * MACD (Gerald Appel): the fast average of the closes minus the slow one (`dif`), the average of that (`dea`), and the
 * first minus the second (`bars`, which some platforms double). As in TA-Lib's MACD both averages have their first
 * value at the same candle, so the fast one skips as many closes as it is shorter. TA-Lib begins all three lines with
 * the first value of `dea`; here `dif` begins with its own first value. Lengths in the wrong order are swapped.
 */
export function macd({ fast, slow, signal }: IndicatorParams['macd']): Recipe {
  const shorter = Math.min(fast, slow);
  const longer = Math.max(fast, slow);
  return {
    names: ['dif', 'dea', 'bars'],
    begin: () => {
      const ofFast = exponentialAverage(shorter);
      const ofSlow = exponentialAverage(longer);
      const ofDif = exponentialAverage(signal);
      return (columns, index, isClosed, out) => {
        const close = columns.close[index] ?? Number.NaN;
        const fastAverage = index < longer - shorter ? Number.NaN : ofFast(close, isClosed);
        const dif = fastAverage - ofSlow(close, isClosed);
        const dea = ofDif(dif, isClosed);
        out[0] = dif;
        out[1] = dea;
        out[2] = dif - dea;
      };
    },
  };
}
