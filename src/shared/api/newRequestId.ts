/** The id that a client makes for a money write. */

const BYTES = 16;

/**
 * A random UUID of version 4. Made from `getRandomValues`, since `randomUUID` is missing where the page was not served securely, as on a phone
 * that opens the address of a computer in the same network.
 */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const hex = Array.from(bytes, (byte, index) => stamped(byte, index).toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

// RFC 9562, section 5.4: four bits say the version, two the variant.
function stamped(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40;
  return index === 8 ? (byte & 0x3f) | 0x80 : byte;
}
