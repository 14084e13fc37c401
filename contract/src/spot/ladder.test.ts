// The published ladder (docs/product.md 1.5): its figures by hand for one market, scattered ones by another program.
// For any market it is sorted, never crossed, on ticks and lots, and taking from it and capping it neither loses nor
// adds quantity.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookLevel } from '../market/calls.ts';
import {
  add,
  compare,
  decimal,
  fitsPlaces,
  isPositive,
  min,
  multiply,
  subtract,
  ZERO,
  type Decimal,
} from '../money/money.ts';
import { fundedLadder, makerLadder, remainingLadder, type LadderScatter, type LadderSettings } from './ladder.ts';

const BTC: LadderSettings = {
  pricePrecision: 2,
  quantityPrecision: 6,
  levels: 3,
  halfSpread: decimal('0.0002'),
  step: decimal('0.0002'),
  levelNotional: decimal('1500'),
};

const settings = fc.record({
  pricePrecision: fc.integer({ min: 0, max: 6 }),
  quantityPrecision: fc.integer({ min: 0, max: 8 }),
  levels: fc.integer({ min: 1, max: 20 }),
  halfSpread: fc.integer({ min: 1, max: 5000 }).map((points) => multiply(decimal(String(points)), decimal('0.0001'))),
  step: fc.integer({ min: 0, max: 1000 }).map((points) => multiply(decimal(String(points)), decimal('0.0001'))),
  levelNotional: fc.integer({ min: 1, max: 100_000 }).map((units) => decimal(String(units))),
});
const references = fc
  .bigInt({ min: 1n, max: 10n ** 13n })
  .map((units) => multiply(decimal(units.toString()), decimal('0.000001')));

const scatters = fc.record<LadderScatter>({
  seriesId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  second: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
});

function quantityOf(levels: readonly BookLevel[]): Decimal {
  return add(...levels.map(([, quantity]) => quantity));
}

/** 1 + 2 + … + n. */
function sumOfRanks(levels: number): Decimal {
  return decimal(String((levels * (levels + 1)) / 2));
}

function costOf(levels: readonly BookLevel[]): Decimal {
  return add(...levels.map(([price, quantity]) => multiply(price, quantity)));
}

