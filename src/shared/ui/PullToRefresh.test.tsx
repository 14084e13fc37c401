// Pulling far enough from the top refreshes once; a sideways or upward movement, or a scrolled page, leaves the touch
// to the browser; the button does the same for users who cannot pull. Touches are events with the fields the code
// reads.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { PullToRefresh } from './PullToRefresh.tsx';

const setUp = async () => {
  let finish = () => undefined as void;
  const onRefresh = vi.fn<() => Promise<void>>(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  const { user } = await renderUi(
    <PullToRefresh onRefresh={onRefresh} updatedAtMs={Date.UTC(2023, 2, 16, 14, 0, 31)}>
      <p>Markets</p>
    </PullToRefresh>,
  );
  await screen.findByText('Pull to refresh');
  // It listens after its effects, a moment after it is visible.
  await act(async () => undefined);
  return { user, onRefresh, finish: () => finish(), target: screen.getByText('Markets') };
};

const touches = (x: number, y: number) => ({ touches: [{ clientX: x, clientY: y }] });

/** Moves a finger; returns whether the browser was kept from scrolling. */
const swipe = (target: Element, right: number, down: number): boolean => {
  fireEvent.touchStart(target, touches(100, 100));
  const isLeftToBrowser = fireEvent.touchMove(target, touches(100 + right, 100 + down));
  fireEvent.touchEnd(target, { touches: [] });
  return !isLeftToBrowser;
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a long pull refreshes once and shows it until done', async () => {
  const { target, onRefresh, finish } = await setUp();
  expect(swipe(target, 4, 200)).toBe(true);
  expect(onRefresh).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'Refreshing' }).getAttribute('aria-busy')).toBe('true');
  swipe(target, 0, 200);
  expect(onRefresh).toHaveBeenCalledTimes(1);
  finish();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh' })).toBeDefined());
});

test('a short pull does nothing', async () => {
  const { target, onRefresh } = await setUp();
  expect(swipe(target, 0, 40)).toBe(true);
  expect(onRefresh).not.toHaveBeenCalled();
});

test.each([
  ['sideways', 200, 30],
  ['upwards', 0, -200],
])('a move %s is the browser’s', async (_, right, down) => {
  const { target, onRefresh } = await setUp();
  expect(swipe(target, right, down)).toBe(false);
  expect(onRefresh).not.toHaveBeenCalled();
});

test('a zoomed page is not pulled', async () => {
  const { target, onRefresh } = await setUp();
  vi.stubGlobal('visualViewport', { scale: 2 });
  expect(swipe(target, 0, 200)).toBe(false);
  expect(onRefresh).not.toHaveBeenCalled();
});

test('a scrolled page is not pulled', async () => {
  const { target, onRefresh } = await setUp();
  vi.stubGlobal('scrollY', 10);
  expect(swipe(target, 0, 200)).toBe(false);
  expect(onRefresh).not.toHaveBeenCalled();
});

test('the button refreshes as well, and shows the last refresh', async () => {
  const { user, onRefresh } = await setUp();
  expect(screen.getAllByText(/^Updated \d\d:00:31$/).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(onRefresh).toHaveBeenCalledTimes(1);
});

test('a failed refresh ends as well', async () => {
  const { user } = await renderUi(
    <PullToRefresh onRefresh={() => Promise.reject(new Error('offline'))} updatedAtMs={1_678_975_231_000}>
      <p>Markets</p>
    </PullToRefresh>,
  );
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh' })).toBeDefined());
});

test('has no foot before there is content above it', async () => {
  await renderUi(
    <PullToRefresh onRefresh={() => Promise.resolve()} updatedAtMs={undefined}>
      <p>Loading</p>
    </PullToRefresh>,
  );
  expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
});
