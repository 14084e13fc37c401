/** The calls of synchronized settings: user/preferences, user/save_preference. */
import type { UserId } from '@halyard/contract/ids';
import { listPreferences, savePreference } from '@halyard/contract/user/preferenceCalls';
import { answerUser } from '../../calls/callHandler.ts';
import type { Module } from '../../module.ts';
import { listSettings } from './preferencesRepository.ts';
import { saveSetting } from './saveSetting.ts';

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
