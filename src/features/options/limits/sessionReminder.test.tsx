// The reminder on the real page, which counts visible minutes. The test controls the clock.
import { act, screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listOptionDays } from '@halyard/contract/options/calls';
import { decimal, ZERO } from '@halyard/contract/money';
import { MINUTE_MS } from '@halyard/contract/time';
import { fakeCanvas } from '../../../testing/fakeCanvas.ts';
import { limitsOf } from '../../../testing/options.ts';
import { openOptions } from '../../../testing/openOptions.ts';

fakeCanvas();

const DAY = { day: '2026-01-02', currency: 'USDT', stakes: decimal('300'), fees: ZERO } as const;

/** Opens the page of a user with a reminder every 15 minutes. */
async function openReminded() {
  // Time counts from when the lazily loaded part is there.
  await import('./SessionReminder.tsx');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = await openOptions({ limits: limitsOf({ reminderMinutes: 15 }) });
  app.server.on(listOptionDays, () => [{ ...DAY, options: 3, profit: decimal('-15') }]);
  return app;
}

const pass = (minutes: number) => act(() => void vi.advanceTimersByTime(minutes * MINUTE_MS));
const reminder = async () => within(await screen.findByRole('dialog', { name: 'Take a break' }));

it('shows the time and today’s result, again after the same time; then it can be dismissed', async () => {
  const { user } = await openReminded();
  pass(14);
  expect(screen.queryByRole('dialog')).toBeNull();
  pass(1);
  const first = await reminder();
  first.getByText('You have been here for 15 minutes.');
  await first.findByText('Today (UTC), 3 options:');
  first.getByText('-15.00');
  await user.click(first.getByRole('button', { name: 'Continue' }));
  expect(screen.queryByRole('dialog')).toBeNull();

  pass(14);
  expect(screen.queryByRole('dialog')).toBeNull();
  pass(1);
  const second = await reminder();
  second.getByText('You have been here for 30 minutes.');
  await user.click(second.getByRole('button', { name: 'Stop for today' }));
  await screen.findByRole('link', { name: 'Home', current: 'page' });
});
