/** The calls of synchronized settings: user/preferences, user/save_preference. */
import type { UserId } from '@halyard/contract/ids';
import {
  listPreferences,
  savePreference,
  PREFERENCE_BYTES_MAX,
  type Preference,
} from '@halyard/contract/user/preferenceCalls';
import { answerUser } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { listSettings, lockSettings, writeLanguage, writeSetting } from './preferencesRepository.ts';
import type { RequestOf } from '@halyard/contract/call';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import type { Database } from '../../db/database.ts';
import { BusinessError } from '../../calls/errors.ts';
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
      answerUser(savePreference, (request, { user }) => saveSetting(deps, user.id, request)),
    ],
  }),
};

// Setting one of the settings that follow the user.

type PreferencesDeps = { readonly db: Database; readonly events: EventBus };

/**
 * Stores a setting and publishes it to the user's devices. An unchanged one keeps its version and publishes nothing, so
 * that two devices that follow each other settle. The language also becomes the one of mails to the user. Throws
 * `BusinessError` PARAMETER_INVALID for a value that is no JSON, too long, or an unsupported language.
 */
async function saveSetting(
  { db, events }: PreferencesDeps,
  userId: UserId,
  { name, value }: RequestOf<typeof savePreference>,
): Promise<Preference> {
  const content = contentOf(value);
  const language = name === 'language' ? languageIn(content) : undefined;
  const { saved, isChanged } = await db.transaction(async (tx) => {
    await lockSettings(tx, userId);
    const known = (await listSettings(tx, userId)).find((setting) => setting.name === name);
    if (known?.value === value) return { saved: known, isChanged: false };
    if (language !== undefined) await writeLanguage(tx, userId, language);
    return { saved: await writeSetting(tx, userId, { name, value }), isChanged: true };
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

function languageIn(content: unknown): Language {
  const language = LANGUAGES.find((known) => known === content);
  if (language === undefined) throw unfit();
  return language;
}

const unfit = () => new BusinessError('PARAMETER_INVALID', { field: 'value' });
