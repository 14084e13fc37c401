// A change of an open order: the rest, the spendable amount, the request and errors. Pure functions against exact
// figures, and against random orders changed to the whole balance.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  decimal,
  fromModelNumber,
  multiply,
  subtract,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { holdAmount } from '@halyard/contract/spot/rules';
import type { Order } from '@halyard/contract/spot/calls';
import { btcMarket, waitingOrder } from '../../../testing/exchange.ts';
import type { TicketContext } from '../ticket/ticketSummary.ts';
import { readEdit, restOf, spendableFor, type OrderEdit } from './editOrder.ts';

const market = btcMarket();
const context: TicketContext = {
  pricePrecision: 2,
  quantityPrecision: 5,
  takerFeeRate: decimal('0.001'),
  available: decimal('10000'),
  opposite: [[decimal('20010'), decimal('1')]],
};

/** 0.5 BTC at 19,500, of which 0.2 are filled. */
const order = waitingOrder({ filledQuantity: decimal('0.2') });
const stop = waitingOrder({
  orderType: 'stop_limit',
  stopPrice: decimal('19000'),
  price: decimal('18900'),
  side: 'sell',
});

function read(edit: OrderEdit = {}, of: Order = order) {
  const reading = readEdit(of, edit, market, context);
  return { ...reading, codes: reading.errors.map(({ field, error }) => [field, error.code]) };
}

const typed = (text: string, whenFilled = '0.2'): OrderEdit => ({
  quantity: { text, whenFilled: decimal(whenFilled) },
});

describe('an open order being changed', () => {
  it('starts with its rest, which is no change', () => {
    expect(read()).toMatchObject({
      texts: { price: '19500', stopPrice: undefined, quantity: '0.3' },
      isUnchanged: true,
    });
    expect(read({ price: '19500.0' }).isUnchanged).toBe(true);
    expect(read({ price: '19499' }).isUnchanged).toBe(false);
    expect(read(typed('0.25')).isUnchanged).toBe(false);
  });

  it('requests the typed values, with the filled quantity it assumes', () => {
    expect(read({ price: '19400', ...typed('0.25') }).request).toEqual({
      id: order.id,
      price: '19400',
      quantity: '0.25',
      expectedFilled: '0.2',
    });
  });

  it('returns to the rest when more fills after an amount was typed', () => {
    const further = waitingOrder({ filledQuantity: decimal('0.4') });
    const reading = read({ price: '19400', ...typed('0.25') }, further);
    expect(reading).toMatchObject({ texts: { price: '19400', quantity: '0.1' }, hasFilledMeanwhile: true });
    expect(reading.request).toMatchObject({ quantity: '0.1', expectedFilled: '0.4' });
    expect(read(typed('0.05', '0.4'), further)).toMatchObject({
      hasFilledMeanwhile: false,
      texts: { quantity: '0.05' },
    });
  });

  it('has a stop price until that is reached', () => {
    expect(read({ stopPrice: '18950' }, stop).request).toMatchObject({
      stopPrice: '18950',
      stopDirection: 'fall',
      price: '18900',
    });
    expect(read({ stopPrice: '20000' }, stop)).toMatchObject({
      codes: [['stopPrice', 'STOP_PRICE_REACHED']],
      request: undefined,
    });
    const reached = { ...stop, triggeredAt: '2026-01-02T03:04:05.000Z' };
    const reading = read({ price: '19990' }, reached);
    expect(reading.texts.stopPrice).toBeUndefined();
    expect(reading.request).toEqual({ id: stop.id, price: '19990', quantity: '0.5', expectedFilled: '0' });
  });

  const stopPrice = decimal('19000');
  it.each([
    ['takeProfitPrice', 'takeProfitPrice', 'PRICE_REQUIRED', { takeProfitPrice: decimal('21000'), stopPrice }],
    ['stopPrice', 'exitStopPrice', 'STOP_PRICE_REQUIRED', { stopPrice }],
    ['stopLimitPrice', 'stopLimitPrice', 'PRICE_REQUIRED', { stopPrice, stopLimitPrice: decimal('18900') }],
  ] as const)('refuses to empty the exit %s, which the exchange would keep', (name, field, code, exits) => {
    const reading = read({ exits: { [name]: '' } }, { ...order, exits });
    expect(reading.codes).toContainEqual([field, code]);
    expect(reading.request).toBeUndefined();
  });

  it('of a group keeps its stop on the side of a loss', () => {
    const exit = { ...stop, leg: 'stop_loss' } as const;
    expect(read({ stopPrice: '20100', price: '20000' }, exit)).toMatchObject({
      codes: [['stopPrice', 'STOP_SIDE']],
      request: undefined,
    });
    expect(read({ stopPrice: '20100', price: '20000' }, stop).codes).toEqual([]);
  });

  it.each([
    ['price', 'PRICE_REQUIRED', { price: '' }, order],
    ['price', 'PRICE_PRECISION', { price: '19500.001' }, order],
    ['price', 'PRICE_ABOVE_BAND', { price: '22000.01' }, order],
    ['quantity', 'QUANTITY_REQUIRED', typed(''), order],
    ['quantity', 'QUANTITY_PRECISION', typed('0.123456'), order],
    ['quantity', 'NOTIONAL_TOO_SMALL', typed('0.00005'), order],
    ['quantity', 'INSUFFICIENT_BALANCE', typed('0.6'), order],
    [
      'price',
      'POST_ONLY_WOULD_TAKE',
      { price: '20010' },
      waitingOrder({ filledQuantity: decimal('0.2'), isPostOnly: true }),
    ],
  ] as const)('shows at %s: %s', (field, code, edit, of) => {
    expect(read(edit, of)).toMatchObject({ codes: [[field, code]], request: undefined });
  });
});

