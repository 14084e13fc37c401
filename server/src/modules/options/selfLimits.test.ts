// Self-imposed limits at the purchase: stakes and losses of a UTC day, lower limits at once, higher ones a day later,
// and once under one request id.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { DAY_MS } from '@halyard/contract/time';
import { openOptionDesk, type OptionDesk } from '../../testing/optionDesk.ts';
import { answerSelfLimits, writeSelfLimits } from './selfLimits.ts';

let desk: OptionDesk;
let userId: UserId;
beforeAll(async () => {
  desk = await openOptionDesk();
  await desk.publish(({ currencies }) => ({
    currencies: currencies.map((one) => ({ ...one, feeRate: decimal('1') })),
  }));
});
afterAll(() => desk.close());
beforeEach(async () => {
  userId = await desk.verified('10000');
  await again();
});

const set = (request: Parameters<typeof writeSelfLimits>[2]) => writeSelfLimits(desk, userId, request);
const read = () => answerSelfLimits(desk.db, userId, desk.clock.nowMs());
const buy = (stake: string) => desk.purchase(userId, { stake: decimal(stake) });
const refused = (stake: string) => desk.refusalOf(buy(stake));
const again = async (ms = 2000) => {
  desk.clock.advance(ms);
  await desk.tick();
};

it('are unset at first', async () => {
  expect(await read()).toEqual({
    dailyStake: null,
    dailyLoss: null,
    reminderMinutes: null,
    next: null,
    stakedToday: '0',
    lostToday: '0',
  });
});

it('limit the stakes of a UTC day, each day separately', async () => {
  await set({ dailyStake: decimal('150') });
  await buy('100');
  expect(await refused('50.00000001')).toEqual({ code: 'OWN_LIMIT', params: { max: '50' } });
  await buy('50');
  expect(await read()).toMatchObject({ stakedToday: '150', lostToday: '151.5' });
  expect(await refused('10')).toEqual({ code: 'OWN_LIMIT', params: { max: '0' } });
  await again(DAY_MS);
  expect(await read()).toMatchObject({ stakedToday: '0' });
  await buy('150');
});

it('limit losses with fees, counting open options, and wins do not raise the limit', async () => {
  await set({ dailyLoss: decimal('101') });
  await buy('50');
  expect(await refused('50.00000001')).toEqual({ code: 'OWN_LIMIT', params: { max: '50' } });
  desk.clock.advance(60_000);
  await desk.tick('60001');
  await desk.settle();
  // 42.5 won, less a fee of 0.5.
  expect(await read()).toMatchObject({ stakedToday: '50', lostToday: '0' });
  expect(await refused('100.00000001')).toEqual({ code: 'OWN_LIMIT', params: { max: '100' } });
  await desk.purchase(userId, { stake: decimal('100'), direction: 'down' });
  desk.clock.advance(60_000);
  await desk.tick('60002');
  await desk.settle();
  expect(await read()).toMatchObject({ lostToday: '59' });
});

it('that are higher apply after a day; lower ones apply at once and cancel them', async () => {
  await set({ dailyStake: decimal('100'), reminderMinutes: 30 });
  const from = new Date(desk.clock.nowMs() + DAY_MS).toISOString();
  expect(await set({ dailyStake: decimal('1000') })).toMatchObject({
    dailyStake: '100',
    reminderMinutes: 30,
    next: { dailyStake: '1000', dailyLoss: null, from },
  });
  expect(await refused('101')).toMatchObject({ code: 'OWN_LIMIT' });
  await again(DAY_MS - 2001);
  expect(await refused('101')).toMatchObject({ code: 'OWN_LIMIT' });
  await again(2001);
  await buy('101');
  expect(await read()).toMatchObject({ dailyStake: '1000', next: null });

  await set({ dailyStake: null });
  expect(await set({ dailyStake: decimal('0'), reminderMinutes: 0 })).toMatchObject({
    dailyStake: '0',
    reminderMinutes: null,
    next: null,
  });
  await again(2 * DAY_MS);
  expect(await refused('10')).toEqual({ code: 'OWN_LIMIT', params: { max: '0' } });
});

it('are refused when they are not amounts, and set once under one request id', async () => {
  const minus = desk.refusalOf(set({ dailyLoss: decimal('-1') }));
  expect(await minus).toEqual({ code: 'AMOUNT_TOO_SMALL', params: { min: '0' } });
  const fine = desk.refusalOf(set({ dailyStake: decimal('0.000000001') }));
  expect(await fine).toEqual({ code: 'AMOUNT_PRECISION', params: { places: 8 } });
  const clientRequestId = randomUUID();
  const first = await set({ dailyStake: decimal('70'), clientRequestId });
  await set({ dailyStake: decimal('60') });
  expect(await set({ dailyStake: decimal('70'), clientRequestId })).toEqual(first);
  expect(await read()).toMatchObject({ dailyStake: '60' });
});
