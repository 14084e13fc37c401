// Proves that a device which denies its network is online once the exchange answers, until it says again that the
// network is gone.
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noteAnswer, seemsOnline } from './reach.ts';
import { useIsOnline } from './useIsOnline.ts';

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

it('believes an answer more than the hint', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(10_000);
  render(<Sign />);
  goOffline();
  expect(shown()).toBe('offline');
  // What was under way when the network went says nothing.
  clock.mockReturnValue(10_900);
  answer();
  expect([shown(), seemsOnline()]).toEqual(['offline', false]);
  clock.mockReturnValue(11_100);
  answer();
  expect([shown(), seemsOnline()]).toEqual(['online', true]);
  goOffline();
  expect([shown(), seemsOnline()]).toEqual(['offline', false]);
});
