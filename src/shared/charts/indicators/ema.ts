import type { IndicatorParams } from '../chartSettings.ts';
import { averageLines } from './averageLines.ts';
import { exponentialAverage } from './averages.ts';
import type { Recipe } from './recipe.ts';

/** EMA, exponential averages of the closes: TA-Lib's EMA, which starts with the mean of its first values. */
export function ema({ lengths }: IndicatorParams['ema']): Recipe {
  return averageLines({ prefix: 'ema', of: 'close', lengths, average: exponentialAverage });
}
