// Room names, requests and payloads survive a round trip, and foreign ones are refused.
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { OrderId } from '../ids.ts';
import { PERIODS } from '../market/calls.ts';
import { decimal } from '../money/money.ts';
import { accountCodec, accountEvent, type AccountEvent } from './accountRoom.ts';
import { depthData, parseRoom, resyncAnswer, rooms, ROOMS_MAX, subscribeAnswer, subscribeRequest } from './rooms.ts';

describe('parseRoom', () => {
  it('reads every name that the builders write', () => {
    expect(parseRoom(rooms.ticker)).toEqual({ kind: 'ticker' });
    expect(parseRoom(rooms.account)).toEqual({ kind: 'account' });
    expect(parseRoom(rooms.depth('BTC/USDT'))).toEqual({ kind: 'depth', symbol: 'BTC/USDT' });
    expect(parseRoom(rooms.trades('BTC/USDT'))).toEqual({ kind: 'trades', symbol: 'BTC/USDT' });
    for (const period of PERIODS) {
      expect(parseRoom(rooms.kline('BTC/USDT', period))).toEqual({ kind: 'kline', symbol: 'BTC/USDT', period });
    }
  });

  it.each([
    '',
    'depth',
    'depth:',
    'depth:BTC/USDT:1min',
    'account:17',
    'ticker:BTC/USDT',
    'constructor',
    'orders:BTC/USDT',
  ])('refuses %j', (name) => expect(parseRoom(name)).toEqual({ error: 'PARAMETER_INVALID' }));

  it.each(['kline:BTC/USDT', 'kline:BTC/USDT:1h', 'kline:BTC/USDT:'])('refuses the period of %j', (name) =>
    expect(parseRoom(name)).toEqual({ error: 'PERIOD_INVALID' }),
  );
});

it('refuses more rooms than a socket may be in, and names longer than any room has', () => {
  const many = Array.from({ length: ROOMS_MAX + 1 }, () => rooms.ticker);
  expect(z.safeParse(subscribeRequest, { rooms: many }).success).toBe(false);
  expect(z.safeParse(subscribeRequest, { rooms: many.slice(1) }).success).toBe(true);
  expect(z.safeParse(subscribeRequest, { rooms: ['x'.repeat(65)] }).success).toBe(false);
});

it('distinguishes answers: states, refusals of one room, refusals of the whole, missed messages', () => {
  const state = { room: 'ticker', epoch: 'a', seq: 3, snapshot: [] };
  const refused = { room: 'account', error: 'NOT_LOGGED_IN' };
  expect(z.parse(subscribeAnswer, [state, refused])).toEqual([state, refused]);
  expect(z.parse(subscribeAnswer, { error: 'RATE_LIMITED' })).toEqual({ error: 'RATE_LIMITED' });
  expect(z.parse(resyncAnswer, state)).toEqual(state);
  expect(z.parse(resyncAnswer, refused)).toEqual(refused);
  const missed = { messages: [{ room: 'ticker', epoch: 'a', seq: 4, data: [] }] };
  expect(z.parse(resyncAnswer, missed)).toEqual(missed);
});

it('writes the wire words of an account event and reads them back', () => {
  const event: AccountEvent = {
    event: 'balance',
    balances: [
      { account: 'spot', currencyId: 3 as never, currency: 'USDT', available: decimal('9.5'), held: decimal('0.5') },
    ],
  };
  const wire = z.encode(accountEvent, event);
  expect(wire).toEqual({
    event: 'balance',
    balances: [{ account: 'change', currency: 3, currency_name: 'USDT', balance: '9.5', lock_balance: '0.5' }],
  });
  expect(z.decode(accountCodec.message, wire)).toEqual(event);
});

it('carries an order in the words of the order calls', () => {
  const order = {
    id: 17 as OrderId,
    baseId: 1 as never,
    quoteId: 3 as never,
    symbol: 'BTC/USDT',
    side: 'buy' as const,
    price: decimal('28110.26'),
    referencePrice: null,
    quantity: decimal('0.5'),
    feeRate: decimal('0.001'),
    status: 'waiting' as const,
    createdAt: '2023-03-01T00:00:00.000Z',
    updatedAt: '2023-03-01T00:00:00.000Z',
    orderType: 'limit' as const,
    timeInForce: 'gtc' as const,
    isPostOnly: false,
  };
  const wire = z.encode(accountEvent, { event: 'order', order });
  expect(wire).toMatchObject({ event: 'order', order: { id: 17, type: 1, target_price: '28110.26', status: 1 } });
  expect(z.decode(accountEvent, wire)).toEqual({ event: 'order', order });
});

it('keeps the digits of a book', () => {
  const wire = { bids: [['28110.26', '0.000001']], asks: [], as_of: '2023-03-01T00:00:00.000Z' };
  expect(z.encode(depthData, z.decode(depthData, wire as never))).toEqual(wire);
});
