// @vitest-environment jsdom Every event after which a socket may have died silently is reported, and none after the
// clean-up.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchResume, type ResumeKind } from './resume.ts';

const onResume = vi.fn<(kind: ResumeKind) => void>();
let stop: () => void;
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  vi.useFakeTimers();
  onResume.mockReset();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  stop = watchResume(onResume);
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

it('reports a page that becomes visible, not one that is hidden', () => {
  setVisibility('hidden');
  expect(onResume).not.toHaveBeenCalled();
  setVisibility('visible');
  expect(onResume.mock.calls).toEqual([['maybeDead']]);
});

it('reports a frozen page that resumes', () => {
  document.dispatchEvent(new Event('resume'));
  expect(onResume.mock.calls).toEqual([['maybeDead']]);
});

it('reports a dead connection when the network returns', () => {
  window.dispatchEvent(new Event('online'));
  expect(onResume.mock.calls).toEqual([['dead']]);
});

it('reports a dead connection for a page from the browser’s cache, and nothing for a loaded page', () => {
  window.dispatchEvent(restored(false));
  expect(onResume).not.toHaveBeenCalled();
  window.dispatchEvent(restored(true));
  expect(onResume.mock.calls).toEqual([['dead']]);
});

it.each([
  ['ahead, as when the device slept', 60_000],
  ['back, as when it is set', -60_000],
])('reports a clock jump %s, and nothing while time passes normally', (_where, jumpMs) => {
  vi.advanceTimersByTime(60_000);
  expect(onResume).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + jumpMs);
  vi.advanceTimersByTime(4000);
  expect(onResume.mock.calls).toEqual([['dead']]);
});

it('reports no jump while a hidden page runs its timers once a minute, nor as it is shown again', () => {
  setVisibility('hidden');
  for (let minute = 0; minute < 3; minute += 1) {
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(2000);
  }
  vi.setSystemTime(Date.now() + 30_000);
  setVisibility('visible');
  vi.advanceTimersByTime(10_000);
  expect(onResume.mock.calls).toEqual([['maybeDead']]);
});

it('reports nothing after the clean-up', () => {
  stop();
  setVisibility('visible');
  window.dispatchEvent(new Event('online'));
  vi.setSystemTime(Date.now() + 60_000);
  vi.advanceTimersByTime(10_000);
  expect(onResume).not.toHaveBeenCalled();
});
