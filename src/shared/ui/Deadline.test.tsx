// A deadline follows the server's clock, is worded for the user, updates by itself, and stays calm when it has passed.
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '@halyard/contract/time';
import { renderUi } from '../../testing/renderUi.tsx';
import { noteServerTime, serverTimeMs } from '../time/serverClock.ts';
import { Deadline } from './Deadline.tsx';

const nowMs = new Date(2023, 2, 16, 2, 0, 0).getTime();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: nowMs });
});

afterEach(() => {
  noteServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

/** Advances to the next second after a moment. */
function passUntil(atMs: number): void {
  vi.setSystemTime(atMs - 1000);
  act(() => void vi.advanceTimersByTime(1000));
}

const textOf = (container: HTMLElement) => container.textContent;

test('shows the time and the time left, and updates', async () => {
  const { container } = await renderUi(<Deadline atMs={nowMs + 12 * HOUR_MS} />);
  expect(textOf(container)).toBe('Due by 14:00, 12 hr left');
  passUntil(nowMs + 1000);
  expect(textOf(container)).toBe('Due by 14:00, 11 hr 59 min left');
  passUntil(nowMs + 12 * HOUR_MS - 30_000);
  expect(textOf(container)).toBe('Due by 14:00, less than a minute left');
  passUntil(nowMs + 12 * HOUR_MS);
  expect(textOf(container)).toBe('Was due by 14:00');
});

test('shows another day’s date', async () => {
  const { container } = await renderUi(<Deadline atMs={nowMs + 50 * HOUR_MS + 5 * 60_000} />);
  expect(textOf(container)).toBe('Due by Mar 18, 04:05, 2 days 2 hr left');
  expect(screen.getByText(/Due/).tagName).toBe('TIME');
});

test.each([
  ['jp', '支払期限 14:00、あと12 時間'],
  ['vnm', 'Hạn chuyển tiền: 14:00, còn 12 giờ'],
] as const)('in %s', async (language, text) => {
  const { container } = await renderUi(<Deadline atMs={nowMs + 12 * HOUR_MS} />, language);
  expect(textOf(container)).toBe(text);
});

test('uses the server’s clock if the device’s is wrong', async () => {
  noteServerTime(new Date(nowMs + HOUR_MS).toUTCString());
  const { container } = await renderUi(<Deadline atMs={nowMs + 12 * HOUR_MS} />);
  expect(textOf(container)).toBe('Due by 14:00, 11 hr left');
});

test.each([null, '', 'soon'])('uses the device’s clock if a server sends %j', (date) => {
  noteServerTime(date);
  expect(serverTimeMs(nowMs)).toBe(nowMs);
});

test('ignores the fraction of a second that the header lacks', () => {
  noteServerTime(new Date(nowMs - 900).toUTCString());
  expect(serverTimeMs(nowMs)).toBe(nowMs);
});
