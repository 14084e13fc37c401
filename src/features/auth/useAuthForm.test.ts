// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { receiveToasts, type ToastMessage } from '../../shared/ui/toastQueue.ts';
import { warnSessionNotPersisted } from './useAuthForm.ts';

const show = vi.fn<(message: ToastMessage) => void>();
receiveToasts(show);
afterEach(() => show.mockClear());

it('warns when a reload will end the session, since the device is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  warnSessionNotPersisted();
  expect(show).toHaveBeenCalledWith(expect.objectContaining({ kind: 'error' }));
});

it('leaves nothing behind when there is room', () => {
  warnSessionNotPersisted();
  expect(show).not.toHaveBeenCalled();
  expect(localStorage).toHaveLength(0);
});
