/** The table of settings that follow their user: one row for each setting that was set. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { Preference, StoredName } from '@halyard/contract/user/preferenceCalls';
import type { Language } from '@halyard/contract/languages';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';

/** The user's settings, by name; without drawings, which are read by market. */
export async function listSettings(reader: Reader, userId: UserId): Promise<Preference[]> {
  return rowsOf<Preference>(
    reader,
    sql`select name, value, version from user_preferences
      where user_id = ${userId} and not starts_with(name, 'drawings:') order by name`,
  );
}

/** One of the user's settings, or their drawings in a market. */
export async function findSetting(reader: Reader, userId: UserId, name: StoredName): Promise<Preference | undefined> {
  const [known] = await rowsOf<Preference>(
    reader,
    sql`select name, value, version from user_preferences where user_id = ${userId} and name = ${name}`,
  );
  return known;
}

/** Serializes the saves of one user, so that no two changes have the same version. */
export async function lockSettings(tx: Transaction, userId: UserId): Promise<void> {
  await tx.execute(sql`select 1 from users where id = ${userId} for no key update`);
}

/** Sets a setting, with the next version. The caller holds the lock. */
export async function writeSetting(
  tx: Transaction,
  userId: UserId,
  { name, value }: { readonly name: StoredName; readonly value: string },
): Promise<Preference> {
  const [saved] = await rowsOf<Preference>(
    tx,
    sql`insert into user_preferences (user_id, name, value, version)
      values (${userId}, ${name}, ${value}, (select coalesce(max(version), 0) + 1 from user_preferences where user_id = ${userId}))
      on conflict (user_id, name) do update set value = excluded.value, version = excluded.version
      returning name, value, version`,
  );
  if (saved === undefined) throw new Error('a setting was not stored');
  return saved;
}

/** The language of mails to the user. */
export async function writeLanguage(tx: Transaction, userId: UserId, language: Language): Promise<void> {
  await tx.execute(sql`update users set language = ${language} where id = ${userId}`);
}
