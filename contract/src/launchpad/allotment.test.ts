// Allotments: published cases to the unit; and at random, that exactly the supply is given, that no participant gets
// more than the demand or the cap, and that a slow reference implementation agrees.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isThorough } from '../../testing/thorough.ts';
import { decimal, subtract } from '../money/money.ts';
import { decimalOf } from '../money/units.ts';
import { allot, cutOverOrders, sumOf, type Claim } from './allotment.ts';
import {
  claimOf,
  coinsNeeded,
  coinsOf,
  coinUnits,
  demandOf,
  estimateCoins,
  filledPercent,
  interestOf,
  leastAmount,
  moneyOf,
  overRatioOf,
  partsOf,
  unitPartsOf,
} from './terms.ts';

const RUNS = { numRuns: isThorough ? 10_000 : 500 };

const claims = (demands: readonly number[], cap?: number): Claim[] =>
  demands.map((demand) => ({ demand: BigInt(demand), ...(cap !== undefined && { cap: BigInt(cap) }) }));

const TERMS = { price: decimal('0.5'), unitPlaces: 4, supply: decimal('1000'), userCap: null } as const;

/** Allots 1,000 coins at a price of 0.5: coins, paid and released of each amount. */
function subscribe(amounts: readonly string[], supply = '1000') {
  const demands = amounts.map((amount) => claimOf(demandOf(decimal(amount), TERMS), TERMS));
  return allot(coinUnits(decimal(supply), TERMS), demands).map((units, place) => {
    const paid = moneyOf(units * unitPartsOf(TERMS));
    return [coinsOf(units, TERMS), paid, subtract(decimal(amounts[place] ?? ''), paid)];
  });
}

describe('published cases', () => {
  it('cut three amounts over a supply of 1,000 coins', () => {
    expect(subscribe(['100', '200', '400'])).toEqual([
      ['142.8571', '71.42855', '28.57145'],
      ['285.7143', '142.85715', '57.14285'],
      ['571.4286', '285.7143', '114.2857'],
    ]);
  });

  it('give the remaining unit to the earliest of equals', () => {
    expect(allot(100n, claims([100, 100, 100]))).toEqual([34n, 33n, 33n]);
  });

  it('give a quarter where four times as much is subscribed', () => {
    expect(subscribe(['1000', '199000'], '100000')[0]).toEqual(['500', '250', '750']);
    const subscribed = { supply: decimal('100000'), price: TERMS.price };
    expect(overRatioOf(decimal('200000'), subscribed)).toBe('4');
    expect(filledPercent(decimal('4'))).toBe('25');
    expect(filledPercent(decimal('0.4'))).toBe('100');
  });

  it('give the excess of capped participants to the others', () => {
    const scaled = (commitments: readonly number[], by: number) => commitments.map((one) => one * by);
    expect(allot(100_000_000n, claims(scaled([5000, 100_000], 1000)))[0]).toBe(4_761_905n);
    const commitments = [50_000, 30_000, 7000, 6000, 5000, 5000, 1400, 500, 90, 10];
    const given = allot(100_000_000n, claims(scaled(commitments, 100_000), 20_000_000));
    expect(given.slice(0, 3)).toEqual([20_000_000n, 20_000_000n, 16_800_000n]);
    expect(sumOf(given)).toBe(100_000_000n);
  });

  it('match seats by the largest remainder', () => {
    expect(allot(4n, claims([500, 300, 110, 20]))).toEqual([2n, 1n, 1n, 0n]);
  });
});

/** Reference implementation: caps one after the other, the most exceeded first, then unit by unit. */
function allotSlowly(supply: bigint, all: readonly Claim[]): bigint[] {
  const most = all.map(({ demand, cap }) => (cap === undefined || cap > demand ? demand : cap));
  if (sumOf(most) <= supply) return most;
  const units = all.map(() => 0n);
  let open = all.map((claim, place) => ({ ...claim, place }));
  let left = supply;
  for (;;) {
    const wanted = sumOf(open.map(({ demand }) => demand));
    const [first] = open
      .filter(({ demand, cap }) => cap !== undefined && demand * left > cap * wanted)
      .toSorted((a, b) => (b.demand * (a.cap ?? 0n) > a.demand * (b.cap ?? 0n) ? 1 : -1));
    if (first === undefined) break;
    units[first.place] = first.cap ?? 0n;
    left -= first.cap ?? 0n;
    open = open.filter(({ place }) => place !== first.place);
  }
  const wanted = sumOf(open.map(({ demand }) => demand));
  const owed = open.map(({ demand, place }) => ({ place, rest: demand * left }));
  for (const one of owed) {
    for (; one.rest >= wanted; one.rest -= wanted) units[one.place] = (units[one.place] ?? 0n) + 1n;
  }
  for (let more = supply - sumOf(units); more > 0n; more -= 1n) {
    const best = owed.reduce((a, b) => (b.rest > a.rest ? b : a));
    units[best.place] = (units[best.place] ?? 0n) + 1n;
    best.rest = -1n;
  }
  return units;
}

const demand = fc.bigInt({ min: 0n, max: 60n });
const cap = fc.option(fc.bigInt({ min: 0n, max: 40n }), { nil: undefined });
const someClaims = fc.array(fc.record({ demand, cap }), { maxLength: 12 });

