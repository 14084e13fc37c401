// Proves the rule of live prices: what counts, what is dropped, and that no venue alone moves the price.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compare, decimal, max, min, multiply, type Decimal } from '../money/money.ts';
import { indexAfter, indexAt, spreadOf, type VenueQuote } from './liveIndex.ts';

const SECOND = 1_800_000_000_000;
const TERMS = { pricePlaces: 2, minSources: 2 };

function quote(source: string, bid: string, ask: string, agoMs = 100): VenueQuote {
  return { source, bid: decimal(bid), ask: decimal(ask), receivedMs: SECOND - agoMs };
}

const A = quote('a', '99.9', '100.1');
const B = quote('b', '100', '100.2');

describe('the index', () => {
  it('is the median of the middles, and the mean of the two of an even number', () => {
    expect(indexAt(SECOND, [A, B, quote('c', '100.1', '100.3')], TERMS)).toMatchObject({ price: '100.1', dropped: [] });
    expect(indexAt(SECOND, [A, B], TERMS)).toMatchObject({ price: '100.05', counted: ['a', 'b'] });
  });

  it('rounds halves to even in the places of the market', () => {
    const [low, high] = [quote('a', '1.0', '1.0001'), quote('b', '1.0049', '1.0050')];
    expect(indexAt(SECOND, [low, high], { ...TERMS, pricePlaces: 4 })?.price).toBe('1.0025');
    expect(indexAt(SECOND, [quote('a', '1.004', '1.006'), quote('b', '1.0049', '1.0051')], TERMS)?.price).toBe('1');
    expect(indexAt(SECOND, [quote('a', '1.014', '1.016'), quote('b', '1.0149', '1.0151')], TERMS)?.price).toBe('1.02');
  });

  it.each([
    ['is too old', quote('b', '100', '100.2', 5001)],
    ['is not from before the second', quote('b', '100', '100.2', -1)],
    ['is crossed', quote('b', '100.2', '100')],
    ['is locked', quote('b', '100', '100')],
    ['has a zero', quote('b', '0', '0.001')],
    ['is wider than 1 %', quote('b', '99.5', '100.51')],
  ])('does not count a quote that %s', (_why, bad) => {
    expect(indexAt(SECOND, [A, bad], TERMS)).toBeUndefined();
  });

  it('counts a quote of exactly 5 s and one of exactly 1 %', () => {
    const limits = [quote('a', '100', '100.2', 5000), quote('b', '99.5', '100.5', 0)];
    expect(indexAt(SECOND, limits, TERMS)?.counted).toEqual(['a', 'b']);
  });

  it('goes by the newest quote of a venue, also where that one does not count', () => {
    const crossed = quote('b', '100.2', '100', 50);
    expect(indexAt(SECOND, [A, B, crossed], TERMS)).toBeUndefined();
    expect(indexAt(SECOND, [A, quote('b', '105', '105.1', 900), B], TERMS)?.price).toBe('100.05');
  });

  it('drops a venue more than 0.5 % from the median', () => {
    const liar = quote('c', '105', '105.1');
    expect(indexAt(SECOND, [A, B, liar], TERMS)).toMatchObject({ price: '100.05', dropped: ['c'] });
  });

  it('is missing where two venues contradict each other', () => {
    expect(indexAt(SECOND, [A, quote('b', '105', '105.1')], TERMS)).toBeUndefined();
  });

  it('says the spread for people', () => {
    expect([spreadOf(A), spreadOf(quote('a', '0', '0'))]).toEqual(['0.200', '-']);
  });
});

