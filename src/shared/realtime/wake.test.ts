// @vitest-environment jsdom Every event after which a socket may have died silently is reported, and none after the
// clean-up.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchWake, type Waking } from './wake.ts';

const onWake = vi.fn<(waking: Waking) => void>();
let stop: () => void;
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  vi.useFakeTimers();
  onWake.mockReset();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  stop = watchWake(onWake);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function setVisibility(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

const restored = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

it('wakes when the page becomes visible, and not when it is hidden', () => {
  setVisibility('hidden');
  expect(onWake).not.toHaveBeenCalled();
  setVisibility('visible');
  expect(onWake.mock.calls).toEqual([['maybeDead']]);
});

it('wakes when a frozen page goes on', () => {
  document.dispatchEvent(new Event('resume'));
  expect(onWake.mock.calls).toEqual([['maybeDead']]);
});

it('knows the line to be dead when the network returns', () => {
  window.dispatchEvent(new Event('online'));
  expect(onWake.mock.calls).toEqual([['dead']]);
});

it('knows the line to be dead when the page comes from the browser’s cache, and says nothing of a page that was loaded', () => {
  window.dispatchEvent(restored(false));
  expect(onWake).not.toHaveBeenCalled();
  window.dispatchEvent(restored(true));
  expect(onWake.mock.calls).toEqual([['dead']]);
});

it.each([
  ['ahead, as when the device slept', 60_000],
  ['back, as when it is set', -60_000],
])('wakes when the clock jumps %s, and not while time goes on as it should', (_where, jumpMs) => {
  vi.advanceTimersByTime(60_000);
  expect(onWake).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + jumpMs);
  vi.advanceTimersByTime(4000);
  expect(onWake.mock.calls).toEqual([['dead']]);
});

it('hears nothing any more after the clean-up', () => {
  stop();
  setVisibility('visible');
  window.dispatchEvent(new Event('online'));
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(10_000);
  expect(onWake).not.toHaveBeenCalled();
});
