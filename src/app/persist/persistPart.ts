/** Binds a part's storage, migrations and validation to its reducer. */
import type { Reducer } from '@reduxjs/toolkit';
import { createMigrate, createTransform, persistReducer, type PersistConfig, type PersistedState } from 'redux-persist';
import { languageSlice } from '../../domain/preferences/languageSlice.ts';
import { preferencesSlice } from '../../domain/preferences/preferencesSlice.ts';
import { sessionSlice } from '../../domain/session/sessionSlice.ts';
import { decodeUser, encodeUser, languagePart, preferencesPart, sessionPart, type Part } from './migrations.ts';
import { jsonStorage, languageStorage, SESSION_KEY, type ValueStorage } from './storages.ts';

type PersistedPart<State> = Part<State> & {
  readonly key: string;
  readonly storage: ValueStorage;
  readonly transforms?: PersistConfig<State>['transforms'];
};

function persistPart<State extends object>(reducer: Reducer<State>, part: PersistedPart<State>) {
  const migrate = createMigrate(part.migrations as never);
  const config: PersistConfig<State> & { readonly deserialize: boolean } = {
    key: part.key,
    version: part.version,
    storage: part.storage,
    // The storages take and return values; JSON within JSON would be unreadable for legacy clients.
    serialize: false,
    deserialize: false,
    ...(part.transforms && { transforms: part.transforms }),
    migrate: async (state, version) => checked(part, await migrate(state, version)),
  };
  return persistReducer(config, reducer);
}

function checked<State extends object>(part: Part<State>, state: PersistedState): PersistedState {
  const sound = state && part.check(state);
  return sound && { ...sound, _persist: state._persist };
}

const userInWireForm = createTransform(
  (user) => encodeUser(user as Parameters<typeof encodeUser>[0]),
  (stored) => decodeUser(stored),
  { whitelist: ['user'] },
);

/** Reducers of persisted parts. Everything else starts empty with the page. */
export const persistedReducers = {
  session: persistPart(sessionSlice.reducer, {
    ...sessionPart,
    key: 'session',
    storage: jsonStorage(SESSION_KEY),
    transforms: [userInWireForm],
  }),
  language: persistPart(languageSlice.reducer, { ...languagePart, key: 'language', storage: languageStorage }),
  preferences: persistPart(preferencesSlice.reducer, {
    ...preferencesPart,
    key: 'preferences',
    storage: jsonStorage('preferences'),
  }),
};
