// zbar, a widely used decoder, reads back the encoded text. Margin and size are those of the saved picture.
import { scanGrayBuffer } from '@undecaf/zbar-wasm';
import { expect, it } from 'vitest';
import { qrOf, QUIET, type Qr } from './qr.ts';

const MODULE_PX = 4;

async function readByZbar({ size, rows }: Qr): Promise<string[]> {
  const side = (size + 2 * QUIET) * MODULE_PX;
  const grey = Uint8Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side)].map((px) => Math.floor(px / MODULE_PX) - QUIET);
    return rows[y ?? -1]?.[x ?? -1] === true ? 0 : 255;
  });
  const symbols = await scanGrayBuffer(grey.buffer, side, side);
  return symbols.map((symbol) => symbol.decode());
}

it.each([
  'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'https://example.com/h5/#/pages/register?code=ABC123',
  'Überweisung 取引 giao dịch',
])('%s is decoded', async (text) => {
  const qr = qrOf(text);
  expect(qr).toBeDefined();
  if (qr !== undefined) expect(await readByZbar(qr)).toEqual([text]);
});

it('a text too long for any code has none', () => {
  expect(qrOf('x'.repeat(3000))).toBeUndefined();
});
