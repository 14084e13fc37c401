/** Binds a part's storage, migrations and validation to its reducer. */
import { byName } from '@halyard/contract/codec';
import { languageOf } from '@halyard/contract/languages';
import type { User } from '@halyard/contract/user/calls';
import { userRow } from '@halyard/contract/user/userRow';
import type { Reducer } from '@reduxjs/toolkit';
import { createMigrate, createTransform, persistReducer, type PersistConfig, type PersistedState } from 'redux-persist';
import * as z from 'zod/mini';
import { languageSlice, type LanguageState } from '../../domain/preferences/languageSlice.ts';
import {
  preferencesSlice,
  ownSchema,
  PRICE_COLOURS,
  THEMES,
  type PreferencesState,
} from '../../domain/preferences/preferencesSlice.ts';
import { sessionSlice, type SessionState } from '../../domain/session/sessionSlice.ts';
import { APP_VERSION } from '../../shared/config/constants.ts';
import { readJson, readText, removeKey, writeJson, writeText } from '../../shared/storage/localStore.ts';

// Migrations and validation of each persisted part, one migration per version. Storage may hold anything; a value that
// fails validation counts as missing. A migration takes the state of the version before it.

/** Stored value of any version. */
type Stored = Readonly<Record<string, unknown>>;
type Migrations = Readonly<Record<number, (state: Stored) => Stored>>;

/** How a part is persisted: its version, its migrations, and its validation (`undefined`: the part starts empty). */
type Part<State> = {
  readonly version: number;
  readonly migrations: Migrations;
  readonly check: (state: Stored) => State | undefined;
};

const sessionSchema = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(512)),
  user: z.custom<User>(isObject),
});

/** `lifeData`. Holds the user in wire form, as the server sent it. */
export const sessionPart: Part<SessionState> = {
  version: 1,
  migrations: {
    // Value that legacy clients left under the same key.
    1: ({ vuex_token: token, vuex_user: user, ...state }) => ({
      ...state,
      token: state['token'] ?? token,
      user: state['user'] ?? decodeUser(user),
    }),
  },
  check: (state) => {
    const session = z.safeParse(sessionSchema, state);
    return session.success ? { ...session.data, appVersion: APP_VERSION } : undefined;
  },
};

const languageSchema = z.object({ language: z.string(), mark: z.optional(z.string().check(z.regex(/^[\w-]{1,16}$/))) });

/** `lang` and `language-mark`. */
export const languagePart: Part<LanguageState> = {
  version: 2,
  migrations: {
    1: (state) => state,
    // Version 1 stored the language itself before the server was asked for the mark.
    2: ({ mark, ...state }) => (mark === state['language'] ? state : { ...state, mark }),
  },
  check: (state) => {
    const stored = z.safeParse(languageSchema, state);
    if (!stored.success) return undefined;
    const language = languageOf(stored.data.language);
    const { mark } = stored.data;
    return mark === undefined || language !== stored.data.language ? { language } : { language, mark };
  },
};

const preferencesSchema = z.object({
  theme: z.enum(THEMES),
  priceColours: z.optional(z.enum(PRICE_COLOURS)),
  byOwner: byName(ownSchema),
});

/** `preferences`. */
export const preferencesPart: Part<PreferencesState> = {
  version: 1,
  migrations: {
    1: (state) => ({ theme: state['theme'] ?? 'dark', byOwner: state['byOwner'] ?? {} }),
  },
  check: (state) => {
    const stored = z.safeParse(preferencesSchema, state);
    return stored.success ? stored.data : undefined;
  },
};

/** User in wire form, for storage. */
function encodeUser(user: User | undefined): unknown {
  return user === undefined ? undefined : z.encode(userRow, user);
}

/** User from storage; `undefined` if it is not valid. */
export function decodeUser(stored: unknown): User | undefined {
  const decoded = z.safeDecode(userRow, stored as z.input<typeof userRow>);
  return decoded.success ? decoded.data : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

// Storages of redux-persist. Its own storage breaks under Vite 8, and the protocol fixes the keys: `lifeData`, `lang`,
// `language-mark`.

/** A redux-persist storage that takes values unserialized (`serialize: false`). */
type ValueStorage = {
  readonly getItem: (name: string) => Promise<object | undefined>;
  readonly setItem: (name: string, value: object) => Promise<void>;
  readonly removeItem: (name: string) => Promise<void>;
};

/** Key of the session: token and user. */
export const SESSION_KEY = 'lifeData';
const LANGUAGE_KEY = 'lang';
const MARK_KEY = 'language-mark';
const LANGUAGE_VERSION_KEY = 'lang-version';

/** One JSON object under `key`, regardless of the name redux-persist uses. */
function jsonStorage(key: string): ValueStorage {
  return {
    getItem: () => {
      const value = readJson(key);
      return Promise.resolve(typeof value === 'object' && value !== null ? value : undefined);
    },
    setItem: (_name, value) => {
      writeJson(key, value);
      return Promise.resolve();
    },
    removeItem: () => {
      removeKey(key);
      return Promise.resolve();
    },
  };
}

type Language = { language?: string; mark?: string; _persist?: { version: number } };

/** Language and mark as plain strings under two keys, as legacy clients store them. */
const languageStorage: ValueStorage = {
  getItem: () => {
    const language = readText(LANGUAGE_KEY);
    const version = readText(LANGUAGE_VERSION_KEY);
    if (language === undefined) return Promise.resolve(undefined);
    const mark = readText(MARK_KEY);
    const known = version !== undefined && /^\d{1,4}$/.test(version);
    return Promise.resolve({
      language,
      ...(mark !== undefined && { mark }),
      ...(known && { _persist: { version: Number.parseInt(version, 10), rehydrated: true } }),
    });
  },
  setItem: (_name, value) => {
    const { language, mark, _persist } = value as Language;
    if (language !== undefined) writeText(LANGUAGE_KEY, language);
    if (mark === undefined) removeKey(MARK_KEY);
    else writeText(MARK_KEY, mark);
    if (_persist !== undefined) writeText(LANGUAGE_VERSION_KEY, String(_persist.version));
    return Promise.resolve();
  },
  removeItem: () => {
    for (const key of [LANGUAGE_KEY, MARK_KEY, LANGUAGE_VERSION_KEY]) removeKey(key);
    return Promise.resolve();
  },
};

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
