/** Normalisation of texts that users write and other people read. */

const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * One line in composed Unicode form with single spaces, without control characters and without marks that change the
 * writing direction, which could mislead an operator's terminal or table.
 */
export function plainLine(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replaceAll(TURNS, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Like {@link plainLine} for texts of several lines: line ends become `\n` and spaces within a line stay. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(TURNS, '')
    .replaceAll(/[^\S\n]+$/gm, '')
    .trim();
}
