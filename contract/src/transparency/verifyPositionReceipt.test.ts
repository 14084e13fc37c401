// A true receipt of a position passes. Any change, omission, or rule violation that the exchange signs fails at the
// step about it.
import { describe, expect, it } from 'vitest';
import { LOG } from '../../testing/logFixtures.ts';
import {
  ADDED,
  at,
  CHAIN,
  CLOSE,
  CUT,
  FROM_ORDER,
  LIQUIDATED,
  NIGHT,
  OPENED,
  ORDER,
  positionReceipt,
  PRICES,
  SHORT_LIFE,
  START_MS,
  STOP,
  STOPPED,
  type PositionCase,
} from '../../testing/positionFixtures.ts';
import { decimal as d } from '../money/money.ts';
import { joinBytes, utf8Of } from './bytes.ts';
import { foundEntries, type FoundTick } from './foundEntries.ts';
import { formatVkey } from './note.ts';
import { parsePolicy } from './policy.ts';
import {
  formatPositionReceipt,
  parsePosition,
  parsePositionReceipt,
  type CommittedPosition,
  type LoggedPosition,
} from './positionReceipt.ts';
import { faultOf } from './steps.ts';
import { verifyLoggedReceipt } from './verifyLoggedReceipt.ts';
import {
  checkChange,
  checkFirst,
  closingMoney,
  isOwnChange,
  POSITION_STEPS,
  reachedBy,
  verifyPositionReceipt,
} from './verifyPositionReceipt.ts';

const ALONE = parsePolicy(`log ${formatVkey(LOG.key)}\nquorum none\n`);
/** The step that does not pass, with the reason; `true` for none. */
function verdictOf(receipt: LoggedPosition | string): string {
  const json = typeof receipt === 'string' ? receipt : formatPositionReceipt(receipt);
  const { isTrue, steps } = verifyPositionReceipt(json, ALONE);
  expect(steps.map(({ step }) => step)).toEqual(POSITION_STEPS);
  const named = steps.find(({ state }) => state !== 'passed');
  expect(isTrue).toBe(named?.state !== 'failed');
  return named === undefined ? 'true' : `${named.step}: ${named.reason ?? ''}`;
}

/** Version 2: it opens and closes at the instant of the tick. */
const AT_TICK: CommittedPosition = {
  ...OPENED,
  openedMs: START_MS,
  atMs: START_MS,
  askedMs: START_MS - 700,
  closingMs: null,
};
const CLOSE_AT_TICK: CommittedPosition = {
  ...AT_TICK,
  change: 1,
  cause: 'close',
  tick: at(2, '60012').tick,
  atMs: START_MS + 2000,
  askedMs: START_MS + 1200,
};
const CLOSED = {
  chain: [AT_TICK, CLOSE_AT_TICK],
  prices: ['60000', '60010', '60012', '60013'],
  result: { outcome: 'user', exit: '102 60012', profit: '0 USDT', paid: '150.03 USDT' },
} as const satisfies PositionCase;
/** The last tick is old when its owner asks, and the next one from then on closes it. */
const ASKED: CommittedPosition = {
  ...AT_TICK,
  change: 1,
  cause: 'closing',
  tick: at(1, '60010').tick,
  atMs: START_MS + 1500,
  askedMs: null,
  closingMs: START_MS + 1400,
};
const CLOSED_LATER = { ...CLOSED, chain: [AT_TICK, ASKED] } as const satisfies PositionCase;

