// Wire names of money fields, in both directions: a figure under another field's name is still a figure, so no codec
// refuses it.
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addMargin, openPosition } from './futures/calls.ts';
import { declareDeposit } from './deposits/calls.ts';
import { subscribe } from './launchpad/calls.ts';
import { buyOption } from './options/calls.ts';
import { transferFunds } from './wallet/transferCalls.ts';
import { placeOrder, replaceOrder } from './spot/mutationCalls.ts';
import { buyTrust } from './trust/calls.ts';
import { withdraw } from './withdrawals/calls.ts';

const id = '018f3b5e-7c00-7000-8000-000000000001';

const REQUESTS = [
  {
    call: placeOrder,
    wire: {
      currency_id: 1,
      legal_id: 3,
      type: 1,
      amount: '0.12345678',
      target_price: '28000.5',
      stop_price: '27999.25',
      order_type: 'stop_limit',
      time_in_force: 'ioc',
      client_request_id: id,
    },
    domain: {
      baseId: 1,
      quoteId: 3,
      side: 'buy',
      quantity: '0.12345678',
      price: '28000.5',
      stopPrice: '27999.25',
      orderType: 'stop_limit',
      timeInForce: 'ioc',
      clientRequestId: id,
    },
  },
  {
    call: replaceOrder,
    wire: { id: 7, amount: '0.12345678', target_price: '28000.5', stop_price: '27999.25' },
    domain: { id: 7, quantity: '0.12345678', price: '28000.5', stopPrice: '27999.25' },
  },
  {
    call: buyOption,
    wire: { match_id: 5, currency_id: 3, type: 2, seconds: 60, number: '100.000000001' },
    domain: { marketId: 5, currencyId: 3, direction: 'down', seconds: 60, stake: '100.000000001' },
  },
  {
    call: openPosition,
    wire: {
      share: 5,
      multiple: 20,
      type: 2,
      target_price: '60000.5',
      target_profit_price: '59000',
      stop_loss_price: '61000',
    },
    domain: { lots: 5, leverage: 20, side: 'short', targetPrice: '60000.5', takeProfit: '59000', stopLoss: '61000' },
  },
  {
    call: withdraw,
    wire: { currency: 4, number: '12.345678901234567891', address_id: 9, pay_password: '012345' },
    domain: { channelId: 4, amount: '12.345678901234567891', addressId: 9, fundPassword: '012345' },
  },
  { call: buyTrust, wire: { config_id: 2, amount: '500.5' }, domain: { product: 2, amount: '500.5' } },
  { call: subscribe, wire: { config_id: 6, amount: '40.25' }, domain: { offeringId: 6, amount: '40.25' } },
] as const;

describe.each(REQUESTS)('$call.path', ({ call, wire, domain }) => {
  it('names every figure on the wire', () => {
    expect(z.encode(call.request as z.ZodMiniType, domain)).toEqual(wire);
  });

  it('reads every figure from the wire', () => {
    expect(z.decode(call.request as z.ZodMiniType, wire)).toEqual(domain);
  });
});

it('distinguishes a missing amount from zero', () => {
  const read = (number: unknown) => z.safeDecode(withdraw.request, { currency: 4, number } as never);
  expect(read(undefined).data?.amount).toBeUndefined();
  expect(read('0').data?.amount).toBe('0');
  for (const wrong of ['x', '1e5', '0x10', '1,5', '１', null]) expect(read(wrong).success, String(wrong)).toBe(false);
});

it('distinguishes an empty price of a replacement from zero and from the old price', () => {
  const form = { id: 7, amount: '1', target_price: '' };
  expect(z.safeDecode(replaceOrder.request, form as never).success).toBe(false);
});

it.each([
  [buyTrust, { config_id: 2 }, 'amount'],
  [subscribe, { config_id: 6 }, 'amount'],
  [buyOption, { match_id: 5, type: 2, seconds: 60 }, 'number'],
  [declareDeposit, { currency: 4 }, 'amount'],
  [withdraw, { currency: 4 }, 'number'],
  [transferFunds, { currency_id: 3, from_field: 'change', to_field: 'lever' }, 'number'],
  [addMargin, { id: 7 }, 'amount'],
  [placeOrder, { currency_id: 1, legal_id: 3, type: 1 }, 'amount'],
  [replaceOrder, { id: 7 }, 'amount'],
] as const)('an empty amount of $0.path is read as a missing one', (call, wire, name) => {
  const read = (more: object) => z.decode(call.request as z.ZodMiniType, { ...wire, ...more });
  expect(read({ [name]: '' })).toEqual(read({}));
  expect(read({ [name]: ' ' })).toEqual(read({}));
});
