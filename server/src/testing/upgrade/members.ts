/** Two users of an exchange that runs as a process, who do everything there is to do with money. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sendChatMessage } from '@halyard/contract/chat/calls';
import { closePosition, openPosition } from '@halyard/contract/futures/calls';
import { getIdentity } from '@halyard/contract/identity/calls';
import { listMarkets } from '@halyard/contract/market/calls';
import { listMessages } from '@halyard/contract/notifications/calls';
import { listOfferings, subscribe } from '@halyard/contract/launchpad/calls';
import { buyOption, listOptions } from '@halyard/contract/options/calls';
import { transferFunds } from '@halyard/contract/wallet/transferCalls';
import { fundAccount } from '@halyard/contract/sandbox/calls';
import { cancelOrder, placeOrder } from '@halyard/contract/spot/mutationCalls';
import { buyTrust, listTrustProducts } from '@halyard/contract/trust/calls';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { decimal } from '@halyard/contract/money';
import { createHttpCaller } from '@halyard/contract/testing/httpCaller';
import { CURRENCY } from '../ledgerFixtures.ts';
import { createMembers, type Member } from '../members.ts';
import { BTC_USDT, orderRequest } from '../spotMarket.ts';

/** Reviews, fills and settlements come within this. */
const PATIENCE_MS = 120_000;

/**
 * Fills an exchange whose prices stay between 19,990 and 20,010. Nothing of the first user changes any more; the
 * second one has an option, a position, an order, a trust order and a subscription open.
 */
export async function fillExchange(url: string): Promise<readonly [settled: Member, open: Member]> {
  const call = createHttpCaller(url);
  const members = createMembers(url);
  const [ann, ben] = [await members.join(), await members.join()];
  for (const { token } of [ann, ben])
    await until(async () => (await call(getIdentity, {}, token)).basic.status === 'verified');
  const fund = (member: Member, account: AccountKind, amount = '1000', currencyId = CURRENCY.USDT) =>
    call(fundAccount, { currencyId, account, amount: decimal(amount) }, member.token);
  const place = (member: Member, ...of: Parameters<typeof orderRequest>) =>
    call(placeOrder, orderRequest(...of), member.token);
  await fund(ben, 'spot', '1', CURRENCY.BTC);
  // These orders stay open; taking orders fill immediately.
  await place(ben, 'sell', '0.01', '20008');
  const waiting = await place(ben, 'sell', '0.02', '21000');
  await place(ben, 'sell', '0.03', '21500');
  await place(ann, 'buy', '0.01', '20020');
  await place(ann, 'buy', '0.005');
  await place(ann, 'buy', '0.004', '19000');
  await call(cancelOrder, { id: waiting.id }, ben.token);
  await transfer(ann);
  await call(sendChatMessage, { text: 'Hello', clientId: randomUUID() }, ann.token);
  for (const member of [ann, ben])
    for (const account of ['option', 'futures', 'trust'] as const) await fund(member, account);
  await trade(ann, 30);
  await trade(ben, 300);
  await invest(ben);
  await members.payIn(ann, 2);
  await members.payOut(ann, 2);
  await until(async () => {
    const { messages } = await call(listMessages, { limit: 50 }, ann.token);
    const isReviewed = ['deposits', 'withdrawals'].every(
      (kind) => messages.filter(({ category }) => category === kind).length === 2,
    );
    const [option] = (await call(listOptions, {}, ann.token)).rows;
    return isReviewed && option?.status === 'closed';
  });
  return [ann, ben];

  async function transfer({ token }: Member): Promise<void> {
    const request = { currencyId: CURRENCY.USDT, from: 'spot', to: 'futures', amount: decimal('12.5') } as const;
    await call(transferFunds, request, token);
  }

  /** An option, and a position that a user of short options closes. */
  async function trade({ token }: Member, seconds: number): Promise<void> {
    const market = (await call(listMarkets, {}))
      .flatMap(({ markets }) => markets)
      .find(({ baseId }) => baseId === BTC_USDT.baseId);
    if (market === undefined) throw new Error('there is no market');
    const option = { marketId: market.id, currencyId: CURRENCY.USDT, direction: 'up', stake: decimal('20') } as const;
    await call(buyOption, { ...option, seconds, clientRequestId: randomUUID() }, token);
    const position = { ...BTC_USDT, lots: 2, leverage: 10, side: 'long', kind: 'market' } as const;
    const opened = await call(openPosition, { ...position, clientRequestId: randomUUID() }, token);
    if (typeof opened === 'string') throw new Error(opened);
    if (seconds < 60) await call(closePosition, { id: opened.id, clientRequestId: randomUUID() }, token);
  }

  async function invest({ token }: Member): Promise<void> {
    const product = (await call(listTrustProducts, {})).find(({ currencyId }) => currencyId === CURRENCY.USDT);
    const offer = (await call(listOfferings, {})).find(({ state }) => state === 'open');
    if (product === undefined || offer === undefined) throw new Error('there is nothing to invest in');
    const clientRequestId = randomUUID();
    await call(buyTrust, { product: product.id, amount: decimal('200'), clientRequestId }, token);
    await call(subscribe, { offeringId: offer.id, amount: decimal('100'), clientRequestId: randomUUID() }, token);
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (Date.now() > deadlineMs) throw new Error(`not within ${PATIENCE_MS} ms: ${condition.toString()}`);
    await pause(100);
  }
}
