/**
 * Storages of redux-persist. Its own storage breaks under Vite 8, and the protocol fixes the keys: `lifeData`, `lang`,
 * `language-mark`.
 */
import { readJson, readText, removeKey, writeJson, writeText } from '../../shared/storage/localStore.ts';

/** A redux-persist storage that takes values unserialized (`serialize: false`). */
export type ValueStorage = {
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
export function jsonStorage(key: string): ValueStorage {
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
export const languageStorage: ValueStorage = {
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
    if (mark !== undefined) writeText(MARK_KEY, mark);
    if (_persist !== undefined) writeText(LANGUAGE_VERSION_KEY, String(_persist.version));
    return Promise.resolve();
  },
  removeItem: () => {
    for (const key of [LANGUAGE_KEY, MARK_KEY, LANGUAGE_VERSION_KEY]) removeKey(key);
    return Promise.resolve();
  },
};
