/** Rates of fiat currencies, for the totals that users see. */
import { listMoneyRates } from '@halyard/contract/money-rates/calls';
import { dateOf } from '@halyard/contract/time';
import { answerPublic } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { selectNewestRates } from './moneyRates.ts';
import { RATE_COMMANDS } from './rateCommands.ts';

export const moneyRates: Module = {
  commands: RATE_COMMANDS,
  create: ({ db, clock }) => ({
    handlers: [
      answerPublic(listMoneyRates, async () => {
        const rates = await selectNewestRates(db, dateOf(clock.nowMs()));
        return rates.map(({ currency, perUsdt, day }) => ({ currency, perUsdt, day }));
      }),
    ],
  }),
};
