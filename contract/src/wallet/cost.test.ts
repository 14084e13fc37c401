// Average cost. At random: no cost is lost or created, an average is between the paid prices, and an unknown cost is
// never shown as a number until the coin is gone. By hand: fees, swaps of coins, and changes that are not trades.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  decimal,
  decimal as d,
  isZero,
  multiply,
  negate,
  subtract,
  ZERO,
  type Decimal,
} from '../money/money.ts';
import {
  advanceCost,
  averageCost,
  performanceAt,
  profitPercent,
  unrealisedProfit,
  type CostBook,
  type CostChange,
  type CostEntry,
} from './cost.ts';
import type { Performance } from './entryCalls.ts';

const AT = '2026-03-01T12:00:00.000Z';
const change = (currency: string, amount: string, price?: string): CostChange => ({
  currency,
  amount: d(amount),
  price: price === undefined ? undefined : d(price),
});
const entry = (kind: CostEntry['kind'], ...changes: readonly CostChange[]): CostEntry => ({ kind, at: AT, changes });
function fold(entries: readonly CostEntry[], start: CostBook = {}) {
  let book = start;
  const steps = entries.flatMap((each) => {
    const made = advanceCost(book, each);
    book = made.book;
    return made.steps;
  });
  return { book, steps };
}

describe('by hand', () => {
  it('a buy costs the paid amount of the received coins, and a sale takes cost out at the average', () => {
    const { book, steps } = fold([
      entry('spot_fill', change('USDT', '-4000'), change('BTC', '0.1999')),
      entry('deposit', change('BTC', '0.2001', '30000')),
      entry('spot_fill', change('BTC', '-0.1'), change('USDT', '3490')),
    ]);
    // 4,000 and 6,003 for 0.4: 25,007.5 for one.
    expect(steps.at(-2)).toMatchObject({ value: '3490', cost: '2500.75', isTraded: true });
    expect(book['BTC']).toEqual({ amount: '0.3', cost: '7502.25', unknownSince: null });
    expect(averageCost({ amount: d('0.3'), cost: d('7502.25') })).toBe('25007.5');
    expect(unrealisedProfit({ amount: d('0.3'), cost: d('7502.25') }, d('26000'))).toEqual({
      worth: '7800',
      amount: '297.75',
      percent: '3.97',
    });
  });

  it('a coin for a coin is worth the received one, else the given one', () => {
    const owned = fold([entry('deposit', change('BTC', '1', '20000'))]).book;
    const swap = (eth?: string, btc?: string) =>
      fold([entry('spot_fill', change('BTC', '-0.5', btc), change('ETH', '8', eth))], owned);
    expect(swap('1500', '25000').book['ETH']?.cost).toBe('12000');
    expect(swap(undefined, '25000').book['ETH']?.cost).toBe('12500');
    expect(swap().book['ETH']).toEqual({ amount: '8', cost: null, unknownSince: AT });
    expect(swap().book['BTC']?.cost).toBe('10000');
  });

  it('a lost stake and a fee take cost out and bring nothing', () => {
    const { steps } = fold([
      entry('deposit', change('BTC', '2', '20000')),
      entry('option_lose', change('BTC', '-0.5', '30000')),
    ]);
    expect(steps.at(-1)).toMatchObject({ value: '0', cost: '10000', isTraded: false });
  });

  it('a trade has opposite changes, worth the USDT that it moved', () => {
    const [btc, eth] = [change('BTC', '1', '100'), change('ETH', '2', '10')];
    expect(fold([entry('deposit', btc, eth)]).steps).toMatchObject([
      { value: '100', isTraded: false },
      { value: '20', isTraded: false },
    ]);
    const three = fold([entry('spot_fill', change('USDT', '-150'), btc, eth)]).steps;
    expect(three.map(({ isTraded }) => isTraded)).toEqual([false, false, false]);
    expect(fold([entry('deposit')])).toEqual({ book: {}, steps: [] });
    expect(fold([entry('spot_fill', change('USDT', '-90'), btc)]).book['BTC']?.cost).toBe('90');
  });

  it('USDT is worth itself and in no book', () => {
    const { book, steps } = fold([entry('deposit', change('USDT', '5')), entry('option_lose', change('USDT', '-2'))]);
    expect(steps).toMatchObject([
      { value: '5', cost: '0' },
      { value: '0', cost: '2' },
    ]);
    expect(book).toEqual({});
  });

  it('a coin that was never owned has cost nothing, and without a price wins nothing', () => {
    expect(fold([entry('option_lose', change('BTC', '-1', '9'))]).steps).toMatchObject([{ value: '0', cost: '0' }]);
    expect(unrealisedProfit({ amount: d('1'), cost: d('1') }, undefined)).toBeUndefined();
  });

  it('a receipt without a price makes the cost unknown until all of it is gone', () => {
    const unknown = [entry('deposit', change('BTC', '1', '20000')), entry('deposit', change('BTC', '1'))];
    const { book } = fold(unknown);
    expect(book['BTC']).toEqual({ amount: '2', cost: null, unknownSince: AT });
    expect([averageCost(book['BTC'] ?? never()), unrealisedProfit(book['BTC'] ?? never(), d('1'))]).toEqual([
      undefined,
      undefined,
    ]);
    const after = fold(
      [
        entry('spot_fill', change('BTC', '-2'), change('USDT', '50000')),
        entry('spot_fill', change('USDT', '-100'), change('BTC', '0.01')),
      ],
      book,
    );
    expect(after.steps[0]?.cost).toBeNull();
    expect(after.book['BTC']).toEqual({ amount: '0.01', cost: '100', unknownSince: null });
  });
});

