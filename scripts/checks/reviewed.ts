/**
 * Finds translations that are older than their English. `locales/reviewed.json` has a fingerprint of each text in each
 * language, taken at the last review. The check fails when English changes and a translation does not; `npm run texts`
 * records new and changed texts.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import { ROOT, say } from '../lib/repository.mjs';
import { PLURAL, readArticles, readKeyedTexts, SOURCE, type Files, type Texts } from './texts.ts';

const PATH = 'locales/reviewed.json';

/** Letters of a fingerprint: one change in 260,000 goes unnoticed. */
const WIDTH = 3;

/** The fingerprints of a text in all languages, in the order of `LANGUAGES`, by file and key. */
export type Reviewed = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type Review = {
  /** English changed, these languages did not. */
  readonly stale: readonly { readonly name: string; readonly languages: readonly Language[] }[];
  /** Texts that are new, deleted, or changed together with English or without it. */
  readonly unrecorded: readonly string[];
};

const fingerprint = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, WIDTH);

/** The forms of a plural are one text, since languages have different forms. */
function mergePlurals(texts: Texts, source: Texts): Texts {
  const merged: Texts = {};
  for (const [key, text] of Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const base = key.replace(PLURAL, '');
    const name = base !== key && `${base}_other` in source ? base : key;
    merged[name] = name in merged ? `${merged[name]}\n${text}` : text;
  }
  return merged;
}

/** The fingerprints of texts as they are. A text that a language lacks is reported by another check. */
export function fingerprintsOf(read: (language: Language) => Files): Reviewed {
  const sources = read(SOURCE);
  const all = LANGUAGES.map((language) => {
    const files = read(language);
    return (file: string) => mergePlurals(files[file] ?? {}, sources[file] ?? {});
  });
  return Object.fromEntries(
    Object.keys(sources).map((file) => {
      const byLanguage = all.map((textsOf) => textsOf(file));
      const keys = Object.keys(mergePlurals(sources[file] ?? {}, sources[file] ?? {}));
      return [
        file,
        Object.fromEntries(keys.map((key) => [key, byLanguage.map((texts) => fingerprint(texts[key] ?? '')).join('')])),
      ];
    }),
  );
}

const partsOf = (prints: string) =>
  LANGUAGES.map((language, place) => [language, prints.slice(place * WIDTH, (place + 1) * WIDTH)] as const);

/** The languages whose text did not change while English did. */
function staleLanguages(now: string, before: string): Language[] {
  const old = new Map(partsOf(before));
  const same = partsOf(now).filter(([language, print]) => old.get(language) === print);
  const languages = same.map(([language]) => language);
  return languages.includes(SOURCE) ? [] : languages;
}

/** Compares the current texts with the recorded ones. */
export function compareReviewed(now: Reviewed, recorded: Reviewed): Review {
  const flat = (reviewed: Reviewed) =>
    new Map(
      Object.entries(reviewed).flatMap(([file, texts]) =>
        Object.entries(texts).map(([key, prints]) => [`${file}: ${key}`, prints] as const),
      ),
    );
  const current = flat(now);
  const old = flat(recorded);
  const changed = [...current].filter(([name, prints]) => old.get(name) !== prints);
  const stale = changed
    .map(([name, prints]) => ({ name, languages: staleLanguages(prints, old.get(name) ?? '') }))
    .filter(({ languages }) => languages.length > 0);
  const staleNames = new Set(stale.map(({ name }) => name));
  const gone = [...old.keys()].filter((name) => !current.has(name));
  const unrecorded = [...changed.map(([name]) => name).filter((name) => !staleNames.has(name)), ...gone];
  return { stale, unrecorded };
}

/** Keyed texts one by one, an article as a whole. */
const readReviewable = (language: Language): Files => ({
  ...readKeyedTexts(language),
  articles: Object.fromEntries(
    Object.entries(readArticles(language)).map(([name, lines]) => [name, Object.values(lines).join('\n')]),
  ),
});

const readRecorded = (): Reviewed => JSON.parse(readFileSync(join(ROOT, PATH), 'utf8'));

const describe = ({ name, languages }: Review['stale'][number]) =>
  `${name}: English changed, ${languages.join(', ')} did not`;

/** Translations that are older than their English, a line each, and how to continue. */
export function checkReviewed(): string[] {
  const { stale, unrecorded } = compareReviewed(fingerprintsOf(readReviewable), readRecorded());
  return [
    ...stale.map((text) => `${PATH}: ${describe(text)}`),
    ...(stale.length > 0
      ? [`${PATH}: translate these, or «npm run texts -- "<file>: <key>"» where the old text still fits`]
      : []),
    ...(unrecorded.length > 0 ? [`${PATH}: ${unrecorded.length} changed texts are not recorded: npm run texts`] : []),
  ];
}

/**
 * Records all texts as reviewed, except those whose translations are older than English unless they are named: as
 * `home.json: explain`, or all of them by `--all`.
 */
export function recordReviewed(named: readonly string[]): boolean {
  const now = fingerprintsOf(readReviewable);
  const recorded = readRecorded();
  const { stale, unrecorded } = compareReviewed(now, recorded);
  const left = stale.filter(({ name }) => !named.includes(name) && !named.includes('--all'));
  const leftNames = new Set(left.map(({ name }) => name));
  const next = Object.fromEntries(
    Object.entries(now).map(([file, texts]) => [
      file,
      Object.fromEntries(
        Object.entries(texts).map(([key, prints]) => [
          key,
          leftNames.has(`${file}: ${key}`) ? (recorded[file]?.[key] ?? prints) : prints,
        ]),
      ),
    ]),
  );
  writeFileSync(join(ROOT, PATH), `${JSON.stringify(next, null, 2)}\n`);
  for (const text of left) say(`left: ${describe(text)}`);
  say(`recorded: ${unrecorded.length + stale.length - left.length}`);
  return left.length === 0;
}
