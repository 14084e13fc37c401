/** Account numbers as they are shown: enough to know one's own, not enough to use. */

const SHOWN = 4;
const MASK = '****';

/** The last four characters behind stars; of a short number, fewer. */
export function maskAccountNumber(number: string): string {
  const plain = Array.from(number.replaceAll(/[\s-]/g, ''));
  const shown = Math.min(SHOWN, Math.floor(plain.length / 2));
  return MASK + plain.slice(plain.length - shown).join('');
}
