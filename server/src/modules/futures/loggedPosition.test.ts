// Positions end by prices that are in the public log already, and their owners' files alone prove how they ended.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parseEntry } from '@halyard/contract/transparency/entries';
import { parsePosition, parsePositionReceipt } from '@halyard/contract/transparency/positionReceipt';
import { verifyPositionReceipt } from '@halyard/contract/transparency/verifyPositionReceipt';
import type { PositionId, UserId } from '@halyard/contract/ids';
import { decimal as d } from '@halyard/contract/money';
import { readEntries } from '../../transparency/logStore.ts';
import { openFuturesDesk, type FuturesDesk } from '../../testing/futuresDesk.ts';
import { openTestLog, type TestLog } from '../../testing/testLog.ts';
import { waitForLog } from './futuresWrite.ts';
import { readLoggedPosition } from './receipts.ts';

let desk: FuturesDesk;
let log: TestLog;
beforeAll(async () => {
  desk = await openFuturesDesk();
  log = await openTestLog(desk.db, desk.clock);
  await seconds('60000', '60000');
});
afterAll(async () => {
  await desk.shut();
  log.close();
});

/** A tick each second, logged before the next one. */
async function seconds(...prices: readonly string[]): Promise<void> {
  for (const price of prices) {
    await desk.tick(price);
    await log.advance();
  }
  await desk.advance();
}
const fileOf = (userId: UserId, { id }: { readonly id: PositionId }) =>
  readLoggedPosition(desk.db, log.head, userId, id);
async function shownBy(file: string) {
  const verdict = verifyPositionReceipt(file, log.policy);
  expect(verdict.steps.filter(({ state }) => state !== 'passed')).toEqual([]);
  return parsePositionReceipt(file);
}

it('is liquidated by the first logged tick at the price shown, and not before it is logged', async () => {
  const userId = await desk.trader('1000');
  const position = await desk.open(userId);
  expect(position.liquidationPrice).toBe('58511.7');
  await seconds('60000', '58511.71');
  await expect(fileOf(userId, position)).rejects.toMatchObject({ code: 'POSITION_NOT_SEALED' });
  await desk.tick('58511.7');
  await desk.advance();
  expect(await desk.read(userId, position.id)).toMatchObject({ status: 'trading' });
  await log.advance();
  await desk.advance();
  expect(await desk.read(userId, position.id)).toMatchObject({ status: 'closed', closeReason: 'liquidation' });
  expect(await shownBy(await fileOf(userId, position))).toMatchObject({
    result: { outcome: 'liquidation', profit: '-75.015 USDT', paid: '75.015 USDT' },
  });
  await expect(fileOf(await desk.trader('1'), position)).rejects.toMatchObject({ code: 'POSITION_NOT_FOUND' });
  await seconds('60000');
});

it('is proved from change to change: margin, a closed part, stops and a midnight', async () => {
  const userId = await desk.trader('1000');
  const position = await desk.open(userId);
  await seconds('60010');
  await desk.addMargin(userId, position.id, '100');
  await desk.close(userId, position.id, 2);
  await seconds('60010');
  await desk.setStops(userId, position.id, { loss: '59950.5' });
  await log.advance();
  const midnightMs = Date.parse('2026-11-26T00:00:00.000Z');
  await desk.tick('60001', midnightMs - 1000 - desk.clock.nowMs());
  await log.advance();
  await seconds('60002', '59999', '59940');
  await log.advance();
  const file = await fileOf(userId, position);
  const { chain, result } = await shownBy(file);
  const states = chain.map(({ terms }) => parsePosition(terms));
  expect(states.map(({ cause }) => cause)).toEqual(['open', 'add_margin', 'partial_close', 'set_stops', 'night']);
  expect(result).toMatchObject({ outcome: 'stop_loss', profit: '-2.16 USDT' });
  // Each changed field of the file is detected, at the step about it.
  for (const [from, to, step] of [
    ['"outcome": "stop_loss"', '"outcome": "stop_profit"', 'outcome'],
    ['59940"', '59941"', 'exit_tick'],
    ['-2.16 USDT', '-2.17 USDT', 'paid'],
    ['change 3 set_stops', 'change 3 add_margin', 'commitment'],
    ['margin 150.03', 'margin 150.04', 'commitment'],
    ['change 2 partial', 'change 3 partial', 'terms'],
  ] as const) {
    const { steps } = verifyPositionReceipt(file.replace(from, to), log.policy);
    expect(steps.find(({ state }) => state === 'failed')).toMatchObject({ step });
  }
  await seconds('60000');
});

