import type { IndicatorParams } from '../chartSettings.ts';
import { averageLines } from './averageLines.ts';
import { simpleAverage } from './averages.ts';
import type { Recipe } from './recipe.ts';

/** MA, moving averages of the closes: TA-Lib's SMA. */
export function ma({ lengths }: IndicatorParams['ma']): Recipe {
  return averageLines({ prefix: 'ma', of: 'close', lengths, average: simpleAverage });
}
