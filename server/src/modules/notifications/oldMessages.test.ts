// A migrated database from before `user_events` shows the same messages in the same order, read and unread, with the
// same texts. It is filled as the version before left it, and opened by this one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { openDatabase, type OpenDatabase } from '../../db/connect.ts';
import { writeSecurityEvent } from '../../events/userEvents.ts';
import { leaveOldDatabase } from '../../testing/oldDatabase.ts';
import { testEnginesByNight, type TestLocation } from '../../testing/testDatabase.ts';
import { countUnread, selectMessage, selectMessages } from './messageRepository.ts';
import { createMessageWriter } from '../../exchange.ts';

const writeMessage = createMessageWriter();

const USER = 7 as UserId;
const PICTURE = '3b241101-e2bb-4255-8caf-4136c566a962';
const at = (second: number) => `'2026-01-05T00:00:${String(second).padStart(2, '0')}.000Z'`;

const order = (id: number, outcome: string, second: number) =>
  `insert into spot_orders (id, user_id, market_id, side, order_type, status, cancel_reason, quantity, filled_quantity, filled_quote, maker_fee_rate, taker_fee_rate, updated_at)
   values (${id}, ${USER}, 1, 'buy', 'limit', ${outcome}, 0.001, 0.001, ${at(second)});`;

const OLD = `
  insert into users (id, password_hash, invitation_code) values (${USER}, 'x', 'seven'), (8, 'x', 'eight');
  insert into uploads (id, user_id, media_type, extension, bytes, sha256) values ('${PICTURE}', ${USER}, 'image/png', 'png', 1, 'x');
  ${order(11, `'completed', null, 0.5, 0.5, 14000`, 1)}
  ${order(12, `'cancelled', 'ioc', 1, 0.25, 7000`, 2)}
  ${order(13, `'cancelled', 'user', 1, 0, 0`, 3)}
  ${order(14, `'waiting', null, 1, 0, 0`, 3)}
  insert into deposits (id, user_id, channel_id, amount, proof_id, status, reject_reason, reviewed_at) values
    (21, ${USER}, 1, 1000, '${PICTURE}', 'passed', null, ${at(4)}), (22, ${USER}, 1, 5, '${PICTURE}', 'rejected', 'blurred', ${at(6)}),
    (23, ${USER}, 1, 7, '${PICTURE}', 'pending', null, null), (24, 8, 1, 7, '${PICTURE}', 'passed', null, ${at(4)});
  insert into withdrawals (id, user_id, channel_id, amount, fee, status, reject_reason, deadline_at, closed_at) values
    (31, ${USER}, 1, 100, 2, 'passed', null, now(), ${at(6)}), (32, ${USER}, 1, 50, 1, 'rejected', 'no', now(), ${at(7)}),
    (33, ${USER}, 1, 50, 1, 'cancelled', null, now(), ${at(7)}), (34, ${USER}, 1, 50, 1, 'pending', null, now(), null);
  insert into identity_checks (id, user_id, level, status, reject_reason, reviewed_at) values
    (41, ${USER}, 'advanced', 'rejected', 'unreadable', ${at(6)}), (42, ${USER}, 'advanced', 'pending', null, null);
  insert into security_events (id, user_id, kind, details, created_at) values
    (51, ${USER}, 'login_new_device', '{"device": "Firefox 120"}', ${at(6)}), (59, ${USER}, 'sessions_ended', '{}', ${at(8)});
  insert into chat_messages (id, user_id, sender, body, created_at) overriding system value values
    (61, ${USER}, 'operator', '${'é'.repeat(150)}', ${at(6)}), (62, ${USER}, 'user', 'thanks', ${at(7)}), (63, ${USER}, 'operator', 'You are welcome.', ${at(9)}),
    (64, ${USER}, 'operator', 'Anything else?', ${at(10)});
  insert into message_reads (user_id, until) values (${USER}, ${at(6)});
  insert into chat_reads (user_id, by_user) values (${USER}, 63);`;

/**
 * Newest first; of one instant orders, deposits, withdrawals, identity checks, security and chat, the last of them
 * first.
 */
const SHOWN = [
  ['chat:64', 'support', 'Anything else?', false],
  ['chat:63', 'support', 'You are welcome.', true],
  ['security:59', 'security', undefined, false],
  ['withdrawal:32', 'withdrawals', undefined, false],
  ['chat:61', 'support', `${'é'.repeat(140)}…`, true],
  ['security:51', 'security', 'Firefox 120', true],
  ['identity:41', 'security', 'unreadable', true],
  ['withdrawal:31', 'withdrawals', '100', true],
  ['deposit:22', 'deposits', 'blurred', true],
  ['deposit:21', 'deposits', '1,000', true],
  ['order:12', 'fills', '0.25', true],
  ['order:11', 'fills', '28,000', true],
] as const;

describe.each(await testEnginesByNight())('migrated messages on %s', (engine) => {
  let place: TestLocation;
  let database: OpenDatabase;

  beforeAll(async () => {
    place = await leaveOldDatabase(engine, '0017_push', OLD);
    database = await openDatabase(place.location);
  });
  afterAll(async () => {
    await database.close();
    await place.remove();
  });

  it('are listed as before, read and unread, with the same texts', async () => {
    const messages = await selectMessages(database.db, USER, { limit: 50 });
    expect(messages.map(({ messageId, category, isRead }) => [messageId, category, isRead])).toEqual(
      SHOWN.map(([messageId, category, , isRead]) => [messageId, category, isRead]),
    );
    for (const [index, { facts, ref }] of messages.entries()) {
      const { title, text } = writeMessage({ language: 'en', isSandbox: false }, facts, ref);
      expect(`${title} ${text}`).toContain(SHOWN[index]?.[2] ?? '');
      expect(`${title} ${text}`).not.toMatch(/\{\{|undefined|null/);
    }
    expect(await countUnread(database.db, USER)).toBe(3);
  });

  it('are found by the ids in sent pushes', async () => {
    expect(await selectMessage(database.db, USER, 'deposit:21')).toMatchObject({ at: '2026-01-05T00:00:04.000Z' });
    expect(await selectMessage(database.db, USER, 'deposit:24')).toBeUndefined();
  });

  it('share no id with later ones', async () => {
    const event = { userId: USER, kind: 'password_changed', at: '2026-01-06T00:00:00.000Z' } as const;
    await database.db.transaction((tx) => writeSecurityEvent(tx, event));
    expect((await selectMessages(database.db, USER, { limit: 1 }))[0]).toMatchObject({ messageId: 'security:60' });
  });
});
