// A device that reports no network is online once the server answers, until the device reports a loss again.
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noteAnswer, seemsOnline } from './reach.ts';
import { useIsOnline } from './useMoneyBlockedReason.ts';

function Sign() {
  return <p>{useIsOnline() ? 'online' : 'offline'}</p>;
}

const shown = () => screen.getByText(/line$/).textContent;
const goOffline = () =>
  act(() => {
    window.dispatchEvent(new Event('offline'));
  });
const answer = () => act(noteAnswer);

afterEach(() => window.dispatchEvent(new Event('offline')));

it('trusts an answer over the device’s report', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(10_000);
  render(<Sign />);
  goOffline();
  expect(shown()).toBe('offline');
  // An answer already in flight when the network was lost proves nothing.
  clock.mockReturnValue(10_900);
  answer();
  expect([shown(), seemsOnline()]).toEqual(['offline', false]);
  clock.mockReturnValue(11_100);
  answer();
  expect([shown(), seemsOnline()]).toEqual(['online', true]);
  goOffline();
  expect([shown(), seemsOnline()]).toEqual(['offline', false]);
});
