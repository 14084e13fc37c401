/** Account numbers as they are shown: enough to know one's own, not enough to use. */

const SHOWN = 4;
const MASK = '****';

/** The last four characters behind stars; of a short number, fewer. */
export function maskAccountNumber(number: string): string {
  const plain = Array.from(number.replaceAll(/[\s-]/g, ''));
  return MASK + plain.slice(-Math.min(SHOWN, Math.floor(plain.length / 2))).join('');
}
