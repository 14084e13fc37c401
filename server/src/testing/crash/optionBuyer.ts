/** A buyer of options of an exchange process, who repeats each purchase until it is answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import { getIdentity } from '@halyard/contract/identity/calls';
import { listMarkets } from '@halyard/contract/market/calls';
import { buyOption, listOptions, type Option } from '@halyard/contract/options/calls';
import { fundAccount } from '@halyard/contract/sandbox/calls';
import { decimal } from '@halyard/contract/money';
import { createHttpCaller } from '@halyard/contract/testing/httpCaller';
import { CURRENCY } from '../ledgerFixtures.ts';
import { createMembers } from '../members.ts';
import type { ExchangeProcess } from './exchangeProcess.ts';
import { refusable, untilAnswered } from './trader.ts';

export type OptionBuyer = {
  /** The acknowledged options, oldest first. */
  readonly acknowledged: { readonly requestId: string; readonly option: Option }[];
  /** Buys until `signal` aborts, and ends only after the last purchase was answered. */
  buy(signal: AbortSignal): Promise<void>;
  /** Number of the buyer's options that are not settled. */
  countOpen(): Promise<number>;
};

/** Purchases of a buyer, from a seed. */
export type Choose = <T>(values: readonly T[]) => T;

const FUNDS = '1000000';
// Their prices are replayed, for which `even` is not offered.
const DIRECTIONS = ['up', 'down'] as const;
const STAKES = ['10', '33.33', '100', '12.34567891'].map(decimal);

/** Registers, is verified and gets test funds in the options account. */
export async function openOptionBuyer(
  exchange: ExchangeProcess,
  { seconds, choose }: { readonly seconds: readonly number[]; readonly choose: Choose },
): Promise<OptionBuyer> {
  const call = createHttpCaller(exchange.url);
  const { token } = await createMembers(exchange.url).join();
  await vi.waitFor(
    async () => {
      const { basic } = await call(getIdentity, {}, token);
      if (basic.status !== 'verified') throw new Error('the buyer is not verified');
    },
    { timeout: 60_000, interval: 50 },
  );
  const usdt = { currencyId: CURRENCY.USDT, account: 'option', amount: decimal(FUNDS) } as const;
  await call(fundAccount, usdt, token);
  const markets = (await call(listMarkets, {})).flatMap((group) => group.markets);
  const acknowledged: OptionBuyer['acknowledged'] = [];
  return {
    acknowledged,
    async buy(signal) {
      while (!signal.aborted) {
        const requestId = randomUUID();
        const request = {
          marketId: choose(markets).id,
          currencyId: CURRENCY.USDT,
          direction: choose(DIRECTIONS),
          seconds: choose(seconds),
          stake: choose(STAKES),
          clientRequestId: requestId,
        };
        const option = await refusable(untilAnswered(exchange, buyOption, request, token));
        if (option !== undefined) acknowledged.push({ requestId, option });
        await pause(100);
      }
    },
    countOpen: async () => (await call(listOptions, { isOver: false, limit: 1 }, token)).total,
  };
}
