/**
 * Compares the card holder with the verified name. Banks write names in capitals, without accents, last name first.
 * Both sides apply it.
 */
import type { CodedError } from '../errors.ts';

// Letters that do not decompose into a base letter and an accent.
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};
// Two-letter spellings that banks use; the plain letter without its mark is as common.
const SPELT_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/**
 * Checks the card holder against the verified name: every word of the name, in any order, ignoring capitals, accents,
 * hyphens and spaces. Errors: BANK_HOLDER_DIFFERS.
 */
export function checkCardHolder(holder: string, verifiedName: string): CodedError | undefined {
  const known = spellingsOf(verifiedName);
  return spellingsOf(holder).some((spelling) => known.includes(spelling)) ? undefined : { code: 'BANK_HOLDER_DIFFERS' };
}

/** Forms of a name for comparison: its words in alphabetical order, and all of it as one word. */
function spellingsOf(name: string): readonly string[] {
  const text = name.normalize('NFKC').toLowerCase().normalize('NFC');
  const spelt = text.replaceAll(/[äöüåø]/g, (letter) => SPELT_OUT[letter] ?? letter);
  return [text, spelt].map(plain).flatMap((plainName) => {
    const words = plainName.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    return words.length === 0 ? [] : [words.toSorted().join(' '), words.join('')];
  });
}

// Only marks of Latin, Greek and Cyrillic letters are removed: in other scripts a mark makes another letter.
const plain = (text: string) =>
  text
    .replaceAll(/[’'ʼʻ`´]/g, '')
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC');