describe('a receipt of a position', () => {
  it.each<[string, PositionCase]>([
    ['stopped after it was changed in every way', {}],
    ['liquidated by the first tick at the price that was shown', { ...SHORT_LIFE, result: LIQUIDATED }],
    [
      'closed by its owner',
      {
        chain: [OPENED, CLOSE],
        prices: ['60000', '60010', '60012', '60013'],
        result: { outcome: 'user', exit: '102 60012', profit: '0 USDT', paid: '150.03 USDT' },
      },
    ],
    ['opened and closed at the next tick', CLOSED],
    ['left to the next tick by its owner', CLOSED_LATER],
    [
      'left to a tick that would have liquidated it',
      {
        chain: [AT_TICK, ASKED],
        prices: ['60000', '60010', '58511.7', '60013'],
        result: { outcome: 'user', exit: '102 58511.7', profit: '-75.015 USDT', paid: '75.015 USDT' },
      },
    ],
    ['opened by an older version', { ...CLOSED, chain: [OPENED, { ...CLOSE_AT_TICK, openedMs: OPENED.openedMs }] }],
    [
      'opened by a price that an order waited for',
      {
        chain: [ORDER, FROM_ORDER],
        prices: ['60000', '59990', '59970', '60000', '86978.4'],
        result: { outcome: 'profit_cap', exit: '104 86978.4', profit: '1349.82 USDT', paid: '1499.8 USDT' },
      },
    ],
  ])('is true when it was %s', async (_, one) => {
    const receipt = await positionReceipt(one);
    const json = formatPositionReceipt(receipt);
    expect(verdictOf(json)).toBe('true');
    expect({ ...parsePositionReceipt(json), texts: receipt.texts }).toEqual(receipt);
    expect(receipt.chain.map(({ terms }) => parsePosition(terms))).toEqual(one.chain ?? CHAIN);
    expect(verifyLoggedReceipt(json, ALONE)).toMatchObject({ kind: 'contract', isTrue: true, terms: { id: 17 } });
  });

  const replaced = (state: CommittedPosition, change: Partial<CommittedPosition>) =>
    CHAIN.map((one) => (one === state ? { ...one, ...change } : one));
  it.each<[string, PositionCase, string]>([
    ['another margin at the opening', { chain: replaced(OPENED, { margin: d('150.02') }) }, 'changes: change 0'],
    ['another entry price', { chain: replaced(OPENED, { entryPrice: d('60013') }) }, 'changes: change 0'],
    ['a smaller reserve', { chain: replaced(OPENED, { reserve: d('1') }) }, 'changes: change 0'],
    ['margin that was not added', { chain: replaced(ADDED, { margin: d('150.03') }) }, 'changes: no margin'],
    ['a stop that came with margin', { chain: replaced(ADDED, { stopLoss: d('59995') }) }, 'changes: change 1'],
    ['too large a part', { chain: replaced(CUT, { margin: d('150') }) }, 'changes: change 2'],
    ['a liquidation level of its own', { chain: replaced(STOP, { liquidationLevel: d('99') }) }, 'changes: change 3'],
    ['a night that cost more', { chain: replaced(NIGHT, { margin: d('149') }) }, 'changes: change 4'],
    ['a night at noon', { chain: replaced(NIGHT, { overnightPaidMs: START_MS }) }, 'changes: not a midnight'],
    ['a night by an earlier tick', { chain: replaced(NIGHT, { tick: at(8, '59968').tick }) }, 'changes: not the last'],
    ['a change left out', { chain: [OPENED, CUT, STOP, NIGHT] }, 'terms: not all changes'],
    ['a cross position', { chain: CHAIN.map((one) => ({ ...one, mode: 'cross' })) }, 'terms: a cross'],
    [
      'a state nobody committed to',
      { committed: [OPENED, ADDED, CUT, NIGHT] },
      'commitment: no commitment to change 3',
    ],
    ['late commitments', { late: 1 }, 'commitment_time: change 0 was committed to after the next tick'],
    ['another tick at the opening', { prices: PRICES.with(0, '60000.5') }, 'entry_tick: change 0: not the tick'],
    ['an old tick', { chain: replaced(STOP, { atMs: START_MS + 9400 }) }, 'entry_tick: change 3: not the newest'],
    [
      'a tick from before the request',
      { ...CLOSED, chain: [{ ...AT_TICK, askedMs: START_MS + 1 }, CLOSE_AT_TICK] },
      'entry_tick: change 0: a tick from before it was asked for',
    ],
    [
      'an end at a tick from before the request',
      { ...CLOSED, chain: [AT_TICK, { ...CLOSE_AT_TICK, askedMs: START_MS + 2001 }] },
      'entry_tick: change 1: a tick from before it was asked for',
    ],
    [
      'an instant that is not that of its tick',
      { ...CLOSED, chain: [AT_TICK, { ...CLOSE_AT_TICK, atMs: START_MS + 2100 }] },
      'entry_tick: change 1: not at the instant of its tick',
    ],
    [
      'an opening long after the request',
      { ...CLOSED, chain: [{ ...AT_TICK, askedMs: START_MS - 5001 }, CLOSE_AT_TICK] },
      'entry_tick: change 0: long after',
    ],
    [
      'an opening that nobody asked for',
      { ...CLOSED, chain: [{ ...AT_TICK, askedMs: null }, CLOSE_AT_TICK] },
      'entry_tick: change 0: a tick from before',
    ],
    [
      'a request to close that is older than itself',
      { ...CLOSED_LATER, chain: [AT_TICK, { ...ASKED, closingMs: START_MS + 2502 }] },
      'changes: it is not closing',
    ],
    [
      'a request that another tick carried out',
      {
        ...CLOSED_LATER,
        prices: ['60000', '60010', '60012', '60013'],
        result: { outcome: 'user', exit: '103 60013', profit: '0.05 USDT', paid: '150.08 USDT' },
      },
      'earlier_ticks: tick 102 had ended it before: user',
    ],
    [
      'a request that was left out',
      { ...CLOSED, chain: [AT_TICK], result: { ...CLOSED.result, exit: '102 60012' } },
      'exit_tick: its owner closed it, or did not',
    ],
    [
      'an older version after a newer one',
      { ...CLOSED, chain: [AT_TICK, { ...CLOSE, openedMs: START_MS }] },
      'changes: an older version after a newer one',
    ],
    [
      'a tick to come',
      { chain: replaced(STOP, { atMs: START_MS + 5999 }) },
      'entry_tick: change 3: a tick from after it',
    ],
    [
      'a change that was committed to too late',
      { chain: replaced(STOP, { atMs: START_MS + 2299 }) },
      'commitment_time: change 3 was committed to too late',
    ],
    [
      'an end before the last change',
      { result: { ...STOPPED, exit: '109 59970' } },
      'exit_tick: a tick from before the last change',
    ],
    [
      'an end at another tick than its owner’s',
      {
        chain: [OPENED, CLOSE],
        prices: ['60000', '60010', '60012', '60013'],
        result: { outcome: 'user', exit: '103 60013', profit: '0.05 USDT', paid: '150.08 USDT' },
      },
      'exit_tick: not the tick at which its owner closed it',
    ],
    ['no tick after a change', { has: (second) => second !== 5 }, 'commitment_time: change 2: the tick after'],
    ['no tick at the end', { has: (second) => second !== 11 }, 'exit_tick: the tick at the end'],
    ['no tick before the end', { has: (second) => second !== 10 }, 'changes: not the last'],
    ['an end at a tick that ends nothing', { result: { ...STOPPED, exit: '110 59960' } }, 'outcome: it was user'],
    ['another reason', { result: { ...STOPPED, outcome: 'liquidation' } }, 'outcome: it was stop_loss'],
    ['an end that its owner did not want', { result: { ...STOPPED, outcome: 'user' } }, 'exit_tick: its owner'],
    ['a loss that is larger', { result: { ...STOPPED, profit: '-2 USDT' } }, 'paid: what was won or lost is -1.875'],
    ['too little paid', { result: { ...STOPPED, paid: '147 USDT' } }, 'paid: what is due is 147.60327'],
    ['an end that came late', { prices: PRICES.with(10, '59950') }, 'earlier_ticks: tick 110 had ended it before'],
    [
      'an order that opened late',
      {
        chain: [ORDER, FROM_ORDER],
        prices: ['60000', '59980', '59970', '60000', '86978.4'],
        result: { outcome: 'profit_cap', exit: '104 86978.4', profit: '1349.82 USDT', paid: '1499.8 USDT' },
      },
      'earlier_ticks: tick 101',
    ],
    [
      'ticks that are in the log alone',
      {
        ...SHORT_LIFE,
        prices: ['60000', '59999', '59000', '58511.71', '58511.7'],
        result: { ...LIQUIDATED, exit: '104 58511.7' },
        has: (second) => second !== 2,
      },
      'earlier_ticks: 1 of the ticks from 100 to 104',
    ],
  ])('names the step: %s', async (_, one, due) => {
    expect(verdictOf(await positionReceipt(one))).toContain(due);
  });

  it('of a long life is closed by entries that its reader has verified', async () => {
    const long = { ...SHORT_LIFE, prices: ['60000', '59999', '59000', '58511.71', '58511.7'] };
    const one = { ...long, result: { ...LIQUIDATED, exit: '104 58511.7' } };
    const [whole, part] = [
      await positionReceipt(one),
      await positionReceipt({ ...one, has: (second) => second !== 2 }),
    ];
    const json = formatPositionReceipt(part);
    expect(verifyPositionReceipt(json, ALONE)).toMatchObject({ isTrue: true, life: { first: 2, last: 7 } });
    const { isTrue, steps } = verifyPositionReceipt(json, ALONE, foundEntries(whole));
    expect([isTrue, steps.at(-1)]).toEqual([true, { step: 'earlier_ticks', state: 'passed' }]);
    const fallen = await positionReceipt({ ...one, prices: one.prices.with(2, '58000') });
    expect(verifyPositionReceipt(json, ALONE, foundEntries(fallen)).isTrue).toBe(false);
  });

  it('is refused with a byte of its file changed', async () => {
    const receipt = await positionReceipt();
    const json = formatPositionReceipt(receipt);
    const bytes = joinBytes(json);
    for (let place = 0; place < bytes.length; place += 211) {
      const changed = utf8Of(bytes.with(place, (bytes[place] ?? 0) ^ 1));
      if (changed === undefined || !verifyPositionReceipt(changed, ALONE).isTrue) continue;
      expect({ ...parsePositionReceipt(changed), texts: receipt.texts }).toEqual(receipt);
    }
  });
});

