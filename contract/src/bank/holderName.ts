/**
 * Whether a bank account is in the name that was verified: banks write names in capitals, without accents, last name
 * first. Both sides apply it.
 */
import type { CodedError } from '../errors.ts';

// Letters that no accent explains.
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
// How banks write these where they have plain letters alone; without their marks they are as common.
const SPELT_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/**
 * What is wrong with the holder of a bank card beside the verified name: every name of it, in any order, with or
 * without capitals, accents, hyphens and blanks. Errors: BANK_HOLDER_DIFFERS.
 */
export function checkCardHolder(holder: string, verifiedName: string): CodedError | undefined {
  const known = spellingsOf(verifiedName);
  return spellingsOf(holder).some((spelling) => known.includes(spelling)) ? undefined : { code: 'BANK_HOLDER_DIFFERS' };
}

/** The forms in which a name is compared: its words in their alphabetical order, and all of it as one word. */
function spellingsOf(name: string): readonly string[] {
  const text = name.normalize('NFKC').toLowerCase().normalize('NFC');
  const spelt = text.replaceAll(/[äöüåø]/g, (letter) => SPELT_OUT[letter] ?? letter);
  return [text, spelt].map(plain).flatMap((plainName) => {
    const words = plainName.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    return words.length === 0 ? [] : [words.toSorted().join(' '), words.join('')];
  });
}

// Marks of Latin, Greek and Cyrillic letters alone: in other scripts they make another letter.
const plain = (text: string) =>
  text
    .replaceAll(/[’'ʼʻ`´]/g, '')
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC');
