// A pending mutation is remembered and found where the browser's database never opens.
import { afterEach, expect, it, vi } from 'vitest';
import { changeDraftOwner } from '../storage/draftOwner.ts';
import { forgetWrite, isWritePending, savePendingWrite } from './pendingWrites.ts';

const WRITE = { id: '018f3b5e-7c00-7000-8000-000000000001', call: 'placeOrder', wire: {}, isDoneOnce: true };

afterEach(() => {
  changeDraftOwner(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('continues from memory after three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('indexedDB', { open: () => ({ addEventListener: () => undefined }) });
  changeDraftOwner('7');
  const saved = savePendingWrite(WRITE);
  await vi.advanceTimersByTimeAsync(3000);
  await saved;
  expect(await isWritePending(WRITE.id)).toBe(true);
  await forgetWrite(WRITE.id);
  expect(await isWritePending(WRITE.id)).toBe(false);
});
