// Every language has the keys of English, with the same {{placeholders}}, for the app (locales/) and for the server's
// messages (contract/src/messages/), and none is too long for its place. Plurals follow the language: Japanese has one
// form where English has two and Spanish three.
import { basename } from 'node:path';
import { LANGUAGES, LOCALES, type Language } from '@halyard/contract/languages';
import { say } from '../lib/repository.mjs';
import { findGaps, findOtherWords, readGlossary } from './glossary.ts';
import { findEmptyPlaces, findTooWide } from './lengths.ts';
import { checkReviewed } from './reviewed.ts';
import { PLURAL, readAllTexts, readMessages, readNamespaces, SOURCE, type Files, type Texts } from './texts.ts';
import { findOtherTitles } from './titles.ts';

const placeholdersOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name);

const formsOf = (language: Language): string[] =>
  new Intl.PluralRules(LOCALES[language]).resolvedOptions().pluralCategories;

/**
 * The keys that a language must have, given the English ones, and those that it may have: English forms it does not
 * need are harmless.
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

/** The English source of a translation: that of its own key, or the general form of its plural. */
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

/** Faults of one file of one language beside the English one; empty when there are none. */
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

/** Faults of a language's files beside the English ones. */
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

/** Texts of the app that do not fit in their place. */
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

function checkGlossary(): string[] {
  const glossary = readGlossary();
  const source = readAllTexts(SOURCE);
  const otherWords = LANGUAGES.flatMap((language) => {
    const pairs = Object.entries(readAllTexts(language)).flatMap(([file, texts]) =>
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

/** Titles of documents that differ from the heading of their page. */
const checkTitles = (): string[] =>
  LANGUAGES.filter((language) => language !== SOURCE).flatMap((language) =>
    findOtherTitles(readNamespaces(language)).map((fault) => `titles, ${language}: ${fault}`),
  );

export function checkLocales(): boolean {
  const faults = [
    ...checkFiles('locales', readNamespaces),
    ...checkFiles('contract/src/messages', readMessages),
    ...checkLengths(),
    ...checkGlossary(),
    ...checkTitles(),
    ...checkReviewed(),
  ];
  for (const fault of faults) say(fault);
  return faults.length === 0;
}
