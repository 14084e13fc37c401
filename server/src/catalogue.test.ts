// The catalogue reads once, follows an announced change immediately and any other within seconds, and reads again after
// a failed read.
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createCatalogue, type Catalogue } from './catalogue.ts';
import type { OpenDatabase } from './db/connect.ts';
import { createLocalBus } from './events/eventBus.ts';
import { CHANNEL } from './testing/funding.ts';
import { createTestClock } from './testing/testClock.ts';
import { openTestDatabaseOn, usualEngine } from './testing/testDatabase.ts';

const clock = createTestClock();
const events = createLocalBus(pino({ level: 'silent' }));
let opened: OpenDatabase;
let catalogue: Catalogue;
beforeAll(async () => {
  opened = await openTestDatabaseOn(await usualEngine());
});
afterAll(() => opened.close());
beforeEach(() => {
  catalogue = createCatalogue({ db: opened.db, events, clock });
});

const setMin = (min: number) =>
  opened.db.execute(sql`update funding_channels set deposit_min = ${min} where id = ${CHANNEL.USDT}`);
const readMin = async () => (await catalogue.channel(CHANNEL.USDT)).depositMin;

it('follows an announced change immediately, and any other within seconds', async () => {
  await setMin(10);
  expect(await readMin()).toBe('10');
  await setMin(11);
  expect(await readMin()).toBe('10');
  events.publish({ type: 'catalogue-changed' });
  expect(await readMin()).toBe('11');
  await setMin(12);
  clock.advance(5000);
  expect(await readMin()).toBe('12');
});

it('does not cache a failed read', async () => {
  const failing = vi.spyOn(opened.db, 'execute').mockRejectedValueOnce(new Error('away'));
  await expect(catalogue.currencies()).rejects.toThrow('away');
  failing.mockRestore();
  expect((await catalogue.currencies()).length).toBeGreaterThan(0);
});

it('refuses unknown ids', async () => {
  await expect(catalogue.channel(CHANNEL.MISSING)).rejects.toMatchObject({ code: 'CURRENCY_NOT_FOUND' });
});
