/** The table of passkeys. */
import { sql } from 'drizzle-orm';
import type { PasskeyId, UserId } from '@halyard/contract/ids';
import type { Passkey } from '@halyard/contract/security/passkeyCalls';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';

/** A passkey as stored. Ids, keys and handles are base64url. */
export type PasskeyRecord = {
  readonly id: PasskeyId;
  readonly userId: UserId;
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: string;
  readonly userHandle: string;
};

export type NewPasskey = Omit<PasskeyRecord, 'id'> & {
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
};

/** A user's passkeys, oldest first. */
export function listPasskeys(reader: Reader, userId: UserId): Promise<Passkey[]> {
  return rowsOf<Passkey>(
    reader,
    sql`select id, name, ${isoText(sql`created_at`)} as "createdAt", ${isoText(sql`last_used_at`)} as "lastUsedAt"
      from passkeys where user_id = ${userId} order by id`,
  );
}

/** The credentials of a user, as a browser needs them. */
export async function listCredentials(reader: Reader, userId: UserId) {
  const rows = await rowsOf<{ id: string; transports: string; userHandle: string }>(
    reader,
    sql`select credential_id as id, transports, user_handle as "userHandle" from passkeys
      where user_id = ${userId} order by id`,
  );
  return rows.map(({ transports, ...row }) => ({ ...row, transports: transports.split(',').filter((word) => word) }));
}

/** The passkey with a credential id. */
export async function findPasskey(reader: Reader, credentialId: string): Promise<PasskeyRecord | undefined> {
  const [row] = await rowsOf<PasskeyRecord>(
    reader,
    sql`select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
        user_handle as "userHandle"
      from passkeys where credential_id = ${credentialId}`,
  );
  return row;
}

/** Stores a passkey; false when its credential exists, for any user. */
export async function insertPasskey(tx: Transaction, passkey: NewPasskey): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`insert into passkeys (user_id, credential_id, public_key, user_handle, counter, transports, name)
      values (${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.userHandle},
        ${passkey.counter}, ${passkey.transports.join(',')}, ${passkey.name})
      on conflict (credential_id) do nothing returning id`,
  );
  return rows.length > 0;
}

/** Renames a user's passkey; false when the user has none with this id. */
export async function renamePasskey(reader: Reader, userId: UserId, id: PasskeyId, name: string): Promise<boolean> {
  const rows = await rowsOf(
    reader,
    sql`update passkeys set name = ${name} where id = ${id} and user_id = ${userId} returning id`,
  );
  return rows.length > 0;
}

/** Removes a user's passkey; resolves to its name, undefined when the user has none with this id. */
export async function deletePasskey(tx: Transaction, userId: UserId, id: PasskeyId): Promise<string | undefined> {
  const [row] = await rowsOf<{ name: string }>(
    tx,
    sql`delete from passkeys where id = ${id} and user_id = ${userId} returning name`,
  );
  return row?.name;
}

/** Removes all passkeys of a user; resolves to their names. */
export async function deletePasskeys(tx: Transaction, userId: UserId): Promise<readonly string[]> {
  const rows = await rowsOf<{ name: string }>(tx, sql`delete from passkeys where user_id = ${userId} returning name`);
  return rows.map(({ name }) => name);
}

/**
 * Stores a use of a passkey and the device's signature counter; resolves to the counter before. Undefined when the
 * passkey was removed in the meantime. A lower counter is not stored.
 */
export async function noteUse(
  tx: Transaction,
  id: PasskeyId,
  counter: number,
): Promise<{ readonly before: number; readonly name: string } | undefined> {
  const [row] = await rowsOf<{ before: number; name: string }>(
    tx,
    sql`with before as (select id, counter from passkeys where id = ${id} for update)
      update passkeys set counter = greatest(passkeys.counter, ${counter}::bigint), last_used_at = clock_timestamp()
      from before where passkeys.id = before.id returning before.counter::float8 as before, name`,
  );
  return row;
}
