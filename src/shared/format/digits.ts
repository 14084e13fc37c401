/** Converts digits of all scripts, including full-width ones, to ASCII. */
export function toAsciiDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/\p{Nd}/gu, digitOf);
}

/** The digits of a typed or pasted code in ASCII, at most `length` of them. */
export function digitsOf(text: string, length: number): string {
  return toAsciiDigits(text).replaceAll(/\D/g, '').slice(0, length);
}

const DIGIT = /^\p{Nd}$/u;

/** The ten digits of a script are consecutive in Unicode; adjoining sets of digits begin at multiples of ten. */
function digitOf(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}
