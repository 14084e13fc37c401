// Several nodes push once: two whole exchanges on one PostgreSQL, one Redis and one data folder, which both receive
// every event.
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MESSAGE_CATEGORIES, getPushKey, subscribePush } from '@halyard/contract/notifications/calls';
import { revokeSessions } from '@halyard/contract/security/calls';
import { logIn } from '@halyard/contract/user/calls';
import { rowsOf } from '../../db/database.ts';
import { createRedisBus } from '../../events/eventBus.ts';
import { startPushService, type TestPushService } from '@halyard/contract/testing/pushService';
import { createPostgresDatabase, testEnginesByNight } from '../../testing/testDatabase.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts';
import { PUSH_DEFAULTS } from './pushSettings.ts';

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const EVENTS = 10;

const log = pino({ level: 'silent' });
const isPostgresUp = (await testEnginesByNight()).includes('postgres');
const isRedisUp = await createRedisBus({ url: REDIS_URL, exchange: 'test' }, log).then(
  (bus) => bus.close().then(() => true),
  () => process.env['REQUIRE_SERVICES'] === '1',
);

describe.runIf(isPostgresUp && isRedisUp)('two nodes', () => {
  let place: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let dataDir: string;
  let service: TestPushService;
  let nodes: readonly [TestServer, TestServer];

  beforeAll(async () => {
    place = await createPostgresDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'halyard-push-'));
    service = await startPushService();
    nodes = [await startNode(), await startNode()];
    // Another exchange may use the same Redis: its users have other ids.
    await nodes[0].db.execute(sql`select setval('users_id_seq', ${randomInt(1e9, 2e9)})`);
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await service.close();
    await place.drop();
    await rm(dataDir, { recursive: true });
  });

  async function startNode(): Promise<TestServer> {
    const push = { ...PUSH_DEFAULTS, pushServices: [service.origin] };
    const events = await createRedisBus({ url: REDIS_URL, exchange: 'test' }, log);
    return startTestServer({ location: { databaseUrl: place.url }, dataDir, events, settings: { push } });
  }

  it('sign with one key', async () => {
    const [one, other] = await Promise.all(nodes.map((node) => node.call(getPushKey, {})));
    expect(one).toEqual(other);
  });

  it('push each message once, whichever of them it happened on', async () => {
    const [first, second] = nodes;
    const user = await first.registerUser();
    const browser = service.openBrowser();
    const request = { ...browser.subscription, categories: [...MESSAGE_CATEGORIES] };
    await first.call(subscribePush, request, { token: user.token });
    for (let left = EVENTS; left > 0; left -= 1) {
      const node = left % 2 === 0 ? first : second;
      await node.call(logIn, { address: user.address, password: TEST_PASSWORD });
      await node.call(revokeSessions, { others: true }, { token: user.token });
    }
    await vi.waitFor(async () => {
      const waiting = await rowsOf(first.db, sql`select 1 from jobs where kind = 'push'`);
      expect([waiting.length, browser.received.length]).toEqual([0, EVENTS]);
    });
    expect(browser.tries()).toBe(EVENTS);
    expect(new Set(browser.received.map(({ message }) => message.id)).size).toBe(EVENTS);
  });

  it('finish the job of a node that crashed during it', async () => {
    const [first, second] = nodes;
    const user = await second.registerUser();
    const browser = service.openBrowser();
    const request = { ...browser.subscription, categories: [...MESSAGE_CATEGORIES] };
    await first.call(subscribePush, request, { token: user.token });
    // As the crashed node's transaction left it: stored and taken, its lease expired, and no event on the way.
    await first.db.execute(sql`with happened as (
        insert into user_events (user_id, subject, ref, category, at, facts)
        values (${user.id}, 'security', 1000000, 'security', now(), '{"kind": "password_changed", "details": {}}') returning ref
      ) insert into jobs (kind, key, due_at, payload, lease, leased_until)
        select 'push', p.id || ' security:' || happened.ref, now() - interval '1 second',
          jsonb_build_object('subscriptionId', p.id, 'messageId', 'security:' || happened.ref), gen_random_uuid(), now() - interval '1 second'
        from happened, push_subscriptions p where p.user_id = ${user.id}`);
    const other = await second.registerUser();
    await second.call(logIn, { address: other.address, password: TEST_PASSWORD });
    await second.call(revokeSessions, { others: true }, { token: other.token });
    await vi.waitFor(() => expect(browser.received).toMatchObject([{ message: { title: 'Login password changed' } }]));
    expect(browser.tries()).toBe(1);
  });
});
