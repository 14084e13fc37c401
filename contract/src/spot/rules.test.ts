// Accepted orders, at each limit and in the order of the errors; and holds and fees to the last digit: a hold covers
// every way of filling the order, a fee is rounded up and never more than the received amount.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absolute,
  add,
  compare,
  decimal,
  isZero,
  multiply,
  negate,
  subtract,
  ZERO,
  type Decimal,
} from '../money/money.ts';
import {
  accrueFee,
  averagePrice,
  bandLimit,
  checkOrder,
  filledTotal,
  holdAmount,
  partsWithin,
  quoteAmount,
  spotFee,
  stopDirection,
  timeInForceOf,
  type MarketTerms,
  type OrderDraft,
} from './rules.ts';

const TERMS: MarketTerms = {
  pricePrecision: 2,
  quantityPrecision: 5,
  minQuantity: decimal('0.00010'),
  minNotional: decimal('5'),
};
const REFERENCE = decimal('28000');

function limit(quantity: string | undefined, price: string | undefined) {
  const draft = { side: 'buy', orderType: 'limit', quantity: optional(quantity), price: optional(price) } as const;
  return checkOrder(draft, TERMS, REFERENCE);
}

function market(quantity: string, reference: Decimal | undefined = REFERENCE) {
  return checkOrder(
    { side: 'sell', orderType: 'market', quantity: decimal(quantity), price: undefined },
    TERMS,
    reference,
  );
}

function optional(text: string | undefined): Decimal | undefined {
  return text === undefined ? undefined : decimal(text);
}

describe('an order', () => {
  it.each([
    ['0.0002', '28000.01'],
    ['0.0001', '50000'],
    ['1000000000000', '0.01'],
    ['0.0002', '1000000000000'],
    ['1', '1000000000000'],
  ])('is accepted for %s at %s', (quantity, price) => {
    expect(limit(quantity, price)).toBeUndefined();
  });

  it.each([
    [undefined, '28000', { code: 'QUANTITY_REQUIRED' }],
    ['0', '28000', { code: 'QUANTITY_REQUIRED' }],
    ['-1', '28000', { code: 'QUANTITY_REQUIRED' }],
    ['1000000000000.1', '28000', { code: 'QUANTITY_TOO_LARGE', params: { max: '1000000000000' } }],
    ['0.000101', '28000', { code: 'QUANTITY_PRECISION', params: { places: 5 } }],
    ['0.00009', '28000', { code: 'QUANTITY_TOO_SMALL', params: { min: '0.0001' } }],
    ['1', undefined, { code: 'PRICE_REQUIRED' }],
    ['1', '0', { code: 'PRICE_REQUIRED' }],
    ['1', '-28000', { code: 'PRICE_REQUIRED' }],
    ['1', '1000000000000.01', { code: 'PRICE_OUT_OF_RANGE', params: { max: '1000000000000' } }],
    ['1', '28000.001', { code: 'PRICE_PRECISION', params: { places: 2 } }],
    ['0.0001', '49999.99', { code: 'NOTIONAL_TOO_SMALL', params: { min: '5' } }],
    ['1000000000000', '28000', { code: 'QUANTITY_TOO_LARGE', params: { max: '35714285.71428' } }],
    ['1.00001', '1000000000000', { code: 'QUANTITY_TOO_LARGE', params: { max: '1' } }],
  ])('is refused for %s at %s', (quantity, price, reason) => {
    expect(limit(quantity, price)).toEqual(reason);
  });

  it('at the market is checked against the reference price, and not at all without one', () => {
    expect(market('0.00018')).toBeUndefined();
    expect(market('0.00017', decimal('29000'))).toEqual({ code: 'NOTIONAL_TOO_SMALL', params: { min: '5' } });
    expect(
      checkOrder({ side: 'buy', orderType: 'market', quantity: decimal('0.0001'), price: undefined }, TERMS, undefined),
    ).toBeUndefined();
  });

  it('at the market ignores a price', () => {
    const draft = { side: 'buy', orderType: 'market', quantity: decimal('1'), price: decimal('0.000001') } as const;
    expect(checkOrder(draft, { ...TERMS, priceBand: decimal('0.1') }, REFERENCE)).toBeUndefined();
    const high = { ...draft, price: decimal('1000000') };
    expect(checkOrder(high, { ...TERMS, priceBand: decimal('0.1') }, REFERENCE)).toBeUndefined();
  });
});