type Draw = { readonly isIn: boolean; readonly units: number; readonly price: number; readonly isTrade: boolean };
const anyDraw = fc.record({
  isIn: fc.boolean(),
  units: fc.integer({ min: 1, max: 1_000_000_007 }),
  price: fc.integer({ min: 1, max: 90_000_000 }),
  isTrade: fc.boolean(),
});
const cents = (units: number, places: number) => multiply(d(String(units)), d(`0.${'0'.repeat(places - 1)}1`));

/** Random ins and outs of one coin, never more out than there is. */
function historyOf(draws: readonly Draw[]): CostEntry[] {
  let owned = ZERO;
  return draws.flatMap(({ isIn, units, price, isTrade }): CostEntry[] => {
    const wanted = cents(units, 9);
    const amount = isIn || compare(wanted, owned) <= 0 ? wanted : owned;
    if (isZero(amount)) return [];
    owned = isIn ? add(owned, amount) : subtract(owned, amount);
    const signed = isIn ? amount : negate(amount);
    const coin: CostChange = { currency: 'BTC', amount: signed, price: cents(price, 3) };
    if (!isTrade) return [entry(isIn ? 'deposit' : 'withdraw_settle', coin)];
    const paid: Decimal = multiply(amount, cents(price, 3));
    return [
      entry(
        'spot_fill',
        { ...coin, price: undefined },
        { currency: 'USDT', amount: isIn ? negate(paid) : paid, price: undefined },
      ),
    ];
  });
}

