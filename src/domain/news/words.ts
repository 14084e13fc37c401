/** Taking texts apart into words to search by. */
import { plainText } from '../../shared/format/searchOptions.ts';

/** The words of a text, in the form in which they are compared. */
export type Words = (text: string) => string[];

/**
 * The words of texts in a locale. Chinese, Japanese and Thai write no spaces between them; the browser knows where they
 * part. Browsers that do not tell (Firefox before 125) get pairs of neighbouring letters in these scripts, which find
 * the same texts and some more.
 */
export function wordsIn(locale: string): Words {
  const split = typeof Intl.Segmenter === 'function' ? segmenting(locale) : splitByLetters;
  return (text) => split(text.normalize('NFC')).map(plainText);
}

function segmenting(locale: string): (text: string) => string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  return (text) =>
    Array.from(segmenter.segment(text)).flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Without the browser's help. */
export function splitByLetters(text: string): string[] {
  return (text.match(WORD) ?? []).flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [word]));
}

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.length < 2 ? letters : letters.slice(1).map((letter, place) => `${letters[place]}${letter}`);
}
