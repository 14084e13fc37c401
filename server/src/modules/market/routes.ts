/** The market calls: currency/quotation_new, currency/deal, currency/new_timeshar, coin/ticks. */
import { getMarket, listCandles, listMarkets, listTicks } from '@halyard/contract/calls/markets';
import { answerPublic, type CallHandler } from '../../calls/callHandler.ts';
import { findCandles, findTicks, groupMarkets, type MarketDeps } from './service.ts';

/** Handlers of the public market calls. */
export function createMarketHandlers(deps: MarketDeps): readonly CallHandler[] {
  return [
    answerPublic(listMarkets, () => groupMarkets(deps)),
    answerPublic(getMarket, async ({ baseId, quoteId }) => (await deps.tickers.find(baseId, quoteId)) ?? null),
    answerPublic(listCandles, (request) => findCandles(deps, request)),
    answerPublic(listTicks, (request) => findTicks(deps, request)),
  ];
}
