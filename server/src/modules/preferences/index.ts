/** The calls of synchronized settings and drawings: user/preferences, user/drawings, user/save_preference. */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import { drawingRecords, mergeDrawings, readDrawings, symbolOfDrawings } from '@halyard/contract/user/drawings';
import {
  listDrawings,
  listPreferences,
  PREFERENCE_BYTES_MAX,
  savePreference,
  type Preference,
  type StoredName,
} from '@halyard/contract/user/preferenceCalls';
import { answerUser, BusinessError } from '../../calls/callHandler.ts';
import { rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { EventBus } from '../../events/events.ts';
import { findMarketBySymbol } from '../../market/marketRecord.ts';
import type { Module } from '../../module.ts';

// The table of settings that follow their user: one row for each setting that was set.

/** The user's settings, by name; without drawings, which are read by market. */
async function listSettings(reader: Reader, userId: UserId): Promise<Preference[]> {
  return rowsOf<Preference>(
    reader,
    sql`select name, value, version from user_preferences
      where user_id = ${userId} and not starts_with(name, 'drawings:') order by name`,
  );
}

/** One of the user's settings, or their drawings in a market. */
async function findSetting(reader: Reader, userId: UserId, name: StoredName): Promise<Preference | undefined> {
  const [known] = await rowsOf<Preference>(
    reader,
    sql`select name, value, version from user_preferences where user_id = ${userId} and name = ${name}`,
  );
  return known;
}

/** Sets a setting, with the next version. Under the lock of `lockUser`, so that no two changes have the same. */
async function writeSetting(
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
async function writeLanguage(tx: Transaction, userId: UserId, language: Language): Promise<void> {
  await tx.execute(sql`update users set language = ${language} where id = ${userId}`);
}

declare module '../../events/events.ts' {
  interface ExchangeEvents {
    readonly 'preference-changed': { readonly userId: UserId; readonly version: number };
  }
}

export const preferences: Module = {
  create: (deps) => ({
    handlers: [
      answerUser(listPreferences, (_request, { user }) => listSettings(deps.db, user.id)),
      answerUser(listDrawings, async ({ name }, { user }) => {
        const known = await findSetting(deps.db, user.id, name);
        return known === undefined ? [] : [known];
      }),
      answerUser(savePreference, (request, { user }) => saveSetting(deps, user.id, request)),
    ],
  }),
};

// Setting one of the settings that follow the user.

type PreferencesDeps = { readonly db: Database; readonly events: EventBus };

/**
 * Stores a setting and publishes it to the user's devices. An unchanged one keeps its version and publishes nothing, so
 * that two devices that follow each other settle. The language also becomes the one of mails to the user. Throws
 * `BusinessError` PARAMETER_INVALID for a value that is no JSON, too long, or an unsupported language, and for drawings
 * that are invalid or of an unknown market.
 */
async function saveSetting(
  { db, events }: PreferencesDeps,
  userId: UserId,
  { name, value }: RequestOf<typeof savePreference>,
): Promise<Preference> {
  const content = contentOf(value);
  const language = name === 'language' ? languageIn(content) : undefined;
  const symbol = symbolOfDrawings(name);
  if (symbol !== undefined) await checkMarket(db, symbol);
  const { saved, isChanged } = await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const known = await findSetting(tx, userId, name);
    const next = symbol === undefined ? value : mergedDrawings(known?.value, content);
    if (known?.value === next) return { saved: known, isChanged: false };
    if (language !== undefined) await writeLanguage(tx, userId, language);
    return { saved: await writeSetting(tx, userId, { name, value: next }), isChanged: true };
  });
  if (isChanged) events.publish({ type: 'preference-changed', userId, version: saved.version });
  return saved;
}

function contentOf(value: string): unknown {
  if (Buffer.byteLength(value) > PREFERENCE_BYTES_MAX) throw unfit();
  try {
    return JSON.parse(value);
  } catch {
    throw unfit();
  }
}

/** Markets limit the number of a user's rows. */
async function checkMarket(reader: Reader, symbol: string): Promise<void> {
  if ((await findMarketBySymbol(reader, symbol))?.symbol !== symbol) throw unfit('name');
}

/** The stored drawings with the changes of a device, as JSON. */
function mergedDrawings(stored: string | undefined, content: unknown): string {
  const changed = drawingRecords.safeParse(content);
  if (!changed.success) throw unfit();
  return JSON.stringify(mergeDrawings(readDrawings(JSON.parse(stored ?? '[]')), changed.data));
}

function languageIn(content: unknown): Language {
  const language = LANGUAGES.find((known) => known === content);
  if (language === undefined) throw unfit();
  return language;
}

const unfit = (field = 'value') => new BusinessError('PARAMETER_INVALID', { field });
