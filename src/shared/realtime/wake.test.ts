// Proves that everything after which a socket may be dead without anybody knowing wakes the line, and nothing after the clean-up.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchWake } from './wake.ts';

const onWake = vi.fn<() => void>();
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

it('wakes when the page becomes visible, and not when it is hidden', () => {
  setVisibility('hidden');
  expect(onWake).not.toHaveBeenCalled();
  setVisibility('visible');
  expect(onWake).toHaveBeenCalledTimes(1);
});

it.each(['pageshow', 'online'])('wakes at %s', (event) => {
  window.dispatchEvent(new Event(event));
  expect(onWake).toHaveBeenCalledTimes(1);
});

it('wakes when the clock shows that the device slept, and not while time goes on as it should', () => {
  vi.advanceTimersByTime(60_000);
  expect(onWake).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(2000);
  expect(onWake).toHaveBeenCalledTimes(1);
});

it('hears nothing any more after the clean-up', () => {
  stop();
  setVisibility('visible');
  window.dispatchEvent(new Event('online'));
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(10_000);
  expect(onWake).not.toHaveBeenCalled();
});
