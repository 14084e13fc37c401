// A toast closes by itself also after the window lost focus while the previous one was closing and regained it when
// there was none, and when another closed under the pointer; toasts shown while the window has no focus wait for its
// return.
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { startI18n } from '../i18n/i18n.ts';
import { ToastHost } from './ToastHost.tsx';
import { showToast } from './toastQueue.ts';

// Its start takes a timer.
beforeAll(() => startI18n('en'));
afterEach(() => vi.useRealTimers());

const toast = (text: string) => act(async () => showToast({ kind: 'info', text }));
/** The window loses or regains focus. */
const dispatchWindow = (type: 'blur' | 'focus') =>
  act(async () => {
    const page = document.defaultView;
    if (page === null) throw new Error('there is no window');
    // jsdom has another object for the same window.
    page.dispatchEvent(Object.assign(new FocusEvent(type), { composedPath: () => [page] }));
  });
const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

test('a toast closes although the window returned while there was none', async () => {
  vi.useFakeTimers();
  await renderUi(<ToastHost />);
  await toast('First');
  await dispatchWindow('blur');
  fireEvent.click(screen.getByLabelText('Close'));
  await wait(1000);
  expect(screen.queryByText('First')).toBeNull();
  await dispatchWindow('focus');
  await toast('Second');
  expect(screen.getByText('Second')).toBeDefined();
  await wait(6000);
  expect(screen.queryByText('Second')).toBeNull();
});

test('a toast shown while the window has no focus waits for its return', async () => {
  vi.useFakeTimers();
  await renderUi(<ToastHost />);
  await toast('First');
  await dispatchWindow('blur');
  await toast('Second');
  await wait(20_000);
  expect(screen.getByText('Second')).toBeDefined();
  await dispatchWindow('focus');
  await wait(6000);
  expect(screen.queryByText('Second')).toBeNull();
});

test('a toast closes although another closed under the pointer', async () => {
  vi.useFakeTimers();
  const { getByRole } = await renderUi(
    <>
      <button type="button">Elsewhere</button>
      <ToastHost />
    </>,
  );
  await toast('First');
  await wait(3000);
  await toast('Second');
  fireEvent.mouseOver(screen.getByText('First'));
  // Focus elsewhere does not hold the toast.
  act(() => getByRole('button', { name: 'Elsewhere' }).focus());
  await wait(2500);
  expect(screen.queryByText('First')).toBeNull();
  // Browsers report only the new position of the pointer, not that it left a removed element.
  fireEvent.mouseOver(document.body, { relatedTarget: getByRole('region', { name: 'Notifications' }) });
  await toast('Third');
  await wait(6000);
  expect(screen.queryAllByRole('dialog')).toEqual([]);
});
