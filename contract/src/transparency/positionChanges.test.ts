// States in a position's receipt: which may be first, which may follow which, and the effect of a tick.
import { describe, expect, it } from 'vitest';
import { decimal as d } from '../money/money.ts';
import type { FoundTick } from './foundEntries.ts';
import { checkChange, checkFirst, closingMoney, isOwnChange, reachedBy } from './positionChanges.ts';
import {
  ADDED,
  CLOSE,
  CUT,
  FROM_ORDER,
  NIGHT,
  OPENED,
  ORDER,
  PRICES,
  START_MS,
  STOP,
} from '../../testing/positionFixtures.ts';
import type { CommittedPosition } from './positionTerms.ts';
import { faultOf } from './steps.ts';

describe('a state of a position', () => {
  const REACHED = 'an order opens when its price is reached';
  const [MIDNIGHT_MS, DAY_MS] = [START_MS + 10_000, 86_400_000];

  it.each<[string, CommittedPosition, string | undefined]>([
    ['an order at the market', OPENED, undefined],
    ['an order that waits', ORDER, undefined],
    ['something else than an order', { ...ORDER, cause: 'opened' }, 'it does not begin with an order'],
    ['a waiting order without a price', { ...ORDER, targetPrice: null }, 'it does not begin with an order'],
    ['a waiting order whose price is reached', { ...ORDER, targetPrice: d('60012') }, REACHED],
    ['an open order whose price is not reached', { ...OPENED, targetPrice: d('59992') }, REACHED],
    [
      'a waiting order with an open price',
      { ...ORDER, openPrice: d('59992') },
      'change 0: what is due is "open_price none"',
    ],
    ['a waiting order that was opened', { ...ORDER, openedMs: 1 }, 'change 0: what is due is "opened_at none"'],
    ['an order that paid for a night', { ...OPENED, overnightPaidMs: 1 }, 'change 0: what is due is "night_paid none"'],
  ])('may begin with %s or says why not', (_, first, reason) => {
    expect(faultOf(() => checkFirst(first))).toBe(reason);
  });

  const ticks = ['60000', '59990', '59970', ...PRICES.slice(3)].map((price, second): FoundTick => {
    const atMs = START_MS + second * 1000;
    return { seq: 100 + second, at: new Date(atMs).toISOString(), price: d(price), sealedMs: atMs, index: second };
  });
  const NOT_OWED = 'a midnight that it does not owe';
  it.each<[string, CommittedPosition, CommittedPosition, string | undefined]>([
    ['follow a close', CLOSE, { ...CLOSE, change: 2, cause: 'set_stops' }, 'a change after the end'],
    ['open again', OPENED, { ...ADDED, cause: 'open' }, 'it begins twice'],
    ['be ordered again', OPENED, { ...ADDED, cause: 'order' }, 'it begins twice'],
    ['add margin to an order', ORDER, { ...ORDER, cause: 'add_margin', margin: d('200') }, 'no margin was added'],
    ['close a part of an order', ORDER, { ...ORDER, cause: 'partial_close', lots: 3 }, 'not a part of it'],
    ['close all as a part', ADDED, { ...CUT, lots: 0 }, 'not a part of it'],
    ['close nothing as a part', ADDED, { ...CUT, lots: 5 }, 'not a part of it'],
    ['close less than nothing', ADDED, { ...CUT, lots: 6 }, 'not a part of it'],
    ['close an order', ORDER, { ...ORDER, change: 1, cause: 'close' }, 'an order is not closed'],
    ['open by its tick', ORDER, FROM_ORDER, undefined],
    ['open twice', FROM_ORDER, { ...FROM_ORDER, change: 2 }, REACHED],
    ['open before its price', ORDER, { ...FROM_ORDER, tick: { seq: 100, price: d('60000') } }, REACHED],
    ['open without a price', { ...ORDER, targetPrice: null }, FROM_ORDER, REACHED],
    ['open later', ORDER, { ...FROM_ORDER, atMs: START_MS + 2001 }, 'it opens at the instant of its tick'],
    [
      'open by no tick',
      ORDER,
      { ...FROM_ORDER, tick: { seq: 99, price: d('59970') } },
      'not the tick that the terms name',
    ],
    [
      'open by another price',
      ORDER,
      { ...FROM_ORDER, tick: { seq: 102, price: d('59969') } },
      'not the tick that the terms name',
    ],
    ['pay for a midnight', STOP, NIGHT, undefined],
    ['pay for the next one', { ...STOP, overnightPaidMs: MIDNIGHT_MS - DAY_MS }, NIGHT, undefined],
    ['pay for none', STOP, { ...NIGHT, overnightPaidMs: null }, 'not a midnight'],
    ['pay as an order', ORDER, { ...NIGHT, openPrice: null }, 'not a midnight'],
    ['pay for the instant of its opening', { ...STOP, openedMs: MIDNIGHT_MS }, NIGHT, NOT_OWED],
    ['pay twice', { ...STOP, overnightPaidMs: MIDNIGHT_MS }, NIGHT, NOT_OWED],
    [
      'pay by a later tick',
      STOP,
      { ...NIGHT, tick: { seq: 110, price: d('59960') } },
      'not the last tick before midnight',
    ],
    ['pay for another one', STOP, { ...NIGHT, cause: 'paid' }, 'what is isolated pays for nothing else'],
  ])('may %s or says why not', (_, before, after, reason) => {
    expect(faultOf(() => checkChange({ before, after }, ticks))).toBe(reason);
  });

  it('is changed by its owner or by ticks', () => {
    const causes = [
      'open',
      'order',
      'add_margin',
      'set_stops',
      'partial_close',
      'close',
      'opened',
      'night',
      'paid',
    ] as const;
    expect(causes.filter((cause) => isOwnChange({ ...OPENED, cause }))).toEqual(causes.slice(0, 6));
  });

  it('comes to nothing while an order waits', () => {
    const at = new Date(START_MS).toISOString();
    expect(faultOf(() => closingMoney(ORDER, d('60000')))).toBe('it was not open');
    expect([d('59980'), d('59981')].map((price) => reachedBy(ORDER, { price, at }))).toEqual(['opened', undefined]);
    expect(reachedBy({ ...ORDER, targetPrice: null }, { price: d('1'), at })).toBeUndefined();
  });
});
