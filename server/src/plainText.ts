/** Texts that users write and other people read. */

/**
 * One line as it was meant: composed the same way everywhere, without control characters or marks that turn the direction of writing (a terminal or a
 * table of an operator would obey them), with single blanks.
 */
export function plainLine(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
