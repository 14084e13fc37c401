// Every language has the keys of English, with the same {{placeholders}}, for the app (locales/) and for the server's
// messages (contract/src/messages/), and none is too long for where it stands. Plurals follow the language: Japanese
// has one form where English has two and Spanish three.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LANGUAGES, LOCALES, type Language } from '@halyard/contract/languages';
import { ROOT, say } from '../lib/repository.mjs';
import { findGaps, findOtherWords, readGlossary } from './glossary.ts';
import { findEmptyPlaces, findTooWide } from './lengths.ts';

const SOURCE = 'en';

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** The texts of one file by their full key: `ticket.buy`. */
export type Texts = Record<string, string>;

/** Flattens a tree of texts. A leaf that is no text is reported by `compare`, as an empty one. */
export function flatten(tree: unknown, prefix = ''): Texts {
  if (typeof tree !== 'object' || tree === null) return { [prefix]: typeof tree === 'string' ? tree : '' };
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, value]) => flatten(value, prefix ? `${prefix}.${key}` : key)),
  );
}

const placeholdersOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name);

const formsOf = (language: Language): string[] =>
  new Intl.PluralRules(LOCALES[language]).resolvedOptions().pluralCategories;

/**
 * Which keys a language must have, given the English ones, and which it may have: English forms it does not need are
 * harmless.
 */
function expectedKeys(source: Texts, language: Language) {
  const required = new Set<string>();
  for (const key of Object.keys(source)) {
    const base = key.replace(PLURAL, '');
    const isPlural = base !== key && `${base}_other` in source;
    for (const wanted of isPlural ? formsOf(language).map((form) => `${base}_${form}`) : [key]) required.add(wanted);
  }
  return { required, allowed: new Set([...required, ...Object.keys(source)]) };
}

/** The English text a translation stands for: its own key's, or the general form of its plural. */
const sourceTextOf = (source: Texts, key: string) => source[key] ?? source[key.replace(PLURAL, '_other')] ?? '';

/** A figure with its sign: the formatter writes both as the language does. */
const PERCENT = /(\d|\}\})\s?%/;

function textFault(sourceText: string, text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (PERCENT.test(text)) return 'writes a percentage by hand';
  const allowed = new Set(placeholdersOf(sourceText));
  const used = new Set(placeholdersOf(text));
  // A plural form may leave the number out («one order»), but nothing else may be lost or invented.
  const isWrong =
    [...used].some((name) => !allowed.has(name)) || [...allowed].some((name) => name !== 'count' && !used.has(name));
  return isWrong
    ? `has the placeholders ${[...used].join(', ') || 'none'} instead of ${[...allowed].join(', ') || 'none'}`
    : undefined;
}

/** What is wrong with one file of one language beside the English one; empty when nothing is. */
export function compare(source: Texts, texts: Texts, language: Language): string[] {
  const { required, allowed } = expectedKeys(source, language);
  const missing = [...required].filter((key) => !(key in texts)).map((key) => `${key} is missing`);
  const extra = Object.keys(texts)
    .filter((key) => !allowed.has(key))
    .map((key) => `${key} is not in ${SOURCE}`);
  const faulty = Object.entries(texts)
    .filter(([key]) => allowed.has(key))
    .map(([key, text]) => ({ key, fault: textFault(sourceTextOf(source, key), text) }))
    .flatMap(({ key, fault }) => (fault === undefined ? [] : [`${key} ${fault}`]));
  return [...missing, ...extra, ...faulty];
}

const jsonFiles = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

/** The texts of each file of a language, by the name the file has in every language. */
type Files = Record<string, Texts>;

const readTexts = (path: string) => flatten(JSON.parse(readFileSync(path, 'utf8')));

/** The app's texts: a folder a language, a file a namespace. */
const readNamespaces = (language: Language): Files => {
  const folder = join(ROOT, 'locales', language);
  return Object.fromEntries(jsonFiles(folder).map((name) => [name, readTexts(join(folder, name))]));
};

/** The server's messages and the reasons of rejections: a file a language each. */
const readMessages = (language: Language): Files => {
  const folder = join(ROOT, 'contract/src/messages');
  const files = { messages: join(folder, `${language}.json`), reasons: join(folder, 'reasons', `${language}.json`) };
  const there = Object.entries(files).filter(([, path]) => existsSync(path));
  return Object.fromEntries(there.map(([name, path]) => [name, readTexts(path)]));
};

/** What is wrong with a language's files beside the English ones. */
function fileFaults(source: Files, own: Files, language: Language): string[] {
  const extra = Object.keys(own).filter((name) => !(name in source));
  const faults = Object.entries(source).flatMap(([name, texts]) => {
    const translated = own[name];
    return translated === undefined
      ? [`${name} is missing`]
      : compare(texts, translated, language).map((fault) => `${name}: ${fault}`);
  });
  return [...extra.map((name) => `${name} is not in ${SOURCE}`), ...faults];
}

function checkFiles(title: string, read: (language: Language) => Files): string[] {
  const source = read(SOURCE);
  if (Object.keys(source).length === 0) return [`${title}: there are no texts in ${SOURCE}`];
  return LANGUAGES.flatMap((language) =>
    fileFaults(source, read(language), language).map((fault) => `${title}, ${language}: ${fault}`),
  );
}

/** Texts of the app that do not fit where they stand. */
function checkLengths(): string[] {
  const sourceKeys = Object.entries(readNamespaces(SOURCE)).flatMap(([name, texts]) =>
    Object.keys(texts).map((key) => `${basename(name, '.json')}.${key}`),
  );
  const tooWide = LANGUAGES.flatMap((language) =>
    Object.entries(readNamespaces(language))
      .flatMap(([name, texts]) => findTooWide(basename(name, '.json'), texts))
      .map((fault) => `locales, ${language}: ${fault}`),
  );
  return [...findEmptyPlaces(sourceKeys), ...tooWide];
}

/** The texts of mails, pushes and the message centre, which the server alone has. */
const readServerTexts = (language: Language): Files =>
  Object.fromEntries(
    ['messages', 'user'].map((module) => [
      `${module} texts`,
      readTexts(join(ROOT, `server/src/modules/${module}/texts/${language}.json`)),
    ]),
  );

function checkGlossary(): string[] {
  const glossary = readGlossary();
  const read = (language: Language): Files => ({
    ...readNamespaces(language),
    ...readMessages(language),
    ...readServerTexts(language),
  });
  const source = read(SOURCE);
  const otherWords = LANGUAGES.flatMap((language) => {
    const pairs = Object.entries(read(language)).flatMap(([file, texts]) =>
      Object.entries(texts).map(([key, text]) => ({
        key: `${file}: ${key}`,
        english: sourceTextOf(source[file] ?? {}, key),
        text,
      })),
    );
    return findOtherWords(glossary, language, pairs).map((fault) => `glossary, ${language}: ${fault}`);
  });
  return [...findGaps(glossary).map((gap) => `glossary: ${gap}`), ...otherWords];
}

export function checkLocales(): boolean {
  const faults = [
    ...checkFiles('locales', readNamespaces),
    ...checkFiles('contract/src/messages', readMessages),
    ...checkLengths(),
    ...checkGlossary(),
  ];
  for (const fault of faults) say(fault);
  return faults.length === 0;
}
