// A valid object can be built from every codec: requests and answers of all calls and the messages of all rooms are
// built, written, and read back as the same.
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ALL_CALLS } from '../src/allCalls.ts';
import { getMarket, listMarkets, tickCodec } from '../src/market/calls.ts';
import { orderCodec } from '../src/spot/calls.ts';
import { placeOrder } from '../src/spot/mutationCalls.ts';
import { decimal } from '../src/money/money.ts';
import * as accountRoom from '../src/realtime/accountRoom.ts';
import * as rooms from '../src/realtime/rooms.ts';
import { build, buildWire } from './build.ts';

const roomCodecs = Object.entries({ ...rooms, ...accountRoom }).flatMap(([name, value]): [string, z.core.$ZodType][] =>
  value instanceof z.core.$ZodType ? [[name, value]] : [],
);

function expectRoundTrip(schema: z.core.$ZodType): void {
  const value = build(schema);
  expect(z.decode(schema, z.encode(schema, value))).toEqual(value);
}

describe('every codec', () => {
  it.each(ALL_CALLS.map((call) => [call.name, call] as const))(
    'of %s gives a request and an answer that survive the wire',
    (_, call) => {
      expectRoundTrip(call.request);
      expectRoundTrip(call.answer);
    },
  );

  it.each(roomCodecs)('%s of the rooms gives a message that survives the wire', (_, schema) => {
    expectRoundTrip(schema);
  });

  it('finds the codecs of the rooms', () => {
    expect(roomCodecs.map(([name]) => name)).toEqual(expect.arrayContaining(['depthData', 'accountEvent']));
  });
});

describe('a built object', () => {
  it('has every field, optional ones too', () => {
    expect(Object.keys(buildWire(orderCodec) as object)).toEqual(
      expect.arrayContaining(['u_id', 'average_price', 'client_request_id', 'fee_currency']),
    );
    expect(build(listMarkets.answer)[0]?.markets).toHaveLength(1);
  });

  it('has the overrides of the test', () => {
    const order = build(orderCodec, { status: 'cancelled', price: null, averagePrice: undefined });
    expect([order.status, order.price, 'averagePrice' in order]).toEqual(['cancelled', null, false]);
    expect(build(placeOrder.request, { quantity: decimal('2') }).quantity).toBe('2');
    expect(build(listMarkets.answer, [])).toEqual([]);
    expect(build(getMarket.answer, null)).toBeNull();
  });

  it('is refused when an override does not fit the codec', () => {
    expect(() => build(tickCodec, { at: 'yesterday' })).toThrow(/datetime/);
    expect(() => build(tickCodec, { seq: undefined })).toThrow(/seq/);
  });

  it('throws for a codec without a known example', () => {
    expect(() => buildWire(z.symbol())).toThrow(/no example of a symbol/);
  });
});
