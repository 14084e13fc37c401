/** The market calls: currency/quotation_new, currency/deal, currency/new_timeshar, coin/ticks. */
import { getPriceSource } from '@halyard/contract/market/priceSourceCalls';
import { getMarket, listCandles, listMarkets, listTicks } from '@halyard/contract/market/calls';
import { MODEL_BEFORE, NEW_MODEL } from '@halyard/contract/transparency/fixedKeys';
import { HISTORY_KEY } from '@halyard/contract/transparency/seedChain';
import { COIN_MODELS } from '@halyard/contract/market/simulatedModel';
import { answerPublic } from '../../calls/callHandler.ts';
import { pruneBars } from '../../market/candles.ts';
import type { Module } from '../../module.ts';
import { MARKET_COMMANDS } from './marketCommands.ts';
import { closedPageOf, findCandles, findPriceSource, findTicks, groupMarkets, withWireForm } from './service.ts';

const coins = [...COIN_MODELS].map(
  ([symbol, { anchor, volatility, dailyVolume }]) =>
    `${symbol}: begins near ${anchor}, deviation of a year's logarithmic return ${volatility}, ${dailyVolume} a day`,
);

/**
 * The rule text of simulated prices in the public log. The code that it names and the key of a day reproduce that day.
 */
const SIMULATED_PRICES = `${NEW_MODEL}
Every second the logarithm of a price moves by s z - s s / 2: s is the deviation of a second, z is sums of random words
of the tick. So the expected price is the one before, whatever was before.
The random words of a tick are HMAC-SHA-512 of "<market>|<unix time in ms>". Its key is HMAC-SHA-256(K, "ticks"), where K
is the key of the UTC day. The keys of all days are a chain of hashes whose anchor is in the log before the first price;
each is shown in the log after its day. What came before the log is made with the key "${HISTORY_KEY}".
The volume of a tick is the average of its hour, weekday and waves times a log-normal number, the size of the move, and
Pareto's number with exponent 4. Series by ${MODEL_BEFORE} have the same prices, and log-normal volumes alone.
The code is contract/src/market/simulatedModel.ts and simulatedVolume.ts; "halyard-verify day" runs it.
${coins.join('\n')}
`;

export const market: Module = {
  commands: MARKET_COMMANDS,
  readRules: async () => [{ name: 'simulated-prices', text: SIMULATED_PRICES }],
  create: (deps) => ({
    pruners: { candles: (tx, _nowMs, rowsMax) => pruneBars(tx, deps.settings.retention.barMonths, rowsMax) },
    handlers: [
      answerPublic(listMarkets, () => groupMarkets(deps)),
      answerPublic(getMarket, async ({ baseId, quoteId }) => (await deps.tickers.find(baseId, quoteId)) ?? null),
      answerPublic(
        listCandles,
        async (request) => withWireForm(await findCandles(deps, request)),
        (request) => closedPageOf(deps, request),
      ),
      answerPublic(getPriceSource, (request) => findPriceSource(deps, request)),
      answerPublic(listTicks, (request) => findTicks(deps, request)),
    ],
  }),
};