describe('the spendable amount', () => {
  it('is the free balance plus what the order releases', () => {
    expect(restOf(order)).toBe('0.3');
    expect(spendableFor(order, market, decimal('100'))).toBe('5950');
    expect(spendableFor(waitingOrder({ side: 'sell' }), market, decimal('0.25'))).toBe('0.75');
    expect(spendableFor(order, market, undefined)).toBeUndefined();
  });

  it('covers a trailing purchase again, which goes on from its lowest price', () => {
    const trailing = waitingOrder({
      orderType: 'trailing_stop',
      price: null,
      trailFraction: decimal('0.2'),
      maxSlippage: decimal('0.1'),
      referencePrice: decimal('19900'),
      extremePrice: decimal('19000'),
    });
    // 0.5 BTC at 20 % above 19,000 and a cap of 10 %. The market's price is 20,000.
    const available = spendableFor(trailing, market, ZERO);
    expect(available).toBe('12540');
    const change = (trail: string) => readEdit(trailing, { trail }, market, { ...context, available });
    expect(change('19.99')).toMatchObject({ errors: [], request: { trailFraction: '0.1999' } });
    expect(change('19.99').summary?.total).toBe('11399.05');
    expect(change('20.01').errors.map(({ error }) => error.code)).toEqual(['TRAIL_OUT_OF_RANGE']);
  });

  const cents = fc.integer({ min: 1, max: 10_000_000 }).map((value) => fromModelNumber(value / 100, 2));

  it('covers every accepted change, and no refused one', () => {
    const near = fc.integer({ min: 1_800_000, max: 2_200_000 }).map((value) => fromModelNumber(value / 100, 2));
    const lots = fc.integer({ min: 100, max: 500_000 }).map((value) => fromModelNumber(value / 100_000, 5));
    fc.assert(
      fc.property(cents, fc.tuple(near, near), fc.tuple(lots, lots), (free, [before, price], [rest, quantity]) => {
        const changed = waitingOrder({ price: before, quantity: rest, filledQuantity: ZERO });
        const available = spendableFor(changed, market, free) as Decimal;
        expect(available).toBe(add(free, multiply(rest, before)));
        const edit: OrderEdit = { price, quantity: { text: quantity, whenFilled: ZERO } };
        const { request } = readEdit(changed, edit, market, { ...context, available });
        const more = subtract(holdAmount('buy', quantity, price), holdAmount('buy', rest, before));
        expect(request !== undefined).toBe(compare(more, free) <= 0);
      }),
    );
  });
});