describe('at random', () => {
  it('agrees with the slow reference implementation', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 300n }), someClaims, (supply, all) => {
        expect(allot(supply, all)).toEqual(allotSlowly(supply, all));
      }),
      RUNS,
    );
  });

  it('gives exactly the supply where it is demanded, and no participant more than demand and cap', () => {
    const large = fc.bigInt({ min: 0n, max: 10n ** 24n });
    const many = fc.array(fc.record({ demand: large, cap: fc.option(large, { nil: undefined }) }), { maxLength: 60 });
    fc.assert(
      fc.property(large, many, (supply, all) => {
        const units = allot(supply, all);
        const most = all.map(({ demand: wanted, cap: may }) => (may === undefined || may > wanted ? wanted : may));
        units.forEach((own, place) => expect(own <= (most[place] ?? 0n) && own >= 0n).toBe(true));
        const enough = sumOf(most);
        expect(sumOf(units)).toBe(enough < supply ? enough : supply);
      }),
      RUNS,
    );
  });

  it('cuts the units of a user over the orders, none of which pays more than its amount', () => {
    const parts = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 8 }), parts, fc.nat(1000), (amounts, unitParts, share) => {
        const units = ((sumOf(amounts) / unitParts) * BigInt(share)) / 1000n;
        const cut = cutOverOrders(units, amounts, unitParts);
        expect(sumOf(cut.units)).toBe(units);
        expect(sumOf(cut.paid)).toBe(units * unitParts);
        cut.paid.forEach((paid, place) => expect(paid <= (amounts[place] ?? 0n) && paid >= 0n).toBe(true));
      }),
      RUNS,
    );
  });

  it('moves exactly the money of the allotment, and never more coins than the house holds', () => {
    const unitPlaces = fc.nat(6);
    const orders = fc.array(fc.bigInt({ min: 1n, max: 40_000_000n }), { minLength: 1, maxLength: 3 });
    const world = fc.record({
      unitPlaces,
      unitParts: fc.bigInt({ min: 1n, max: 1_000_000n }),
      supply: fc.bigInt({ min: 1n, max: 300n }),
      cap: fc.option(fc.bigInt({ min: 1n, max: 40n })),
      rate: fc.nat(1_000_000),
      users: fc.array(orders, { maxLength: 8 }),
    });
    fc.assert(
      fc.property(world, ({ unitPlaces: places, unitParts, supply, cap: most, rate, users }) => {
        const terms = {
          unitPlaces: places,
          price: decimalOf(unitParts * 10n ** BigInt(places), 8),
          supply: decimalOf(supply, places),
          userCap: most === null ? null : decimalOf(most, places),
          interestRate: decimalOf(BigInt(rate), 4),
        };
        const wanted = users.map((parts) => claimOf(demandOf(moneyOf(sumOf(parts)), terms), terms));
        const given = allot(coinUnits(terms.supply, terms), wanted);
        const byHand = users.map((parts) => ({ demand: sumOf(parts) / unitParts, cap: most ?? undefined }));
        expect(given).toEqual(allotSlowly(supply, byHand));
        let delivered = 0n;
        users.forEach((parts, place) => {
          const cut = cutOverOrders(given[place] ?? 0n, parts, unitPartsOf(terms));
          expect(sumOf(cut.paid)).toBe((given[place] ?? 0n) * unitParts);
          parts.forEach((amount, order) => {
            const [units, paid] = [cut.units[order] ?? 0n, cut.paid[order] ?? 0n];
            expect(partsOf(subtract(moneyOf(amount), moneyOf(paid)))).toBe(amount - paid);
            const interest = interestOf(coinsOf(units, terms), terms);
            expect(coinUnits(interest, terms)).toBe((units * BigInt(rate)) / 1_000_000n);
            delivered += units + coinUnits(interest, terms);
          });
        });
        expect(delivered <= coinUnits(coinsNeeded(terms), terms)).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('a supply, a demand or a cap below zero', () => {
  it.each([
    [-1n, [{ demand: 1n }]],
    [1n, [{ demand: -1n }]],
    [1n, [{ demand: 1n, cap: -1n }]],
  ])('throws', (supply, all) => {
    expect(() => allot(supply, all)).toThrow(RangeError);
  });

  it('throws for orders that do not pay for their units', () => {
    expect(() => cutOverOrders(3n, [10n, 10n], 7n)).toThrow(RangeError);
  });
});

describe('figures of terms', () => {
  const terms = { ...TERMS, minCoins: decimal('10.3'), interestRate: decimal('2.5') };

  it('pay for the minimum, and round interest down', () => {
    expect(leastAmount(terms)).toBe('5.15');
    expect(interestOf(decimal('142.8571'), terms)).toBe('3.5714');
    expect(coinsNeeded(terms)).toBe('1025');
  });

  it('estimate the allotment beside the demand of others', () => {
    const own = demandOf(decimal('100'), terms);
    expect(estimateCoins(own, demandOf(decimal('600'), terms), terms)).toBe('142.8571');
    expect(estimateCoins(own, 0n, terms)).toBe('200');
    expect(estimateCoins(own, 0n, { ...terms, userCap: decimal('50') })).toBe('50');
  });

  it('count money in parts of 8 places', () => {
    expect(partsOf(decimal('71.42855'))).toBe(7_142_855_000n);
    expect(moneyOf(7_142_855_000n)).toBe('71.42855');
  });
});