// States in a position's receipt: which may be first, which may follow which, and the effect of a tick.
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
      'a waiting order with an entry price',
      { ...ORDER, entryPrice: d('59992') },
      'change 0: what is due is "open_price none"',
    ],
    ['a waiting order that was opened', { ...ORDER, openedMs: 1 }, 'change 0: what is due is "opened_at none"'],
    ['an order that paid for a night', { ...OPENED, overnightPaidMs: 1 }, 'change 0: what is due is "night_paid none"'],
  ])('may begin with %s or says why not', (_, first, reason) => {
    expect(faultOf(() => checkFirst(first))).toBe(reason);
  });

  const ticks = ['60000', '59990', '59970', ...PRICES.slice(3)].map((price, second): FoundTick => {
    const atMs = START_MS + second * 1000;
    return { seq: 100 + second, at: new Date(atMs).toISOString(), price: d(price), loggedMs: atMs, index: second };
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
    ['pay as an order', ORDER, { ...NIGHT, entryPrice: null }, 'not a midnight'],
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
    const opensAt = new Date(START_MS).toISOString();
    expect(faultOf(() => closingMoney(ORDER, d('60000')))).toBe('it was not open');
    expect([d('59980'), d('59981')].map((price) => reachedBy(ORDER, { price, at: opensAt }))).toEqual([
      'opened',
      undefined,
    ]);
    expect(reachedBy({ ...ORDER, targetPrice: null }, { price: d('1'), at: opensAt })).toBeUndefined();
  });
});
