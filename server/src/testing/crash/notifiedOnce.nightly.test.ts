// Users are notified of everything once, whenever a node crashes: the real server process is killed with -9 at random
// instants while orders are filled, deposits reviewed, logins made and questions answered. Then every message exists
// once, the unread count is right, and each reached the browser by a push.
//
// As many kills on each engine as asked for (KILL_SEED chooses other instants):
//   THOROUGH=1 KILL_POINTS=100 npx vitest run server/src/testing/crash/notifiedOnce.nightly.test.ts
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPushService, type TestBrowser, type TestPushService } from '@halyard/contract/testing/pushService';
import { openDatabase, type OpenDatabase } from '../../db/connect.ts';
import { rowsOf } from '../../db/database.ts';
import { readCount } from '../../operator/command.ts';
import { flatFeed } from '../flatFeed.ts';
import { newTestLocation, testEngines, type TestLocation } from '../testDatabase.ts';
import { openNotified, type NotifiedUser } from './crowd.ts';
import { createExchangeProcess, type ExchangeProcess } from './exchangeProcess.ts';

const POINTS = readCount(process.env['KILL_POINTS'] ?? '2', 'KILL_POINTS', 10_000);
const SEED = process.env['KILL_SEED'] ?? 'told once';
/** Below the page size of a message list, at four messages a point. */
const POINTS_OF_ONE = 10;
/** Delay after an answer: until its event is notified, and a while after. */
const WITHIN_MS = 120;
/** Pushes of a crashed node are sent by another one when the lease has expired. */

const random = (draw: string) => createHash('sha256').update(`${SEED} ${draw}`).digest().readUInt32BE() / 2 ** 32;

describe.each(await testEngines())('an exchange on %s that is killed at random instants', (engine) => {
  let place: TestLocation;
  let dataDir: string;
  let service: TestPushService;
  /** On PostgreSQL another node continues and notifies the rest, else the next start does. */
  let other: ExchangeProcess | undefined;
  let node: ExchangeProcess;
  let database: OpenDatabase | undefined;
  const crowd: NotifiedUser[] = [];
  /** Number of pushes of a browser at the kill, and after all sent ones had arrived. */
  const deaths: { readonly browser: TestBrowser; readonly from: number; readonly to: number }[] = [];

  beforeAll(async () => {
    place = await newTestLocation(engine);
    dataDir = place.location.dataDir ?? (await mkdtemp(join(tmpdir(), 'halyard-notified-')));
    service = await startPushService();
    const env = {
      DATABASE_URL: place.location.databaseUrl ?? '',
      DATA_DIR: dataDir,
      FEED: flatFeed(dataDir),
      PUSH_SERVICES: service.origin,
      SANDBOX_REVIEW_SECONDS: '3600',
    };
    node = await createExchangeProcess(dataDir, env);
    await node.start();
    if (engine === 'postgres') {
      other = await createExchangeProcess(dataDir, env);
      await other.start();
    }
    for (let point = 0; point < POINTS; point += 1) {
      if (point % POINTS_OF_ONE === 0) crowd.push(await openNotified({ url: node.url, env, service }, POINTS_OF_ONE));
      await killAt(crowd.at(-1), point);
    }
  });

  afterAll(async () => {
    await database?.close();
    await node.kill();
    await other?.kill();
    await service.close();
    await place.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  /**
   * Kills the node soon after one of the answers, chosen by the seed; at the first one the others are still pending.
   */
  async function killAt(user: NotifiedUser | undefined, point: number): Promise<void> {
    let answers = 1 + Math.floor(4 * random(`answer ${point}`));
    let answered: () => void = () => undefined;
    const isTime = new Promise<void>((resolve) => (answered = resolve));
    const happening = user?.happen(node.url, () => (answers -= 1) === 0 && answered());
    await Promise.race([isTime, happening]);
    await pause(WITHIN_MS * random(`instant ${point}`));
    const received = () => crowd.map(({ browser }) => browser.received.length);
    const before = received();
    await node.kill();
    await happening;
    crowd.forEach(({ browser }, index) => {
      deaths.push({ browser, from: before[index] ?? 0, to: browser.received.length });
    });
    await node.start();
  }

  /** Whether the node crashed between the first and the second of these pushes. */
  const isParted = (browser: TestBrowser, first: number, second: number) =>
    deaths.some((death) => death.browser === browser && first < death.to && second >= death.from);

  const sorted = (ids: readonly string[]) => [...new Set(ids)].toSorted();
  const lists = () =>
    Promise.all(crowd.map(async ({ read }) => sorted((await read(node.url)).messages.map(({ id }) => id))));
  const arrivals = () => crowd.map(({ browser }) => sorted(browser.received.map(({ message }) => message.id)));

  it('has a message for everything that it acknowledged, each once and unread', async () => {
    for (const { acknowledged, read } of crowd) {
      const { messages, unread } = await read(node.url);
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      expect(unread).toBe(messages.length);
      const texts = messages.map(({ id, text }) => `${id} ${text}`);
      for (const part of acknowledged) expect(texts.filter((text) => text.includes(part))).toHaveLength(1);
      expect(acknowledged.length).toBeGreaterThan(0);
    }
  });

  it('pushed each message, and one again only where it was killed between the service’s answer and its own note', async () => {
    await vi.waitFor(async () => expect(arrivals()).toEqual(await lists()), {
      interval: 500,
    });
    for (const { browser } of crowd) {
      const ids = browser.received.map(({ message }) => message.id);
      // The service and the browser replace one by the other by its topic.
      expect(new Set(browser.received.map(({ topic }) => topic)).size).toBe(new Set(ids).size);
      ids.forEach((id, second) => {
        const first = ids.lastIndexOf(id, second - 1);
        if (second > 0 && first >= 0) expect([id, isParted(browser, first, second)]).toEqual([id, true]);
      });
    }
  });

  it('has a message for every event in its ledger, and no pending notification', async () => {
    await node.stop();
    await other?.stop();
    database = await openDatabase(place.location);
    for (const { userId } of crowd) {
      const happened = await rowsOf<{ id: string }>(
        database.db,
        sql`select 'order:' || id as id from spot_orders where user_id = ${userId} and status = 'completed'
          union all select 'deposit:' || id from deposits where user_id = ${userId} and status = 'passed'
          union all select 'chat:' || id from chat_messages where user_id = ${userId} and sender = 'operator'`,
      );
      const events = await rowsOf<{ id: string }>(
        database.db,
        sql`select subject || ':' || ref as id from user_events where user_id = ${userId} and subject <> 'security'`,
      );
      expect(sorted(events.map(({ id }) => id))).toEqual(sorted(happened.map(({ id }) => id)));
      expect(events).toHaveLength(happened.length);
    }
    expect(await rowsOf(database.db, sql`select 1 from pending_events`)).toEqual([]);
  });
});
