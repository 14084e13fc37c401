/** Scrambles 32 bits (lowbias32 by Chris Wellons): each input bit moves half of the output bits. Not a secret. */
export function mixBits(bits: number): number {
  let mixed = bits;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7f_eb_35_2d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x84_6c_a6_8b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
