/** Setting one of the settings that follow the user. */
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { PREFERENCE_BYTES_MAX, type Preference, type savePreference } from '@halyard/contract/user/preferenceCalls';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import type { Database } from '../../db/database.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { EventBus } from '../../events/events.ts';
import { listSettings, lockSettings, writeLanguage, writeSetting } from './preferencesRepository.ts';

export type PreferencesDeps = { readonly db: Database; readonly events: EventBus };

/**
 * Stores a setting and publishes it to the user's devices. An unchanged one keeps its version and publishes nothing, so
 * that two devices that follow each other settle. The language also becomes the one of mails to the user. Throws
 * `BusinessError` PARAMETER_INVALID for a value that is no JSON, too long, or an unsupported language.
 */
export async function saveSetting(
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
