/** The calls of settings that follow the user: user/preferences, user/save_preference. */
import { listPreferences, savePreference } from '@halyard/contract/calls/preferences';
import { answerUser, type CallHandler } from '../../calls/callHandler.ts';
import { listSettings } from './preferencesRepository.ts';
import { saveSetting, type PreferencesDeps } from './saveSetting.ts';

/** Handlers of the settings. */
export function createPreferencesHandlers(deps: PreferencesDeps): readonly CallHandler[] {
  return [
    answerUser(listPreferences, (_request, { user }) => listSettings(deps.db, user.id)),
    answerUser(savePreference, (request, { user }) => saveSetting(deps, user.id, request)),
  ];
}
