import type { IndicatorParams } from '../chartSettings.ts';
import { wilderAverage, type Average } from './averages.ts';
import type { Recipe } from './recipe.ts';

/**
 * RSI (Welles Wilder, 1978): the share of the average rise in the sum of average rise and average fall from close to
 * close, in percent. As in TA-Lib it is 0 while the price has never moved.
 */
export function rsi({ lengths }: IndicatorParams['rsi']): Recipe {
  return {
    names: lengths.map((length) => `rsi${length}`),
    begin: () => {
      const shares = lengths.map(shareOfRises);
      return ({ close }, index, isClosed, out) => {
        const change = (close[index] ?? Number.NaN) - (close[index - 1] ?? Number.NaN);
        for (let line = 0; line < shares.length; line += 1) out[line] = shares[line]?.(change, isClosed) ?? Number.NaN;
      };
    },
  };
}

function shareOfRises(length: number): Average {
  const ofRises = wilderAverage(length);
  const ofFalls = wilderAverage(length);
  return (change, isClosed) => {
    const rise = ofRises(Math.max(0, change), isClosed);
    const fall = ofFalls(Math.max(0, -change), isClosed);
    return rise + fall === 0 ? 0 : (100 * rise) / (rise + fall);
  };
}