it('is closed by its user at the newest tick once that is logged, never at an older one', async () => {
  const userId = await desk.trader('1000');
  const position = await desk.open(userId);
  await desk.tick('60100');
  const closing = desk.close(userId, position.id);
  const queries = vi.spyOn(desk.db._.session, 'prepareQuery');
  const waiting = Array.from({ length: 100 }, () => waitForLog(desk.db));
  await log.advance();
  await Promise.all(waiting);
  // All waiting requests share the same reads.
  expect(queries.mock.calls.filter(([, , name]) => name === 'log_reach').length).toBeLessThan(100);
  queries.mockRestore();
  expect(await closing).toMatchObject({ closeReason: 'user', closeTick: { price: '60100' } });
  await expect(fileOf(userId, position)).rejects.toMatchObject({ code: 'POSITION_NOT_SEALED' });
  await seconds('60000');
  expect((await shownBy(await fileOf(userId, position))).result).toMatchObject({ outcome: 'user', profit: '4.4 USDT' });
  await desk.db.execute(
    sql`insert into log_commits (kind, subject, nonce, terms, idx)
      select kind, subject, nonce, terms, idx from log_commits, generate_series(1, 500)
      where kind = 'contract' and subject = ${position.id}`,
  );
  await expect(fileOf(userId, position)).rejects.toMatchObject({ code: 'POSITION_NOT_SEALED' });
});

it('has no file when a change was logged late, as after a stop of the log', async () => {
  const userId = await desk.trader('1000');
  const position = await desk.open(userId);
  await seconds('60010');
  await desk.addMargin(userId, position.id, '10');
  for (const price of ['60011', '60012', '60013']) await desk.tick(price, 2000);
  await log.advance();
  await desk.advance();
  await desk.close(userId, position.id);
  await seconds('60000');
  expect(await desk.read(userId, position.id)).toMatchObject({ status: 'closed', closeReason: 'user' });
  await expect(fileOf(userId, position)).rejects.toMatchObject({ code: 'POSITION_NOT_SEALED' });
});

it('opens from an order by a logged tick, and has no file for a cross position', async () => {
  const userId = await desk.trader('1000');
  const order = await desk.open(userId, { kind: 'limit', targetPrice: d('59900'), stopLoss: d('59800') });
  const cross = await desk.open(userId, { mode: 'cross', lots: 1 });
  await seconds('59950', '59880', '59790');
  await desk.close(userId, cross.id);
  await seconds('60000');
  const { chain, result } = await shownBy(await fileOf(userId, order));
  expect(chain.map(({ terms }) => parsePosition(terms).cause)).toEqual(['order', 'opened']);
  expect(result).toMatchObject({ outcome: 'stop_loss', profit: '-5.1 USDT' });
  await expect(fileOf(userId, cross)).rejects.toMatchObject({ code: 'POSITION_NOT_SEALED' });
  const texts = (await readEntries(desk.db, 0, (await log.head.read())?.size ?? 0)).map(({ text }) => text);
  expect(texts.map(parseEntry).some(({ kind }) => kind === 'commits')).toBe(true);
  expect(texts.join('')).not.toContain('stop_loss');
  expect(await desk.faults()).toEqual([]);
});
