// What is proved: a toast goes away by itself also when the window was left while the one before was closing, and came
// back when none was there, and when another closed under the pointer; what is told while the window is left
// waits for its return.
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { ToastHost } from './ToastHost.tsx';
import { showToast } from './toastQueue.ts';

afterEach(() => vi.useRealTimers());

const tell = (text: string) => act(async () => showToast({ kind: 'info', text }));
/** The window is left, or comes back. */
const hear = (type: 'blur' | 'focus') =>
  act(async () => {
    const page = document.defaultView;
    if (page === null) throw new Error('there is no window');
    // jsdom names another object for the same window.
    page.dispatchEvent(Object.assign(new FocusEvent(type), { composedPath: () => [page] }));
  });
const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

test('a toast goes away though the window came back when there was none', async () => {
  vi.useFakeTimers();
  await renderUi(<ToastHost />);
  await tell('First');
  await hear('blur');
  fireEvent.click(screen.getByLabelText('Close'));
  await wait(1000);
  expect(screen.queryByText('First')).toBeNull();
  await hear('focus');
  await tell('Second');
  expect(screen.getByText('Second')).toBeDefined();
  await wait(6000);
  expect(screen.queryByText('Second')).toBeNull();
});

test('a toast that comes while the window is left waits for its return', async () => {
  vi.useFakeTimers();
  await renderUi(<ToastHost />);
  await tell('First');
  await hear('blur');
  await tell('Second');
  await wait(20_000);
  expect(screen.getByText('Second')).toBeDefined();
  await hear('focus');
  await wait(6000);
  expect(screen.queryByText('Second')).toBeNull();
});

test('a toast goes away though another closed under the pointer', async () => {
  vi.useFakeTimers();
  const { getByRole } = await renderUi(
    <>
      <button type="button">Elsewhere</button>
      <ToastHost />
    </>,
  );
  await tell('First');
  await wait(3000);
  await tell('Second');
  fireEvent.mouseOver(screen.getByText('First'));
  // Whoever works on elsewhere does not hold it.
  act(() => getByRole('button', { name: 'Elsewhere' }).focus());
  await wait(2500);
  expect(screen.queryByText('First')).toBeNull();
  // Of what is gone browsers say only where the pointer is now.
  fireEvent.mouseOver(document.body, { relatedTarget: getByRole('region', { name: 'Notifications' }) });
  await tell('Third');
  await wait(6000);
  expect(screen.queryAllByRole('dialog')).toEqual([]);
});
