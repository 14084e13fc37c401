/** The calls of synchronized settings and drawings: user/preferences, user/drawings, user/save_preference. */
import type { UserId } from '@halyard/contract/ids';
import { drawingRecords, mergeDrawings, readDrawings, symbolOfDrawings } from '@halyard/contract/user/drawings';
import {
  listDrawings,
  listPreferences,
  savePreference,
  PREFERENCE_BYTES_MAX,
  type Preference,
} from '@halyard/contract/user/preferenceCalls';
import { answerUser } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { findSetting, listSettings, lockSettings, writeLanguage, writeSetting } from './preferencesRepository.ts';
import type { RequestOf } from '@halyard/contract/call';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import type { Database, Reader } from '../../db/database.ts';
import { BusinessError } from '../../calls/errors.ts';
import { findMarketBySymbol } from '../../market/marketRecord.ts';
import type { EventBus } from '../../events/events.ts';

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
    await lockSettings(tx, userId);
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
