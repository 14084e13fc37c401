// Rebates are the published share of the fees, never more, for any tree of invitations; waiting rebates are paid or
// lapse by dates alone; account names are masked.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isThorough } from '@halyard/contract/testing/thorough';
import { add, compare, decimal, multiply, ZERO, type Decimal } from '../money/money.ts';
import {
  daysBetween,
  rebateStatus,
  maskAccount,
  ratesFault,
  rebateOf,
  rebatesOfDay,
  type RebateRates,
} from './rebates.ts';

const d = decimal;
const RATES: RebateRates = [d('20'), d('10'), d('5')];
const PARTNER: RebateRates = [d('30'), d('15'), d('5')];
const ROUNDS = isThorough ? 10_000 : 500;

describe('a rebate', () => {
  test.each([
    ['0.6', ['0.12', '0.06', '0.03']],
    ['0.12345679', ['0.02469135', '0.01234567', '0.00617283']],
    ['3', ['0.6', '0.3', '0.15']],
    ['0.00000004', ['0', '0', '0']],
    ['0.000000059999999999', ['0.00000001', '0', '0']],
  ])('of a fee of %s', (fee, values) => {
    expect(RATES.map((rate) => rebateOf(d(fee), rate))).toEqual(values);
  });

  test('goes up three generations and no further, at the rates of each inviter', () => {
    const inviters = new Map([
      ['e', 'd'],
      ['d', 'c'],
      ['c', 'b'],
      ['b', 'a'],
    ]);
    const tree = {
      inviterOf: (user: string) => inviters.get(user),
      ratesOf: (user: string) => (user === 'c' ? PARTNER : RATES),
    };
    const shares = rebatesOfDay([{ payer: 'e', fees: d('100') }], tree).map(
      ({ beneficiary, generation, value }) => `${beneficiary}${generation}:${value}`,
    );
    expect(shares).toEqual(['d1:20', 'c2:15', 'b3:5']);
    expect(rebatesOfDay([{ payer: 'a', fees: d('100') }], tree)).toEqual([]);
  });
});

describe('over random trees', () => {
  const UNITS = 10n ** 18n;
  const rate = fc.integer({ min: 0, max: 166_666 }).map((n) => multiply(d(String(n)), d('0.0001')));
  const rates = fc.tuple(rate, rate, rate) as fc.Arbitrary<RebateRates>;
  const fee = fc.oneof(
    fc.bigInt({ min: 1n, max: 10n ** 14n }).map((n) => multiply(d(String(n)), d('0.00000001'))),
    fc.bigInt({ min: 1n, max: 10n ** 19n }).map((n) => multiply(d(String(n)), d('0.000000000000000001'))),
  );
  // Users by number; each was invited by an earlier one, or not at all.
  const world = fc.integer({ min: 1, max: 12 }).chain((users) =>
    fc.record({
      inviters: fc.tuple(...Array.from({ length: users }, (_, user) => fc.integer({ min: -1, max: user - 1 }))),
      rates: fc.array(rates, { minLength: users, maxLength: users }),
      fees: fc.array(fee, { minLength: users, maxLength: users }),
    }),
  );

  const unitsOf = (value: Decimal) => {
    const [whole = '', fraction = ''] = value.split('.');
    return BigInt(whole + fraction.padEnd(18, '0'));
  };

  /** The same in whole units, over all pairs of users. */
  function naive(inviters: readonly number[], rateOf: readonly RebateRates[], fees: readonly Decimal[]) {
    const found: string[] = [];
    fees.forEach((paid, payer) => {
      const chain: number[] = [];
      for (let at = inviters[payer] ?? -1; at >= 0; at = inviters[at] ?? -1) chain.push(at);
      chain.slice(0, 3).forEach((beneficiary, index) => {
        const percent = unitsOf(rateOf[beneficiary]?.[index] ?? ZERO);
        const value = (unitsOf(paid) * percent) / UNITS / 100n / 10n ** 10n;
        if (value > 0n) found.push(`${payer}>${beneficiary}/${index + 1}:${value}`);
      });
    });
    return found.sort();
  }

  test('agrees with a naive calculation, and is never more than half of the fees', () => {
    let seen = 0;
    fc.assert(
      fc.property(world, ({ inviters, rates: rateOf, fees }) => {
        const inviterOf = (user: number) => ((inviters[user] ?? -1) < 0 ? undefined : inviters[user]);
        const paid = fees.map((amount, payer) => ({ payer, fees: amount }));
        const rebates = rebatesOfDay(paid, { inviterOf, ratesOf: (user) => rateOf[user] ?? RATES });
        seen += rebates.length;
        const shares = rebates.map(
          (one) => `${one.payer}>${one.beneficiary}/${one.generation}:${unitsOf(one.value) / 10n ** 10n}`,
        );
        expect(shares.sort()).toEqual(naive(inviters, rateOf, fees));
        for (const { payer, fees: base } of paid) {
          const given = add(ZERO, ...rebates.filter((one) => one.payer === payer).map(({ value }) => value));
          expect(compare(multiply(given, d('2')), base)).toBeLessThanOrEqual(0);
        }
      }),
      { numRuns: ROUNDS },
    );
    expect(seen).toBeGreaterThan(ROUNDS);
  });
});

describe('rates', () => {
  test('come to half of the fee at most', () => {
    expect(ratesFault(RATES)).toBeUndefined();
    expect(ratesFault(PARTNER)).toBeUndefined();
    expect(ratesFault([d('30'), d('15'), d('5.0001')])).toContain('50.0001');
    expect(ratesFault([d('-1'), d('10'), d('5')])).toContain('-1');
    expect(ratesFault([d('1.00001'), d('10'), d('5')])).toContain('1.00001');
    expect(ratesFault([d('20')])).toContain('3 rates');
  });
});

describe('a rebate that waits', () => {
  const DAY = '2026-01-31';
  test.each([
    ['is paid when both are verified', ['2025-12-01', '2026-02-01'], '2026-02-01', 'pay'],
    ['waits for either', ['2025-12-01', null], '2026-03-02', 'wait'],
    ['is paid on the last day', ['2025-12-01', '2026-03-02'], '2026-03-02', 'pay'],
    ['is paid late when the exchange was away', ['2025-12-01', '2026-03-02'], '2026-05-01', 'pay'],
    ['lapses when the last day is over', ['2025-12-01', null], '2026-03-03', 'lapse'],
    ['lapses when the verification came later', ['2026-03-03', '2025-12-01'], '2026-03-03', 'lapse'],
  ] as const)('%s', (_name, verified, today, fate) => {
    expect(rebateStatus(DAY, verified, today)).toBe(fate);
  });

  test('counts whole days', () => expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3));
});

test.each([
  ['abcxyz@example.com', 'ab***om'],
  ['+447911123456', '+4***56'],
  ['abcd', 'a***'],
  ['', '***'],
])('%s is shown as %s', (account, shown) => expect(maskAccount(account)).toBe(shown));
