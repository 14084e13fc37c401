/** Markets in the shape of the list of markets. */
import type { AnswerOf } from '../call.ts';
import { groupBy } from '../groupBy.ts';
import type { listMarkets, Market } from './calls.ts';

/** Markets grouped by quote currency, both in their order. */
export function groupByQuote(markets: readonly Market[]): AnswerOf<typeof listMarkets> {
  return [...groupBy(markets, ({ quoteId }) => quoteId)].map(([id, group]) => ({
    id,
    name: group[0].quote,
    markets: group,
  }));
}
