// A user is notified although the node that caused the event published nothing: each event is published to a bus
// without listeners, as if its node had crashed right after the commit, and the user's node notifies the room. A
// repeated notification, as after a crash, reaches no client twice.
import { sql } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { readMessages } from '@halyard/contract/notifications/calls';
import { decimal } from '@halyard/contract/money';
import { accountEvent, type AccountEvent } from '@halyard/contract/realtime/accountRoom';
import { rooms } from '@halyard/contract/realtime/rooms';
import { rowsOf } from '../db/database.ts';
import type { EventBus } from './events.ts';
import { askDeposit, askWithdrawal, openWithdrawer, type Withdrawer } from '../testing/funding.ts';
import { identityOf } from '../testing/identities.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { follow, until } from '../testing/realtimeHarness.ts';
import { testEnginesByNight } from '../testing/testDatabase.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { givePicture } from '../testing/uploads.ts';
import { answerUser } from '../modules/chat/sendMessage.ts';
import { reviewDeposit } from '../modules/deposits/depositReviews.ts';
import { reviewIdentity } from '../modules/identity/identityReviews.ts';
import { createSpotService } from '../modules/spot/service.ts';
import { createSessions } from '../modules/user/sessions.ts';
import { reviewWithdrawal } from '../modules/withdrawals/withdrawalReviews.ts';

const REVIEWER = { name: 'olga' };
const nobody: EventBus = {
  publish: () => undefined,
  subscribe: () => () => undefined,
  flush: async () => undefined,
  isConnected: () => true,
  close: async () => undefined,
};

describe.each(await testEnginesByNight())('events of a crashed node, on %s', (engine) => {
  let server: TestServer;
  let user: Withdrawer;
  let socket: Socket;
  let heard: AccountEvent[];
  let dead: Pick<TestServer, 'db' | 'clock'> & { readonly events: EventBus };

  beforeAll(async () => {
    server = await startTestServer({ engine });
    dead = { db: server.db, clock: server.clock, events: nobody };
    await server.feed.append('BTC/USDT', { price: '28000' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await openWithdrawer(server, { usdt: '100000' });
    heard = [];
    socket = io(server.url, { transports: ['websocket'], forceNew: true, auth: { token: user.token } });
    const follower = follow(socket, rooms.account, (delivery) => {
      if (delivery.kind === 'snapshot') return;
      heard.push(z.decode(accountEvent, delivery.data as z.input<typeof accountEvent>));
    });
    await until(() => follower.answers.length > 0);
    // Earlier events are processed and received.
    await server.call(readMessages, { until: new Date().toISOString() }, { token: user.token });
    await until(() => heard.some((event) => event.event === 'notice' && event.unread === 0));
    heard.length = 0;
  });
  afterEach(() => void socket.close());

  const pendingCount = async () => (await rowsOf(server.db, sql`select 1 from pending_events`)).length;
  const hears = (event: unknown) => vi.waitFor(() => expect(heard).toContainEqual(event));
  const record = (subject: string, id: number, status: string) => ({
    event: 'record',
    record: { subject, id, status },
  });
  const balance = { event: 'balance', balances: [expect.objectContaining({ currency: 'USDT' })] };

  it('notify of orders, with the changed balances', async () => {
    const spot = createSpotService(dead);
    const pair = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT };
    const order = await spot.placeOrder(user.id, {
      ...pair,
      side: 'buy',
      orderType: 'market',
      quantity: decimal('0.5'),
    });
    await hears({ event: 'order', order: expect.objectContaining({ id: order.id, status: 'completed' }) });
    await hears({ event: 'balance', balances: expect.arrayContaining([expect.objectContaining({ currency: 'BTC' })]) });
    await hears({ event: 'notice', unread: 1 });
    await spot.close();
  });

  it('notify of deposits, withdrawals and identity checks, with the changed balances', async () => {
    const deposit = await askDeposit(server, user, { proof: await givePicture(server, user) });
    heard.length = 0;
    await reviewDeposit(dead, { id: deposit.id, decision: 'approve' }, REVIEWER);
    await hears(record('deposit', deposit.id, 'passed'));
    await hears(balance);
    const withdrawal = await askWithdrawal(server, user);
    await reviewWithdrawal(dead, { id: withdrawal.id, decision: 'reject', reason: 'no' }, REVIEWER);
    await hears(record('withdrawal', withdrawal.id, 'rejected'));
    const identity = identityOf(server, user);
    await identity.advanced(await identity.pictures());
    const id = await identity.newestId();
    await reviewIdentity(dead, { id, decision: 'approve' }, REVIEWER);
    await hears(record('identity', id, 'verified'));
  });

  it('notify of security events and of answers in the chat', async () => {
    const [row] = await rowsOf<{ hash: string }>(
      server.db,
      sql`select password_hash as hash from users where id = ${user.id}`,
    );
    const login = {
      ip: '192.0.2.1',
      language: 'en' as const,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
    };
    const settings = { sessionIdleHours: 168, sessionAgeHours: 720 };
    await createSessions({ ...dead, settings }).open({ id: user.id, passwordHash: row?.hash ?? '' }, login);
    await hears(expect.objectContaining({ event: 'notice' }));
    await server.db.transaction((tx) => answerUser(tx, dead, { userId: user.id, text: 'Hello', pictureId: null }));
    await hears({ event: 'chat', unread: 1 });
  });

  it('notify once, even when a node repeats the notification', async () => {
    const deposit = await askDeposit(server, user, { proof: await givePicture(server, user) });
    await reviewDeposit(dead, { id: deposit.id, decision: 'approve' }, REVIEWER);
    await hears(record('deposit', deposit.id, 'passed'));
    await server.db.execute(
      sql`insert into pending_events (subject, refs) values ('deposit', array[${deposit.id}::bigint])`,
    );
    await vi.waitFor(async () => expect(await pendingCount()).toBe(0));
    await server.db.transaction((tx) => answerUser(tx, dead, { userId: user.id, text: 'Hello', pictureId: null }));
    await hears({ event: 'chat', unread: 1 });
    const records = heard.filter((event) => event.event === 'record' && event.record.status === 'passed');
    expect(records).toHaveLength(1);
  });
});
