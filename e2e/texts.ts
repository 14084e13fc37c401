/** The texts of the app by their keys, for walks through it in another language than English. */
import { readFileSync } from 'node:fs';

/** A text by its place: `option.running.label`. Throws where there is none. */
export type Texts = (place: string) => string;

/** The texts of a folder of `locales`. */
export function textsOf(folder: string): Texts {
  return (place) => {
    const [namespace = '', ...keys] = place.split('.');
    const file = new URL(`../locales/${folder}/${namespace}.json`, import.meta.url);
    let found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    for (const key of keys) found = (found as Readonly<Record<string, unknown>> | undefined)?.[key];
    if (typeof found !== 'string') throw new Error(`there is no text ${place} in ${folder}`);
    return found;
  };
}

/** What a whole text looks like, whatever stands in its gaps. */
export function looksLike(text: string): RegExp {
  const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`);
}
