/** Everything that a browser stores of the app, as text, to be searched for private data. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

/** The place of a stored text, and the text. */
export type Leftover = { readonly place: string; readonly text: string };

/**
 * Cookies, local and session storage, every record of every database and every answer in every cache, binary parts as
 * the bytes they are.
 */
export async function storedBy(page: Page, context: BrowserContext): Promise<readonly Leftover[]> {
  const cookies = (await context.cookies()).map((cookie) => ({
    place: `cookie ${cookie.name}`,
    text: JSON.stringify(cookie),
  }));
  return [...cookies, ...(await page.evaluate(readStorages))];
}

/** Runs in the page. */
async function readStorages(): Promise<Leftover[]> {
  const bytesText = (bytes: ArrayBuffer) => new TextDecoder('latin1').decode(bytes);
  const promised = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('the database does not answer')));
    });
  async function textOf(value: unknown): Promise<string> {
    if (value instanceof Blob) return bytesText(await value.arrayBuffer());
    if (value instanceof ArrayBuffer) return bytesText(value);
    if (ArrayBuffer.isView(value)) return bytesText(value.buffer as ArrayBuffer);
    if (value instanceof CryptoKey) return `a key that is ${value.extractable ? '' : 'not '}extractable`;
    if (Array.isArray(value)) return (await Promise.all(value.map(textOf))).join(' ');
    if (typeof value !== 'object' || value === null) return String(value);
    const parts = Object.entries(value).map(async ([name, part]) => `${name}: ${await textOf(part)}`);
    return (await Promise.all(parts)).join(' ');
  }
  const found: { place: string; text: string }[] = [];
  for (const [name, storage] of [
    ['localStorage', localStorage],
    ['sessionStorage', sessionStorage],
  ] as const) {
    for (const [key, text] of Object.entries(storage)) found.push({ place: `${name} ${key}`, text: `${key} ${text}` });
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      const heads = [...request.headers, ...(answer?.headers ?? [])].join(' ');
      const body = answer === undefined ? '' : bytesText(await answer.arrayBuffer());
      found.push({ place: `cache ${name} ${request.url}`, text: `${request.url} ${heads} ${body}` });
    }
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await promised(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const records = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([promised(records.getAllKeys()), promised(records.getAll())]);
      for (const [index, key] of keys.entries()) {
        const place = `database ${name}/${store} ${await textOf(key)}`;
        found.push({ place, text: `${place} ${await textOf(values[index])}` });
      }
    }
    database.close();
  }
  return found;
}

/**
 * The files of the browser's HTTP cache below the folder of a profile. The browser must have been closed, or it has not
 * written all of them.
 */
export async function httpCacheOf(profile: string): Promise<readonly Leftover[]> {
  const files = await readdir(profile, { recursive: true, withFileTypes: true });
  const cached = files.filter((file) => file.isFile() && /[\\/]Cache([\\/]|$)/.test(file.parentPath));
  return Promise.all(
    cached.map(async ({ parentPath, name }) => ({
      place: `HTTP cache ${name}`,
      text: await readFile(join(parentPath, name), 'latin1'),
    })),
  );
}

/** The places of each of these words. `words` are keyed by their meaning, so a finding is more than a number. */
export function findIn(leftovers: readonly Leftover[], words: Readonly<Record<string, string>>): readonly string[] {
  return leftovers.flatMap(({ place, text }) =>
    Object.entries(words).flatMap(([what, word]) => (text.includes(word) ? [`${what} in ${place}`] : [])),
  );
}
