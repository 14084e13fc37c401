/** QR codes as rows of modules, and as a picture to save. */
import { encode } from 'uqr';

/** Rows from the top, `true` for dark. */
export type Qr = { readonly size: number; readonly rows: readonly (readonly boolean[])[] };

/** The empty margin that readers need, in modules (ISO/IEC 18004). */
export const QUIET = 4;
// Large enough to scan from a screen across a table, small enough to send.
const MODULE_PX = 12;

/**
 * The code of a text, at an error correction level that tolerates a scratched screen; `undefined` for a text too long
 * for any.
 */
export function qrOf(text: string): Qr | undefined {
  try {
    const { size, data } = encode(text, { ecc: 'M', border: 0 });
    return { size, rows: data };
  } catch {
    return undefined;
  }
}

/** The code as a PNG with its margin, dark on white; `undefined` if the browser cannot draw it. */
export async function drawQr({ size, rows }: Qr): Promise<Blob | undefined> {
  const side = (size + 2 * QUIET) * MODULE_PX;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (pen === null) return undefined;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, side, side);
  pen.fillStyle = '#000';
  rows.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect((x + QUIET) * MODULE_PX, (y + QUIET) * MODULE_PX, MODULE_PX, MODULE_PX);
    }),
  );
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}
