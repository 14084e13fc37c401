/** All texts for users by language and file: the app's, the server's and the articles'. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@halyard/contract/languages';
import { ROOT } from '../lib/repository.mjs';

/** The source language of all translations. */
export const SOURCE = 'en';

/** The ending of the key of a plural form. */
export const PLURAL = /_(zero|one|two|few|many|other)$/;

/** The texts of one file by their full key: `ticket.buy`. */
export type Texts = Record<string, string>;

/** The texts of each file of a language, by the name the file has in every language. */
export type Files = Record<string, Texts>;

/** Flattens a tree of texts. A leaf that is no text counts as an empty one. */
export function flatten(tree: unknown, prefix = ''): Texts {
  if (typeof tree !== 'object' || tree === null) return { [prefix]: typeof tree === 'string' ? tree : '' };
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, value]) => flatten(value, prefix ? `${prefix}.${key}` : key)),
  );
}

const jsonFiles = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

const readTexts = (path: string) => flatten(JSON.parse(readFileSync(path, 'utf8')));

/** The app's texts: a folder a language, a file a namespace. */
export function readNamespaces(language: Language): Files {
  const folder = join(ROOT, 'locales', language);
  return Object.fromEntries(jsonFiles(folder).map((name) => [name, readTexts(join(folder, name))]));
}

/** The server's messages and the reasons of rejections: a file a language each. */
export function readMessages(language: Language): Files {
  const folder = join(ROOT, 'contract/src/messages');
  const files = { messages: join(folder, `${language}.json`), reasons: join(folder, 'reasons', `${language}.json`) };
  const there = Object.entries(files).filter(([, path]) => existsSync(path));
  return Object.fromEntries(there.map(([name, path]) => [name, readTexts(path)]));
}

/** Mails, pushes and the message centre: a file a language each. */
const SERVER = { 'notifications texts': 'events/texts', 'user texts': 'modules/user/texts' };

const readServerTexts = (language: Language): Files =>
  Object.fromEntries(
    Object.entries(SERVER).map(([name, folder]) => [
      name,
      readTexts(join(ROOT, 'server/src', folder, `${language}.json`)),
    ]),
  );

/** One file for all languages. */
const SHARED = { transferTexts: 'wallet/transferTexts.json', sandboxTexts: 'launchpad/sandboxTexts.json' };

const readShared = (language: Language): Files =>
  Object.fromEntries(
    Object.entries(SHARED).map(([name, path]) => {
      const trees: unknown = JSON.parse(readFileSync(join(ROOT, 'server/src/modules', path), 'utf8'));
      return [name, flatten(Object.entries(Object(trees)).find(([key]) => key === language)?.[1] ?? {})];
    }),
  );

/** The title and summary of an article by name, its other lines by number. */
export function linesOf(markdown: string): Texts {
  const [, head = '', body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(markdown) ?? [];
  const named = head.split('\n').flatMap((line) => {
    const [, key, text] = /^(title|summary): *(.*)$/.exec(line) ?? [];
    return key === undefined || text === undefined ? [] : [[key, text] as const];
  });
  const first = head.split('\n').length + 3;
  const lines = body.split('\n').map((line, place) => [`line ${first + place}`, line] as const);
  return Object.fromEntries([...named, ...lines.filter(([, line]) => line.trim() !== '')]);
}

/** The articles by their folder. */
export function readArticles(language: Language): Files {
  const content = join(ROOT, 'content');
  const folders = readdirSync(content, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(content, name)).map((article) => `${name}/${article}`));
  return Object.fromEntries(
    folders.flatMap((folder) => {
      const path = join(content, folder, `${language}.md`);
      return existsSync(path) ? [[`content/${folder}`, linesOf(readFileSync(path, 'utf8'))]] : [];
    }),
  );
}

/** Texts of the app and the server, by key. */
export const readKeyedTexts = (language: Language): Files => ({
  ...readNamespaces(language),
  ...readMessages(language),
  ...readServerTexts(language),
  ...readShared(language),
});

/** Every text for users. */
export const readAllTexts = (language: Language): Files => ({ ...readKeyedTexts(language), ...readArticles(language) });
