/**
 * Keys in security mails. A reader of the mail freezes the account with one, logged in or not: a thief of the session
 * lacks the mail, and a thief of both can only freeze. Only hashes are stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Reader } from '../../db/database.ts';
import type { SecurityEventKind } from '../../events/messageFacts.ts';

const KEY_BYTES = 16;
const KEY = /^[\w-]{22}$/;
/** Lifetime of a key, by the database's clock. */
const KEY_DAYS = 30;

/** Page that asks before it uses a key. The key is after the `#`, so that servers and proxies never receive it. */
const FREEZE_PAGE = '/h5/#/pages/security/freeze?key=';

/** Makes a key for one mail; resolves to the link that uses it. `publicUrl` is the exchange's own address. */
export async function issueFreezeLink(
  reader: Reader,
  {
    userId,
    kind,
    publicUrl,
  }: { readonly userId: UserId; readonly kind: SecurityEventKind; readonly publicUrl: string },
): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await reader.execute(
    sql`insert into freeze_keys (key_hash, user_id, event, expires_at)
      values (${hashOf(key)}, ${userId}, ${kind}, now() + ${KEY_DAYS}::int * interval '1 day')`,
  );
  return `${publicUrl}${FREEZE_PAGE}${key}`;
}

/** The user whose account a key freezes; `undefined` for a key that is unknown or expired. */
export async function userOfFreezeKey(reader: Reader, key: string): Promise<UserId | undefined> {
  if (!KEY.test(key)) return undefined;
  const [row] = await rowsOf<{ userId: UserId }>(
    reader,
    sql`select user_id as "userId" from freeze_keys where key_hash = ${hashOf(key)} and expires_at > clock_timestamp()`,
  );
  return row?.userId;
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
