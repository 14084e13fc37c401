import type { IndicatorParams } from '../chartSettings.ts';
import { averageLines } from './averageLines.ts';
import { simpleAverage } from './averages.ts';
import type { Recipe } from './recipe.ts';

/** VOL, moving averages of the volume: TA-Lib's SMA. The volume itself is a column of the candles. */
export function vol({ lengths }: IndicatorParams['vol']): Recipe {
  return averageLines({ prefix: 'ma', of: 'volume', lengths, average: simpleAverage });
}
