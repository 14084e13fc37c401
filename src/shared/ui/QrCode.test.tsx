// The picture shows the modules of the code inside their margin, has a name, and is saved or reports a failure.
// qr.test.ts covers the modules' content.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { startI18n } from '../i18n/i18n.ts';
import { qrOf, QUIET } from './qr.ts';
import { QrCode } from './QrCode.tsx';
import { receiveToasts, type ToastMessage } from './toastQueue.ts';

const ADDRESS = 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9';
let toasts: ToastMessage[] = [];
let stop: () => void;

beforeEach(async () => {
  await startI18n('en');
  toasts = [];
  stop = receiveToasts((toast) => void toasts.push(toast));
  URL.createObjectURL = () => 'blob:code';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});

afterEach(() => stop());

/** jsdom draws nothing: the canvas accepts drawing calls, and returns `picture` at the end. */
function canvasGives(picture: Blob | null): void {
  const pen = { fillRect: () => undefined } as unknown as CanvasRenderingContext2D;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => pen) as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(picture));
}

/** The dark modules that a path covers, as `x,y`. */
function covered(path: string): string[] {
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].map(([, ...parts]) =>
    parts.map((px) => Number.parseInt(px, 10)),
  );
  return runs.flatMap(([x = 0, y = 0, width = 0]) => Array.from({ length: width }, (_, step) => `${x + step},${y}`));
}

test('the picture is the code inside its margin, under its name', async () => {
  await renderUi(<QrCode value={ADDRESS} label="QR code of the deposit address" />);
  const picture = screen.getByRole('img', { name: 'QR code of the deposit address' });
  const rows = qrOf(ADDRESS)?.rows ?? [];
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x + QUIET},${y + QUIET}`] : [])));
  expect(covered(picture.querySelector('path')?.getAttribute('d') ?? '').toSorted()).toEqual(dark.toSorted());
  expect(picture.getAttribute('viewBox')).toBe(`0 0 ${rows.length + 8} ${rows.length + 8}`);
  expect(screen.queryByRole('button')).toBeNull();
});

test('the picture is saved as PNG', async () => {
  canvasGives(new Blob(['png'], { type: 'image/png' }));
  const { user } = await renderUi(<QrCode value={ADDRESS} label="QR code" fileName="usdt-trc20" />);
  await user.click(screen.getByRole('button', { name: 'Save picture' }));
  expect(toasts).toEqual([{ kind: 'success', text: 'Picture saved' }]);
  expect(vi.mocked(HTMLAnchorElement.prototype.click).mock.contexts[0]).toHaveProperty('download', 'usdt-trc20.png');
});

test('reports that a picture which cannot be drawn was not saved', async () => {
  canvasGives(null);
  const { user } = await renderUi(<QrCode value={ADDRESS} label="QR code" fileName="usdt-trc20" />);
  await user.click(screen.getByRole('button', { name: 'Save picture' }));
  expect(toasts).toEqual([{ kind: 'error', text: 'Picture save failed. Try again.' }]);
});

test('reports that a text is too long for a code', async () => {
  await renderUi(<QrCode value={'x'.repeat(3000)} label="QR code" />);
  expect(screen.getByRole('alert').textContent).toBe('Picture preview failed.');
});
