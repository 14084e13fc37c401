// If the code that renders toasts fails to load, the screen stays as it is.
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { Toaster } from './Toaster.tsx';
import { showToast } from './toastQueue.ts';

const loads = vi.hoisted(() => vi.fn<() => void>());

vi.mock('./ToastHost.tsx', () => {
  loads();
  throw new Error('no network');
});

test('a toast that cannot be rendered breaks nothing else', async () => {
  await renderUi(
    <>
      <p>Markets</p>
      <Toaster />
    </>,
  );
  await act(async () => showToast({ kind: 'info', text: 'Hello' }));
  await vi.waitFor(() => expect(loads).toHaveBeenCalled());
  await act(async () => undefined);
  expect(screen.getByText('Markets')).toBeDefined();
});
