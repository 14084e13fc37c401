/**
 * Migrations and validation of each persisted part, one migration per version. Storage may hold anything; a value that
 * fails validation counts as missing. A migration takes the state of the version before it.
 */
import * as z from 'zod/mini';
import type { User } from '@halyard/contract/user/calls';
import { userRow } from '@halyard/contract/user/userRow';
import { byName } from '@halyard/contract/codec';
import { languageOf } from '@halyard/contract/languages';
import type { LanguageState } from '../../domain/preferences/languageSlice.ts';
import { ownSchema, PRICE_COLOURS, THEMES, type PreferencesState } from '../../domain/preferences/preferencesSlice.ts';
import type { SessionState } from '../../domain/session/sessionSlice.ts';
import { APP_VERSION } from '../../shared/config/constants.ts';

/** Stored value of any version. */
export type Stored = Readonly<Record<string, unknown>>;
type Migrations = Readonly<Record<number, (state: Stored) => Stored>>;

/** How a part is persisted: its version, its migrations, and its validation (`undefined`: the part starts empty). */
export type Part<State> = {
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
  version: 1,
  migrations: {
    // Legacy clients may have been closed between writing the two.
    1: (state) => ({ ...state, mark: state['mark'] ?? state['language'] }),
  },
  check: (state) => {
    const stored = z.safeParse(languageSchema, state);
    if (!stored.success) return undefined;
    const language = languageOf(stored.data.language);
    const isKnown = language === stored.data.language;
    return { language, mark: isKnown ? (stored.data.mark ?? language) : language };
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
export function encodeUser(user: User | undefined): unknown {
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