describe('the ladder', () => {
  it('surrounds the reference price with growing levels', () => {
    expect(makerLadder(decimal('28110.26'), BTC)).toEqual({
      bids: [
        ['28104.63', '0.053371'],
        ['28099.01', '0.106765'],
        ['28093.39', '0.16018'],
      ],
      asks: [
        ['28115.89', '0.05335'],
        ['28121.51', '0.106679'],
        ['28127.13', '0.159987'],
      ],
    });
  });

  it('keeps a tick between the levels of a coin that is cheap for its tick', () => {
    const { bids, asks } = makerLadder(decimal('0.05'), { ...BTC, levels: 4 });
    expect(asks.map(([price]) => price)).toEqual(['0.06', '0.07', '0.08', '0.09']);
    expect(bids.map(([price]) => price)).toEqual(['0.04', '0.03', '0.02', '0.01']);
  });

  it('omits levels without price or quantity', () => {
    expect(makerLadder(decimal('0.02'), { ...BTC, levels: 5 }).bids).toHaveLength(1);
    expect(makerLadder(decimal('28110'), { ...BTC, quantityPrecision: 0, levels: 2 })).toEqual({ bids: [], asks: [] });
  });

  it('is sorted best first, never crossed, on ticks and on lots, for any market', () => {
    fc.assert(
      fc.property(references, settings, fc.option(scatters, { nil: undefined }), (reference, of, scatter) => {
        const { bids, asks } = makerLadder(reference, of, scatter);
        for (const [price, quantity] of [...bids, ...asks]) {
          expect(isPositive(price) && isPositive(quantity)).toBe(true);
          expect(fitsPlaces(price, of.pricePrecision) && fitsPlaces(quantity, of.quantityPrecision)).toBe(true);
        }
        const upwards = [...bids.toReversed(), ...asks].map(([price]) => price);
        expect(upwards.every((price, index) => index === 0 || compare(upwards[index - 1] ?? price, price) < 0)).toBe(
          true,
        );
        expect(asks.every(([price]) => compare(price, reference) > 0)).toBe(true);
        expect(bids.every(([price]) => compare(price, reference) < 0)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the scattered ladder', () => {
  const FOUR = { ...BTC, levels: 4 };
  const at = (seriesId: number, second: number) => makerLadder(decimal('28110.26'), FOUR, { seriesId, second });

  it('has the sizes and gaps that another program computes', () => {
    expect(at(1, 1_786_528_800)).toEqual({
      bids: [
        ['28104.63', '0.039007'],
        ['28099.74', '0.13239'],
        ['28097.42', '0.097636'],
        ['28087.77', '0.264892'],
      ],
      asks: [
        ['28115.89', '0.113624'],
        ['28126.98', '0.021061'],
        ['28130.64', '0.081224'],
        ['28132.75', '0.317354'],
      ],
    });
    expect(at(1, 1_786_528_801).asks).toEqual([
      ['28115.89', '0.01101'],
      ['28125.61', '0.064705'],
      ['28129.92', '0.176079'],
      ['28132.75', '0.281431'],
    ]);
    expect(at(7, 1_786_528_800).bids).toEqual([
      ['28104.63', '0.072204'],
      ['28093.47', '0.314252'],
      ['28093.37', '0.049148'],
      ['28087.77', '0.098317'],
    ]);
  });

  it('begins where the even one does, is no wider, and offers no more in all, for any market', () => {
    fc.assert(
      fc.property(references, settings, scatters, (reference, of, scatter) => {
        // Ticks and lots so fine that no level is lost and none has to give way to its neighbour.
        const fine = { ...of, pricePrecision: 18, quantityPrecision: 18 };
        const [even, scattered] = [makerLadder(reference, fine), makerLadder(reference, fine, scatter)];
        for (const side of ['bids', 'asks'] as const) {
          const [before, after] = [even[side], scattered[side]];
          expect(after[0]?.[0]).toBe(before[0]?.[0]);
          expect(compare(costOf(after), multiply(of.levelNotional, sumOfRanks(of.levels)))).not.toBe(1);
          const [last, furthest] = [after.at(-1)?.[0], before.at(-1)?.[0]];
          if (last === undefined || furthest === undefined || compare(of.step, ZERO) === 0) continue;
          if (after.length < of.levels || before.length < of.levels) continue;
          expect(compare(last, furthest)).not.toBe(side === 'asks' ? 1 : -1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('looks like no ladder: levels differ in size and distance, and from second to second', () => {
    const at20 = (second: number) =>
      makerLadder(decimal('28110.26'), { ...BTC, levels: 20 }, { seriesId: 1, second }).asks.map(([, size]) => size);
    const [first, next] = [at20(1_786_528_800), at20(1_786_528_801)];
    expect(new Set(first).size).toBe(20);
    expect(first).not.toEqual([...first].sort(compare));
    expect(next).not.toEqual(first);
  });
});

describe('the rest of a side', () => {
  const { asks } = makerLadder(decimal('28110.26'), BTC);

  it('starts at the level that is partly taken', () => {
    expect(remainingLadder(asks, ZERO)).toEqual(asks);
    expect(remainingLadder(asks, decimal('0.05335'))).toEqual(asks.slice(1));
    expect(remainingLadder(asks, decimal('0.1'))).toEqual([['28121.51', '0.060029'], asks[2]]);
    expect(remainingLadder(asks, decimal('1'))).toEqual([]);
  });

  it('is the same whether it was taken in one or in parts', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 150_000 }), { maxLength: 5 });
    fc.assert(
      fc.property(parts, (taken) => {
        const amounts = taken.map((units) => multiply(decimal(String(units)), decimal('0.000001')));
        const stepwise = amounts.reduce<readonly BookLevel[]>(remainingLadder, asks);
        expect(stepwise).toEqual(remainingLadder(asks, add(...amounts)));
        expect(quantityOf(stepwise)).toBe(subtract(quantityOf(asks), min(quantityOf(asks), add(...amounts))));
      }),
    );
  });
});

describe('a ladder within the house’s funds', () => {
  it('is whole when they suffice and ends where they do', () => {
    const { bids, asks } = makerLadder(decimal('28110.26'), BTC);
    expect(fundedLadder(asks, 'ask', decimal('100'), 6)).toEqual(asks);
    expect(fundedLadder(asks, 'ask', decimal('0.1'), 6)).toEqual([asks[0], ['28121.51', '0.04665']]);
    expect(fundedLadder(bids, 'bid', decimal('2000'), 6)).toEqual([bids[0], ['28099.01', '0.017795']]);
    expect(fundedLadder(asks, 'ask', ZERO, 6)).toEqual([]);
    expect(fundedLadder(bids, 'bid', decimal('0.01'), 6)).toEqual([]);
  });

  it('never costs more than the funds, for any market', () => {
    const funds = fc
      .bigInt({ min: 0n, max: 10n ** 12n })
      .map((units) => multiply(decimal(units.toString()), decimal('0.000001')));
    fc.assert(
      fc.property(
        references,
        settings,
        fc.tuple(funds, fc.option(scatters, { nil: undefined })),
        (reference, of, more) => {
          const [available, scatter] = more;
          const { bids, asks } = makerLadder(reference, of, scatter);
          const fundedAsks = fundedLadder(asks, 'ask', available, of.quantityPrecision);
          const fundedBids = fundedLadder(bids, 'bid', available, of.quantityPrecision);
          expect(compare(quantityOf(fundedAsks), available) <= 0).toBe(true);
          expect(compare(costOf(fundedBids), available) <= 0).toBe(true);
          expect(fundedAsks.slice(0, -1)).toEqual(asks.slice(0, Math.max(0, fundedAsks.length - 1)));
          expect(fundedBids.slice(0, -1)).toEqual(bids.slice(0, Math.max(0, fundedBids.length - 1)));
          expect([...fundedAsks, ...fundedBids].every(([, quantity]) => isPositive(quantity))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
