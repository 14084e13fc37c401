// Firing of price alerts on a real database: by the ticks after they were set and by none before, also those between
// two looks, on any node and however often; refusals; and messages.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlertId, MarketId, UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { ALERTS_MAX } from '@halyard/contract/price-alerts/rules';
import { MINUTE_MS, HOUR_MS } from '@halyard/contract/time';
import type { OpenDatabase } from '../../db/connect.ts';
import { rowsOf } from '../../db/database.ts';
import { createJobRunner } from '../../jobs/jobRunner.ts';
import { followSeries } from '../../market/marketRecord.ts';
import { appendTicks, openSeries } from '../../market/series.ts';
import { openAlertDesk, quiet, SYMBOL, type AlertDesk, type AlertRequest } from '../../testing/alertDesk.ts';
import { copyAlert } from '../../testing/copyAlert.ts';
import { insertUsers } from '../../testing/ledgerFixtures.ts';
import { openTestDatabaseOn, testEnginesByNight } from '../../testing/testDatabase.ts';
import { deleteAlert, selectAlerts } from './alertsRepository.ts';
import { sweepAlerts, createWakeJob } from './index.ts';

describe.each(await testEnginesByNight())('price alerts on %s', (engine) => {
  let database: OpenDatabase;
  let desk: AlertDesk;
  let user: UserId;
  beforeAll(async () => {
    database = await openTestDatabaseOn(engine);
    desk = await openAlertDesk(database.db);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.db.execute(sql`truncate price_alerts, price_alert_cursors, jobs`);
    user = await desk.user();
    // No time span of an alert reaches back to the previous test.
    desk.clock.advance(48 * HOUR_MS);
    await desk.tick('100');
  });

  it.each([
    { kind: 'above', value: '105', before: '104.99', reached: '105', shown: '105.00' },
    { kind: 'below', value: '95', before: '95.01', reached: '94.5', shown: '94.50' },
  ] as const)('fire once when the price gets there: $kind $value', async ({ kind, value, before, reached, shown }) => {
    await desk.set(user, { kind, value });
    await desk.tick(before);
    await desk.sweep();
    expect(await desk.statesOf(user)).toEqual(['active']);
    await desk.tick(reached);
    await desk.sweep();
    await desk.tick('100', reached);
    await desk.sweep();
    const firedAt = new Date(desk.clock.nowMs()).toISOString();
    expect(await selectAlerts(desk.db, user)).toMatchObject([{ status: 'fired', firedPrice: reached, firedAt }]);
    expect(await desk.messages(user)).toEqual([
      {
        title: expect.stringContaining(SYMBOL) as string,
        text: expect.stringContaining(`${shown} USDT`) as string,
        link: '/pages/trade/kline?symbol=BTC%2FUSDT',
      },
    ]);
  });

  it('fire for a price that came and went between two looks, by the first tick that reached it', async () => {
    await desk.set(user, { value: '105' });
    await desk.tick('101', '106', '107', '99');
    await desk.sweep();
    expect(await selectAlerts(desk.db, user)).toMatchObject([{ status: 'fired', firedPrice: '106' }]);
  });

  it('do not fire for ticks from before they were set', async () => {
    await desk.set(await desk.user(), { value: '150' });
    await desk.tick('106', '100');
    await desk.set(user, { value: '105' });
    await desk.tick('100.5');
    await desk.sweep();
    expect(await desk.statesOf(user)).toEqual(['active']);
  });

  it('see each tick once after many that reached nothing', async () => {
    await desk.set(user, { value: '105' });
    for (let batch = 0; batch < 3; batch += 1) {
      await desk.tick(...Array.from({ length: 50 }, (_, index) => `10${index % 5}`));
      await desk.sweep();
    }
    await desk.tick('105');
    await desk.sweep();
    expect(await desk.messages(user)).toHaveLength(1);
  });

  it('count percents from the lowest and the highest of their time, to the second', async () => {
    const requests = [
      { kind: 'rise', value: '5', minutes: 5 },
      { kind: 'rise', value: '5', minutes: 60 },
      { kind: 'rise', value: '5', minutes: 1440 },
      { kind: 'fall', value: '5', minutes: 5 },
    ] as const;
    for (const request of requests) await desk.set(user, request);
    const firedOf = async () =>
      (await selectAlerts(desk.db, user)).flatMap(({ status, kind, minutes }) =>
        status === 'fired' ? [`${kind} ${minutes}`] : [],
      );
    // The low of 100 is a second too old for five minutes.
    desk.clock.advance(1000);
    await desk.tick('102');
    desk.clock.advance(5 * MINUTE_MS);
    await desk.tick('105');
    await desk.sweep();
    expect(await firedOf()).toEqual(['rise 1440', 'rise 60']);
    // 105 to 99.76 is a fall of 4.99 %, to 99.75 one of 5 %.
    await desk.tick('99.76');
    await desk.sweep();
    expect(await firedOf()).toHaveLength(2);
    await desk.tick('99.75');
    await desk.sweep();
    expect(await firedOf()).toEqual(['fall 5', 'rise 1440', 'rise 60']);
    expect((await desk.messages(user))[0]?.text).toContain('Down 5% within 5 minutes');
  });

  it('count percents in the order of the ticks: a low after the high does not count as a rise', async () => {
    await desk.set(user, { kind: 'rise', value: '5', minutes: 5 });
    await desk.tick('104', '96');
    await desk.sweep();
    expect(await desk.statesOf(user)).toEqual(['active']);
    await desk.tick('100.8');
    await desk.sweep();
    expect(await selectAlerts(desk.db, user)).toMatchObject([{ status: 'fired', firedPrice: '100.8' }]);
  });

  it('that repeat rest for an hour, and until their condition no longer holds', async () => {
    await desk.set(user, { value: '105', isRepeating: true });
    const wakes = async () => {
      const runner = createJobRunner({ ...desk.deps, log: quiet, jobs: [createWakeJob(desk.deps)] });
      runner.start();
      const dueMs = desk.clock.nowMs();
      await expect
        .poll(() =>
          rowsOf(desk.db, sql`select 1 from jobs where due_at <= ${new Date(dueMs).toISOString()}::timestamptz`),
        )
        .toEqual([]);
      await runner.stop();
    };
    await desk.tick('105', '100', '106');
    await desk.sweep();
    desk.clock.advance(HOUR_MS);
    await wakes();
    expect(await desk.statesOf(user)).toEqual(['resting']);
    await desk.tick('104');
    desk.clock.advance(MINUTE_MS);
    await wakes();
    expect(await desk.statesOf(user)).toEqual(['active']);
    await desk.sweep();
    expect(await desk.messages(user)).toHaveLength(1);
    await desk.tick('105');
    await desk.sweep();
    expect(await desk.messages(user)).toHaveLength(2);
  });

  it('are refused when they hold already, when they are invalid, and beyond fifty', async () => {
    const refusalOf = (request: AlertRequest) =>
      desk.set(user, request).then(
        () => undefined,
        (error: unknown) => (error as { readonly code: string }).code,
      );
    await desk.tick('104', '98', '100');
    expect(await refusalOf({ value: '100' })).toBe('ALERT_PRICE_REACHED');
    expect(await refusalOf({ kind: 'below', value: '101' })).toBe('ALERT_PRICE_REACHED');
    expect(await refusalOf({ kind: 'rise', value: '2', minutes: 5 })).toBe('ALERT_CHANGE_REACHED');
    expect(await refusalOf({ kind: 'fall', value: '3.84', minutes: 60 })).toBe('ALERT_CHANGE_REACHED');
    expect(await refusalOf({ value: '105.001' })).toBe('PRICE_PRECISION');
    expect(await refusalOf({ value: '0' })).toBe('PRICE_REQUIRED');
    expect(await refusalOf({ kind: 'rise', value: '0.05' })).toBe('ALERT_PERCENT_INVALID');
    expect(await refusalOf({ marketId: 9999 as MarketId })).toBe('MARKET_NOT_FOUND');
    for (let count = 1; count <= ALERTS_MAX; count += 1) await desk.set(user, { value: `${100 + count}` });
    expect(await refusalOf({ value: '200' })).toBe('ALERTS_TOO_MANY');
    // The same condition again returns the existing alert.
    expect(await desk.set(user, { value: '101', isRepeating: true })).toMatchObject({ isRepeating: true });
    expect(await desk.statesOf(user)).toHaveLength(ALERTS_MAX);
  });

  it('never fire after their removal, and only their owner removes them', async () => {
    const { id } = await desk.set(user, { value: '105' });
    expect(await deleteAlert(desk.db, await desk.user(), id)).toBe(false);
    expect(await deleteAlert(desk.db, user, id)).toBe(true);
    expect(await deleteAlert(desk.db, user, 999_999 as AlertId)).toBe(false);
    await desk.tick('106');
    await desk.sweep();
    expect(await desk.messages(user)).toEqual([]);
  });

  it('fire by hundreds at one tick, each once', async () => {
    const users = await insertUsers(desk.db, 30);
    const { id } = await desk.set(user, { value: '105' });
    await copyAlert(desk.db, id, { owners: users, copies: 1200 });
    await desk.tick('120');
    await Promise.all([desk.sweep(), desk.sweep()]);
    const [row] = await rowsOf<{ count: number }>(
      desk.db,
      sql`select count(*)::int as count from user_events where subject = 'alert' and user_id = any(${`{${users.join(',')}}`}::int[])`,
    );
    expect(row).toEqual({ count: 1200 });
  });

  it('follow their market to another series', async () => {
    await desk.set(user, { value: '105' });
    const appendTo = (identity: string, price: string) =>
      desk.db.transaction(async (tx) => {
        const key = { marketId: desk.marketId, source: 'replay', identity } as const;
        const { seriesId } = await openSeries(tx, key, {});
        const at = new Date(desk.clock.nowMs()).toISOString();
        await appendTicks(tx, seriesId, [{ at, price: decimal(price), quantity: decimal('1') }]);
        await followSeries(tx, desk.marketId, { seriesId, status: 'trading' });
      });
    const own = await rowsOf<{ id: number }>(
      desk.db,
      sql`select series_id as id from markets where id = ${desk.marketId}`,
    );
    // Prices from before do not count.
    await appendTo(`other ${user}`, '200');
    await desk.sweep();
    expect(await desk.statesOf(user)).toEqual(['active']);
    desk.clock.advance(1000);
    await appendTo(`other ${user}`, '106');
    await desk.sweep();
    expect(await desk.statesOf(user)).toEqual(['fired']);
    await desk.db.transaction((tx) =>
      followSeries(tx, desk.marketId, { seriesId: own[0]?.id ?? 0, status: 'trading' }),
    );
  });

  it('of a crashed node fire at the next one, without repeated messages', async () => {
    await desk.set(user, { value: '105' });
    await desk.tick('106', '100');
    // It crashes in the middle of the transaction that fires.
    const transaction = (work: (tx: never) => Promise<unknown>) =>
      desk.db.transaction(async (tx) => {
        await work(tx as never);
        throw new Error('killed');
      });
    const dying = { ...desk.deps, db: Object.assign(Object.create(desk.db) as typeof desk.db, { transaction }) };
    await expect(sweepAlerts(dying, desk.marketId)).rejects.toThrow('killed');
    expect([await desk.statesOf(user), await desk.messages(user)]).toEqual([['active'], []]);
    await desk.sweep();
    // As if it had crashed after firing, before its cursor was moved.
    await desk.db.execute(sql`update price_alert_cursors set seq = 0`);
    await desk.sweep();
    expect(await desk.messages(user)).toHaveLength(1);
  });

  it('end when their market is delisted, with one message for each user', async () => {
    const [other, resting] = [await desk.user(), await desk.user()];
    for (const value of ['105', '106']) await desk.set(user, { value });
    await desk.set(other, { kind: 'fall', value: '5', minutes: 60 });
    const { id } = await desk.set(resting, { value: '101', isRepeating: true });
    await desk.tick('101');
    await desk.sweep();
    const list = async (value: string) =>
      desk.db.execute(sql.raw(`update markets set ${value} where id = ${desk.marketId}`));
    const [market] = await rowsOf<{ id: number }>(
      desk.db,
      sql`select series_id as id from markets where id = ${desk.marketId}`,
    );
    // Hidden by a feed that has no prices of it now.
    await list('series_id = null');
    await desk.sweep();
    expect(await desk.statesOf(user)).toEqual(['active', 'active']);
    await list('delisted_at = now()');
    await Promise.all([desk.sweep(), desk.sweep()]);
    const ended = { title: 'Price alerts for BTC/USDT ended', link: '/pages/trade/alerts' };
    for (const one of [user, other]) {
      expect(await desk.statesOf(one)).toEqual([]);
      expect(await desk.messages(one)).toMatchObject([ended]);
    }
    expect(await rowsOf(desk.db, sql`select 1 from price_alert_cursors`)).toEqual([]);
    // Only a resting one is left, which no tick would wake.
    await desk.db.execute(sql`truncate price_alerts, user_events`);
    await list(`series_id = ${market?.id ?? 0}, delisted_at = null`);
    await desk.tick('100');
    const { id: last } = await desk.set(resting, { value: '101', isRepeating: true });
    await desk.db.execute(sql`update price_alerts set status = 'resting'`);
    await list('series_id = null, delisted_at = now()');
    const row = { key: `${id}`, payload: { alertId: last, marketId: desk.marketId }, failures: 0 };
    expect(await desk.db.transaction(async (tx) => createWakeJob(desk.deps).run(tx, row))).toBe('done');
    expect(await desk.messages(resting)).toMatchObject([ended]);
    await list(`series_id = ${market?.id ?? 0}, delisted_at = null`);
  });
});
