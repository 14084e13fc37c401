/** The texts of the app by their keys, for walks through it in another language than English. */
import { readFileSync } from 'node:fs';

/** A text by its place: `options.running.label`. Throws where there is none. */
export type Texts = (place: string) => string;

/** The texts of a folder of `locales`. */
export function textsOf(folder: string): Texts {
  return (place) => {
    const [namespace = '', ...keys] = place.split('.');
    return textIn(`../locales/${folder}/${namespace}.json`, keys);
  };
}

/** The texts of errors in the language of such a folder, by their codes. */
export function errorsOf(folder: string): Texts {
  return (code) => textIn(`../contract/src/messages/${folder}.json`, ['errors', code]);
}

function textIn(path: string, keys: readonly string[]): string {
  let found: unknown = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  for (const key of keys) found = (found as Readonly<Record<string, unknown>> | undefined)?.[key];
  if (typeof found !== 'string') throw new Error(`there is no text ${keys.join('.')} in ${path}`);
  return found;
}

/** A pattern of the whole text, with anything in its placeholders. */
export function looksLike(text: string): RegExp {
  const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`);
}