describe('a jump of more than 10 %', () => {
  const last = decimal('80');
  const venues = (price: number, agoMs: number) =>
    ['a', 'b'].map((source) => quote(source, String(price), String(price + 0.1), agoMs));

  it('needs a second in a row that agrees', () => {
    expect(indexAfter(last, SECOND, venues(100, 100), TERMS)).toBe('unconfirmed');
    expect(indexAfter(last, SECOND, [...venues(100, 1100), ...venues(100.3, 100)], TERMS)).toMatchObject({
      price: '100.35',
    });
    expect(indexAfter(last, SECOND, [...venues(100, 1100), ...venues(102, 100)], TERMS)).toBe('unconfirmed');
  });

  it('is none of exactly 10 %, and none of a first price', () => {
    expect(indexAfter(decimal('91.05'), SECOND, venues(100, 100), TERMS)).toMatchObject({ price: '100.05' });
    expect(indexAfter(undefined, SECOND, venues(100, 100), TERMS)).toMatchObject({ price: '100.05' });
  });
});

const cents = (value: number): Decimal => multiply(decimal(String(value)), decimal('0.01'));
const someQuote = (source: string): fc.Arbitrary<VenueQuote> =>
  fc
    .record({ bid: fc.integer({ min: 0, max: 30_000 }), gap: fc.integer({ min: -50, max: 400 }), ago: fc.nat(6000) })
    .map(({ bid, gap, ago }) => ({
      source,
      bid: cents(bid),
      ask: cents(Math.max(0, bid + gap)),
      receivedMs: SECOND - ago,
    }));
const someQuotes = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', 'e').chain(someQuote), { maxLength: 8 })
  .filter((quotes) => quotes.length > 0);

describe('for any quotes', () => {
  test('the order of venues and quotes that come twice change nothing', () => {
    fc.assert(
      fc.property(
        someQuotes.chain((quotes) =>
          fc.tuple(fc.constant(quotes), fc.shuffledSubarray([...quotes, ...quotes], { minLength: 2 * quotes.length })),
        ),
        ([quotes, shuffled]) => {
          expect(indexAt(SECOND, shuffled, TERMS)).toEqual(indexAt(SECOND, quotes, TERMS));
        },
      ),
    );
  });

  test('the price lies between quotes that were given, and without two there is none', () => {
    fc.assert(
      fc.property(someQuotes, (quotes) => {
        const index = indexAt(SECOND, quotes, { ...TERMS, pricePlaces: 3 });
        const venues = new Set(quotes.map(({ source }) => source));
        if (venues.size < 2) expect(index).toBeUndefined();
        if (index === undefined) return;
        const [first, ...rest] = index.inputs.filter(({ source }) => index.counted.includes(source));
        if (first === undefined) throw new Error('a price without quotes');
        expect(index.counted.length).toBeGreaterThan(1);
        expect(compare(index.price, min(first.bid, ...rest.map(({ bid }) => bid)))).toBeGreaterThanOrEqual(0);
        expect(compare(index.price, max(first.ask, ...rest.map(({ ask }) => ask)))).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('one liar of three cannot move the price out of what two that agree quote', () => {
    const honest = fc.record({
      mid: fc.integer({ min: 100_000, max: 200_000 }),
      apart: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(honest, fc.integer({ min: 1, max: 400_000 }), ({ mid, apart }, lie) => {
        const far = mid + Math.floor((mid * apart) / 1000);
        const quotes = [
          { source: 'a', bid: cents(mid - 1), ask: cents(mid + 1), receivedMs: SECOND },
          { source: 'b', bid: cents(far - 1), ask: cents(far + 1), receivedMs: SECOND },
          { source: 'c', bid: cents(lie - 1), ask: cents(lie + 1), receivedMs: SECOND },
        ];
        const index = indexAt(SECOND, quotes, { ...TERMS, pricePlaces: 3 });
        if (index === undefined) throw new Error('two honest venues make no price');
        expect(compare(index.price, cents(mid))).toBeGreaterThanOrEqual(0);
        expect(compare(index.price, cents(far))).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('without a quote that counts there is no price', () => {
    fc.assert(
      fc.property(someQuotes, (quotes) => {
        const old = quotes.map((one) => ({ ...one, receivedMs: SECOND - 5001 }));
        expect(indexAt(SECOND, old, { ...TERMS, minSources: 0 })).toBeUndefined();
      }),
    );
  });
});