const prices = fc.bigInt({ min: 1n, max: 10n ** 9n }).map((cents) => decimal(shifted(cents, 2)));
const quantities = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((lots) => decimal(shifted(lots, 5)));

function shifted(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

describe('a hold', () => {
  it('is the base when selling and the exact quote when buying', () => {
    expect(holdAmount('sell', decimal('0.12345'), decimal('28000.01'))).toBe('0.12345');
    expect(holdAmount('buy', decimal('0.12345'), decimal('28000.01'))).toBe('3456.6012345');
  });

  it('is used up exactly by fills at its price, however they are divided', () => {
    fc.assert(
      fc.property(prices, fc.array(quantities, { minLength: 1, maxLength: 10 }), (price, parts) => {
        const total = holdAmount('buy', add(...parts), price);
        const spent = add(...parts.map((part) => quoteAmount(part, price)));
        expect(isZero(subtract(total, spent))).toBe(true);
      }),
    );
  });
});

describe('a fee', () => {
  it.each([
    ['1', '0.001', '0.001', '0.999'],
    ['0.00000001', '0.001', '0.00000001', '0'],
    ['0.000000001', '0.001', '0.000000001', '0'],
    ['123.456789', '0.0008', '0.09876544', '123.35802356'],
    ['0', '0.001', '0', '0'],
    ['100', '0', '0', '100'],
    [
      '99999999999999999999.999999999999999999',
      '0.001',
      '100000000000000000',
      '99899999999999999999.999999999999999999',
    ],
  ])('on %s at %s is %s and leaves %s', (received, rate, fee, left) => {
    expect(spotFee(decimal(received), decimal(rate))).toBe(fee);
    expect(subtract(decimal(received), decimal(fee))).toBe(left);
  });

  it('is never below the exact fraction, never a unit above it, never more than the received amount', () => {
    const rates = fc.integer({ min: 0, max: 10_000 }).map((points) => decimal(shifted(BigInt(points), 6)));
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 30n }).map((units) => decimal(shifted(units, 18)));
    fc.assert(
      fc.property(amounts, rates, (received, rate) => {
        const fee = spotFee(received, rate);
        const excess = subtract(fee, multiply(received, rate));
        const isCapped = compare(fee, received) === 0;
        expect(compare(fee, received) <= 0).toBe(true);
        expect(compare(excess, decimal('0.00000001')) < 0).toBe(true);
        expect(compare(excess, ZERO) >= 0 || isCapped).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses negative amounts', () => {
    expect(() => spotFee(negate(decimal('1')), decimal('0.001'))).toThrow(RangeError);
    expect(() => spotFee(decimal('1'), decimal('-0.001'))).toThrow(RangeError);
  });
});

describe('the fee of an order', () => {
  const rate = decimal('0.001');
  const charged = (...received: readonly string[]) => {
    let accrued = { fee: ZERO, feeDue: ZERO };
    return received.map((amount) => {
      accrued = accrueFee(accrued, decimal(amount), rate);
      return accrued.fee;
    });
  };

  it('is rounded up once for all of its trades', () => {
    expect(charged('0.000004')).toEqual(['0.00000001']);
    expect(charged('0.000004', '0.000004', '0.000004')).toEqual(['0.00000001', '0.00000001', '0.00000002']);
    expect(charged('123.456789', '0.000002')).toEqual(['0.12345679', '0.1234568']);
  });

  it('takes no more of a trade than it receives, and the rest of a later one', () => {
    expect(charged('0.000000001')).toEqual(['0.000000001']);
    expect(charged('0.000000001', '1')).toEqual(['0.000000001', '0.00100001']);
  });
});

describe('the average price', () => {
  it('is undefined while nothing is filled', () => {
    expect(averagePrice(ZERO, ZERO)).toBeUndefined();
  });

  it('is the price of a single fill, and within half a unit of the exact quotient for many', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(prices, quantities), { minLength: 1, maxLength: 8 }), (fills) => {
        const quantity = add(...fills.map(([, q]) => q));
        const quote = add(...fills.map(([p, q]) => quoteAmount(q, p)));
        const average = averagePrice(quote, quantity) ?? ZERO;
        const error = absolute(subtract(multiply(average, quantity), quote));
        expect(compare(error, multiply(quantity, decimal('0.000000005'))) <= 0).toBe(true);
        expect(fills.length > 1 || average === fills[0]?.[0]).toBe(true);
      }),
    );
  });
});

