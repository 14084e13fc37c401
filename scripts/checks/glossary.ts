// One word for one thing: locales/GLOSSARY.md lists how each language names the terms of trading, and the words to
// avoid. A text that consists of a term alone must use that name; a word to avoid may occur nowhere.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import { ROOT } from '../lib/repository.mjs';

type Term = { readonly term: string; readonly forms: ReadonlyMap<string, readonly string[]> };

export type Glossary = {
  readonly terms: readonly Term[];
  /** By language. */
  readonly avoided: ReadonlyMap<string, readonly string[]>;
  /** Texts with an allowed exception: `spot.json: type.market`, or `esp spot.json: type.market` in one language. */
  readonly exceptions: ReadonlySet<string>;
};

/** A text beside its English source. */
export type Pair = { readonly key: string; readonly english: string; readonly text: string };

/** Words of scripts that separate them by blanks are found whole, and with every ending when written `apuest*`. */
const LETTERED = /^[\p{Script=Latin}\p{N}]/u;

const listOf = (written: string) =>
  written
    .split(/[,、]\s*/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The forms of a cell: `orden (orden abierta, órdenes)`. */
function formsOf(cell: string): string[] {
  const [, first = '', others = ''] = /^([^(]*)(?:\((.*)\))?$/.exec(cell.trim()) ?? [];
  return [first.trim(), ...listOf(others)].filter((form) => form !== '');
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The lines of a list under a heading, keyed by the text before their colon. */
function listUnder(markdown: string, heading: string): [name: string, rest: string][] {
  const [, section = ''] = markdown.split(`## ${heading}\n`);
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('- '));
  return lines.map((line) => {
    const [, name = '', rest = ''] = /^- `([^`]+)`: ?(.*)$/.exec(line) ?? [];
    return [name, rest];
  });
}

/** Reads the glossary as it is written. */
export function parseGlossary(markdown: string): Glossary {
  const [header = [], , ...rows] = markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf);
  const terms = rows.map(([term = '', ...cells]) => ({
    term,
    forms: new Map(header.slice(1).map((language, place) => [language, formsOf(cells[place] ?? '')])),
  }));
  const avoided = new Map(listUnder(markdown, 'Words to avoid').map(([language, words]) => [language, listOf(words)]));
  const exceptions = new Set(
    listUnder(markdown, 'Exceptions')
      .filter(([, reason]) => reason !== '')
      .map(([key]) => key),
  );
  return { terms, avoided, exceptions };
}

const bare = (text: string) => text.toLowerCase().replace(/[.:…]$/, '');

function holds(text: string, word: string): boolean {
  if (!LETTERED.test(word)) return text.includes(word);
  const isStem = word.endsWith('*');
  const stem = isStem ? word.slice(0, -1) : word;
  const quoted = stem.toLowerCase().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const ending = isStem ? '' : String.raw`(?![\p{L}\p{N}])`;
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${quoted}${ending}`, 'u').test(text.toLowerCase());
}

/** Texts of a language that use other words than the glossary. */
export function findOtherWords(glossary: Glossary, language: Language, pairs: readonly Pair[]): string[] {
  const avoided = glossary.avoided.get(language) ?? [];
  const formsOfTerm = new Map(glossary.terms.map(({ term, forms }) => [bare(term), forms.get(language) ?? []]));
  return pairs
    .filter(({ key }) => !glossary.exceptions.has(key) && !glossary.exceptions.has(`${language} ${key}`))
    .flatMap(({ key, english, text }) => {
      const words = avoided.filter((word) => holds(text, word)).map((word) => `${key} says «${word}»: «${text}»`);
      const forms = formsOfTerm.get(bare(english)) ?? [];
      const isNamed = forms.length === 0 || forms.some((form) => text.toLowerCase().includes(form.toLowerCase()));
      return isNamed ? words : [...words, `${key} calls «${english}» «${text}», not ${forms.join(' or ')}`];
    });
}

export const readGlossary = () => parseGlossary(readFileSync(join(ROOT, 'locales/GLOSSARY.md'), 'utf8'));

/** Terms that have no word in a language. */
export function findGaps({ terms }: Glossary): string[] {
  return terms.flatMap(({ term, forms }) =>
    LANGUAGES.filter((language) => (forms.get(language) ?? []).length === 0).map(
      (language) => `«${term}» has no word in ${language}`,
    ),
  );
}
