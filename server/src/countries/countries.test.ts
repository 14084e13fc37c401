// Functions that are off in a country follow from what users declared: purchases and registrations are refused there,
// and nothing else. What users have can be closed, sold and withdrawn.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTradingBreak } from '@halyard/contract/limits/breakCalls';
import { getOwnLimits } from '@halyard/contract/limits/calls';
import { getPublishedLimits } from '@halyard/contract/limits/publishedCalls';
import { decimal } from '@halyard/contract/money';
import type { Order } from '@halyard/contract/spot/calls';
import { placeOrder, replaceOrder } from '@halyard/contract/spot/mutationCalls';
import { buyTrust, redeemTrust, type TrustOrder } from '@halyard/contract/trust/calls';
import { registerUser, sendMailCode } from '@halyard/contract/user/calls';
import { askWithdrawal, openWithdrawer, type Withdrawer } from '../testing/funding.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { openOffice, type Office } from '../testing/operatorTool.ts';
import { codeIn, TEST_PASSWORD } from '../testing/testServer.ts';

let office: Office;
let user: Withdrawer;
beforeAll(async () => {
  office = await openOffice({});
  user = await openWithdrawer(office.server);
  await office.server.fund(user, CURRENCY.USDT, '1000', 'trust');
  await office.server.fund(user, CURRENCY.BTC, '1');
  await office.server.feed.append('BTC/USDT', { price: '60000', at: new Date().toISOString() });
});
afterAll(() => office.close());

const own = () => ({ token: user.token });
const buy = (clientRequestId: string = randomUUID()) =>
  office.server.call(buyTrust, { product: 1, amount: decimal('100'), clientRequestId }, own()) as Promise<TrustOrder>;
const order = (side: 'buy' | 'sell', price = '60000') =>
  office.server.call(
    placeOrder,
    {
      baseId: CURRENCY.BTC,
      quoteId: CURRENCY.USDT,
      side,
      orderType: 'limit',
      quantity: decimal('0.01'),
      price: decimal(price),
      clientRequestId: randomUUID(),
    } as never,
    own(),
  ) as Promise<Order>;
const replace = ({ id }: Order, price: string) =>
  office.server.call(replaceOrder, { id, quantity: decimal('0.02'), price: decimal(price) } as never, own());
const set = (off: string) => office.tool.json('countries', 'set', 'DE', '--off', off, '--reason', 'a new law');
const register = async (address: string, country?: string) => {
  await office.server.call(sendMailCode, { address, purpose: 'register' });
  const code = codeIn(office.server.messages.findLast((message) => message.address === address));
  const password = TEST_PASSWORD;
  const request = { kind: 'email', address, code, password, passwordRepeat: password } as const;
  return office.server.call(registerUser, country === undefined ? request : { ...request, country });
};

describe('a product that is off', () => {
  it('cannot be bought, while what a user has is redeemed, sold and withdrawn', async () => {
    const requestId = randomUUID();
    const bought = await buy(requestId);
    await set('trust,spot');
    expect(await buy(requestId)).toMatchObject({ id: bought.id });
    await expect(buy()).rejects.toMatchObject({ code: 'PRODUCT_NOT_OFFERED' });
    await expect(order('buy')).rejects.toMatchObject({ code: 'PRODUCT_NOT_OFFERED' });
    await order('sell');
    await office.server.call(redeemTrust, { id: bought.id, clientRequestId: randomUUID() }, own());
    await askWithdrawal(office.server, user);
    expect(await office.server.call(getOwnLimits, {}, own())).toMatchObject({ productsOff: ['spot', 'trust'] });
    const blocks = await office.server.call(getTradingBreak, {}, own());
    expect(blocks).toEqual({ until: null, isFrozen: false, productsOff: ['spot', 'trust'] });
  });

  it('cannot be bought by changing an order from before', async () => {
    await set('nothing');
    await office.server.fund(user, CURRENCY.USDT, '2000');
    const waiting = { buy: await order('buy', '59000'), sell: await order('sell', '61000') };
    await set('spot');
    await expect(replace(waiting.buy, '60000')).rejects.toMatchObject({ code: 'PRODUCT_NOT_OFFERED' });
    await replace(waiting.sell, '60000');
  });

  it('is published, and comes back', async () => {
    await set('trust,spot');
    expect((await office.server.call(getPublishedLimits, {})).countries).toEqual([
      { country: 'DE', isRegistrationOff: false, productsOff: ['spot', 'trust'] },
    ]);
    await set('nothing');
    await buy();
    expect((await office.server.call(getPublishedLimits, {})).countries).toEqual([]);
  });
});

it('registration needs a country where one is off, and refuses that one', async () => {
  await register('before@example.com');
  await set('registration');
  await expect(register('unknown@example.com')).rejects.toMatchObject({ code: 'COUNTRY_REQUIRED' });
  await expect(register('there@example.com', 'DE')).rejects.toMatchObject({ code: 'COUNTRY_NOT_SERVED' });
  await register('elsewhere@example.com', 'PE');
  expect(await office.auditOf('country:DE')).toContainEqual(
    expect.objectContaining({ action: 'countries.set', reason: 'off: registration; a new law' }),
  );
});