describe('the total of the fills', () => {
  it.each([
    ['nothing filled', [], undefined],
    [
      'an average that was rounded down',
      [
        ['33.33', '2'],
        ['33.34', '1'],
      ],
      '100',
    ],
    ['a single price', [['0.12345', '12345']], '1523.99025'],
    [
      'a small quantity',
      [
        ['28000.01', '0.00012'],
        ['28000.02', '0.00001'],
      ],
      '3.6400014',
    ],
  ] as const)('is exact: %s', (_, fills, expected) => {
    const parts = fills.map(([price, quantity]) => ({ price: decimal(price), quantity: decimal(quantity) }));
    const filledQuantity = add(...parts.map(({ quantity }) => quantity));
    const quote = add(...parts.map(({ price, quantity }) => quoteAmount(quantity, price)));
    expect(filledTotal({ averagePrice: averagePrice(quote, filledQuantity), filledQuantity }, 5)).toBe(expected);
  });
});

describe('a stop-limit order', () => {
  const stop = (overrides: Partial<OrderDraft>) =>
    checkOrder(
      {
        side: 'buy',
        orderType: 'stop_limit',
        quantity: decimal('1'),
        price: decimal('29000'),
        stopPrice: decimal('28900'),
        ...overrides,
      },
      { ...TERMS, priceBand: decimal('0.1') },
      REFERENCE,
    );

  it('is accepted on either side of the market, and may be filled immediately or not at all when it triggers', () => {
    expect(stop({})).toBeUndefined();
    expect(stop({ stopPrice: decimal('27000'), price: decimal('27000') })).toBeUndefined();
    expect(stop({ timeInForce: 'fok' })).toBeUndefined();
  });

  it.each([
    [{ stopPrice: undefined }, { code: 'STOP_PRICE_REQUIRED' }],
    [{ stopPrice: decimal('0') }, { code: 'STOP_PRICE_REQUIRED' }],
    [{ stopPrice: decimal('28900.001') }, { code: 'STOP_PRICE_PRECISION', params: { places: 2 } }],
    [{ stopPrice: REFERENCE }, { code: 'STOP_PRICE_REACHED' }],
    [{ stopPrice: decimal('1000000000000.01') }, { code: 'PRICE_OUT_OF_RANGE', params: { max: '1000000000000' } }],
    [{ price: undefined }, { code: 'PRICE_REQUIRED' }],
    [{ isPostOnly: true }, { code: 'ORDER_TERMS_INVALID' }],
    // Checked against the stop price, not the current price.
    [{ price: decimal('31790.01') }, { code: 'PRICE_ABOVE_BAND', params: { max: '31790' } }],
  ])('is refused: %j', (overrides, error) => {
    expect(stop(overrides)).toEqual(error);
  });

  it('has a direction from which the price must reach it', () => {
    expect(stopDirection(decimal('28000.01'), REFERENCE)).toBe('rise');
    expect(stopDirection(decimal('27999.99'), REFERENCE)).toBe('fall');
  });
});