describe('at random', () => {
  it('the sum of receipts equals the sum of withdrawals and the rest, to the last place', () => {
    fc.assert(
      fc.property(fc.array(anyDraw, { maxLength: 80 }), (draws) => {
        const { book, steps } = fold(historyOf(draws));
        const coin = steps.filter(({ currency }) => currency === 'BTC');
        const cameIn = add(ZERO, ...coin.filter(({ cost }) => cost === ZERO).map(({ value }) => value ?? never()));
        const wentOut = add(ZERO, ...coin.map(({ cost }) => cost ?? never()));
        expect(add(wentOut, book['BTC']?.cost ?? ZERO)).toBe(cameIn);
        expect(book['BTC']?.amount ?? ZERO).toBe(add(ZERO, ...coin.map(({ amount }) => amount)));
      }),
    );
  });

  it('the average is between the paid prices', () => {
    fc.assert(
      fc.property(fc.array(anyDraw, { minLength: 1, maxLength: 60 }), (draws) => {
        const position = fold(historyOf(draws)).book['BTC'];
        const average = position && averageCost(position);
        if (average === undefined) return;
        const prices = draws.map(({ price }) => price);
        const slack = d('0.000001');
        expect(compare(average, subtract(cents(Math.min(...prices), 3), slack))).toBe(1);
        expect(compare(average, add(cents(Math.max(...prices), 3), slack))).toBe(-1);
      }),
    );
  });

  it('a history that is folded in two parts has the same result', () => {
    fc.assert(
      fc.property(fc.array(anyDraw, { maxLength: 40 }), fc.nat(40), (draws, cut) => {
        const history = historyOf(draws);
        const first = fold(history.slice(0, cut)).book;
        expect(fold(history.slice(cut), first).book).toEqual(fold(history).book);
      }),
    );
  });

  it('an unknown cost is never shown as a number while some of the coin is left', () => {
    fc.assert(
      fc.property(fc.array(anyDraw, { minLength: 1, maxLength: 40 }), fc.nat(39), (draws, at) => {
        const history = historyOf(draws);
        const place = at % Math.max(history.length, 1);
        const hidden = history.map((each, index) =>
          index === place ? { ...each, changes: each.changes.map((one) => ({ ...one, price: undefined })) } : each,
        );
        const isUnknown = hidden[place]?.kind === 'deposit';
        let book: CostBook = {};
        let wasEmpty = false;
        hidden.forEach((each, index) => {
          book = advanceCost(book, each).book;
          const position = book['BTC'];
          if (index >= place && position !== undefined && isZero(position.amount)) wasEmpty = true;
          if (isUnknown && index >= place && !wasEmpty) expect(position?.cost).toBeNull();
        });
      }),
    );
  });
});

function never(): never {
  throw new Error(`not there: ${decimal('0')}`);
}

// Profit follows prices between two answers of the exchange, where it may.
const span = { amount: d('10'), percent: d('1'), base: d('1000') };
const answered = {
  equity: d('1000'),
  today: span,
  days7: { ...span, amount: d('20') },
  days30: { ...span, base: ZERO },
  curve: [],
  amounts: [
    { currency: 'BTC', amount: d('2') },
    { currency: 'USDT', amount: d('500') },
    { currency: 'ETH', amount: ZERO },
  ],
} as unknown as Performance;
const PRICES = new Map([
  ['BTC', d('275')],
  ['USDT', d('1')],
]);
const priceOf = (currency: string) => PRICES.get(currency);

describe('profit in percent', () => {
  it('is rounded half-even at two places', () => {
    expect(profitPercent(d('1'), d('8000'))).toBe('0.01');
    expect(profitPercent(d('-50'), d('1000'))).toBe('-5');
  });

  it('is missing where nothing was invested', () => {
    expect(profitPercent(d('1'), ZERO)).toBeNull();
    expect(profitPercent(d('1'), d('-1'))).toBeNull();
  });
});

describe('performance at new prices', () => {
  it('moves equity and every profit by the owned amounts, without coins of unknown amount', () => {
    expect(performanceAt(answered, priceOf)).toEqual({
      ...answered,
      equity: '1050',
      today: { amount: '60', percent: '6', base: '1000' },
      days7: { amount: '70', percent: '7', base: '1000' },
      days30: { amount: '60', percent: null, base: '0' },
    });
  });

  it('leaves unknown profits', () => {
    const unknown = { ...answered, today: { ...span, amount: null }, days7: { ...span, base: undefined } };
    const moved = performanceAt(unknown as unknown as Performance, priceOf);
    expect(moved.equity).toBe('1050');
    expect(moved.today).toEqual(unknown.today);
    expect(moved.days7).toEqual(unknown.days7);
  });

  it('is unchanged without a price, amounts or equity', () => {
    expect(performanceAt(answered, () => undefined)).toBe(answered);
    const silent = { ...answered, amounts: undefined } as unknown as Performance;
    expect(performanceAt(silent, priceOf)).toBe(silent);
    const unknown = { ...answered, equity: null };
    expect(performanceAt(unknown, priceOf)).toBe(unknown);
  });
});
