/** Texts that users write and other people read. */

const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * One line as it was meant: composed the same way everywhere, without control characters or marks that turn the
 * direction of writing (a terminal or a table of an operator would obey them), with single blanks.
 */
export function plainLine(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replaceAll(TURNS, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** As {@link plainLine}, for texts of several lines: line ends are `\n` and stay, and so do blanks within a line. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(TURNS, '')
    .replaceAll(/[^\S\n]+$/gm, '')
    .trim();
}