describe('terms that do not go together', () => {
  const base = { side: 'buy', quantity: decimal('1'), price: undefined } as const;

  it.each([
    [{ ...base, orderType: 'market', timeInForce: 'gtc' }],
    [{ ...base, orderType: 'market', isPostOnly: true }],
    [{ ...base, orderType: 'limit', price: REFERENCE, timeInForce: 'ioc', isPostOnly: true }],
    [{ ...base, orderType: 'limit', price: REFERENCE, stopPrice: decimal('1') }],
    [{ ...base, orderType: 'limit', price: REFERENCE, maxSlippage: decimal('0.01') }],
  ] as const)('are refused: %j', (draft) => {
    expect(checkOrder(draft, TERMS, REFERENCE)).toEqual({ code: 'ORDER_TERMS_INVALID' });
  });

  it.each([
    [{ ...base, orderType: 'limit', price: REFERENCE, isPostOnly: true }, undefined],
    [{ ...base, orderType: 'market', maxSlippage: decimal('0.01') }, undefined],
    [{ ...base, orderType: 'market', maxSlippage: decimal('0.2') }, 'SLIPPAGE_OUT_OF_RANGE'],
  ] as const)('are not those of %j', (draft, code) => {
    expect(checkOrder(draft, TERMS, REFERENCE)?.code).toBe(code);
  });

  it('never wait for a market order', () => {
    expect(timeInForceOf({ orderType: 'market' })).toBe('ioc');
    expect(timeInForceOf({ orderType: 'stop_limit' })).toBe('gtc');
  });
});

describe('the parts that a total pays for', () => {
  const parts = (
    [
      ['100', '1'],
      ['104', '1'],
    ] as const
  ).map(([price, quantity]) => ({
    price: decimal(price),
    quantity: decimal(quantity),
  }));
  const quantitiesOf = (total: string) => partsWithin(parts, decimal(total), 2).map(({ quantity }) => quantity);

  it.each([
    ['1000', ['1', '1']],
    ['152', ['1', '0.5']],
    ['100', ['1']],
    ['99.999', ['0.99']],
    ['0.5', []],
  ] as const)('of %s are whole steps that never cost more', (total, expected) => {
    expect(quantitiesOf(total)).toEqual(expected);
  });
});

describe('the price band', () => {
  const terms = { ...TERMS, priceBand: decimal('0.1') };
  const at = (side: 'buy' | 'sell', price: string) =>
    checkOrder({ side, orderType: 'limit', quantity: decimal('1'), price: decimal(price) }, terms, REFERENCE);

  it('refuses prices far from the market, and names the limit', () => {
    expect(at('buy', '30800')).toBeUndefined();
    expect(at('buy', '30800.01')).toEqual({ code: 'PRICE_ABOVE_BAND', params: { max: '30800' } });
    expect(at('sell', '25200')).toBeUndefined();
    expect(at('sell', '25199.99')).toEqual({ code: 'PRICE_BELOW_BAND', params: { min: '25200' } });
  });

  it('accepts any price on the waiting side', () => {
    expect(at('buy', '10')).toBeUndefined();
    expect(at('sell', '1000000')).toBeUndefined();
  });

  it('names a price that the market accepts', () => {
    expect(bandLimit('buy', terms, decimal('0.13'))).toBe('0.14');
    expect(bandLimit('sell', terms, decimal('0.13'))).toBe('0.12');
    expect(bandLimit('buy', terms, decimal('0.17'))).toBe('0.18');
    expect(bandLimit('sell', terms, decimal('0.17'))).toBe('0.16');
    expect(bandLimit('sell', terms, undefined)).toBeUndefined();
  });
});
