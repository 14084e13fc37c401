/** The market calls: currency/quotation_new, currency/deal, currency/new_timeshar, coin/ticks. */
import { getMarket, listCandles, listMarkets, listTicks } from '@halyard/contract/market/calls';
import { answerPublic } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { SIMULATED_PRICES } from './simulatedPrices.ts';
import { findCandles, findTicks, groupMarkets } from './service.ts';
import { withWireForm } from './wireCandles.ts';

export const market: Module = {
  readRules: async () => [{ name: 'simulated-prices', text: SIMULATED_PRICES }],
  create: (deps) => ({
    handlers: [
      answerPublic(listMarkets, () => groupMarkets(deps)),
      answerPublic(getMarket, async ({ baseId, quoteId }) => (await deps.tickers.find(baseId, quoteId)) ?? null),
      answerPublic(listCandles, async (request) => withWireForm(await findCandles(deps, request))),
      answerPublic(listTicks, (request) => findTicks(deps, request)),
    ],
  }),
};
