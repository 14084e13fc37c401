// Halts in the app: strip and page with reason and time, from the device while the exchange cannot be reached.
import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HALT_FUNCTIONS, listHalts, listPastHalts, type Halt } from '@halyard/contract/halts/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { HALTS_KEY } from '../../domain/halts/cachedHalts.ts';
import { refuse } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const SINCE = '2026-11-28T10:00:00.000Z';
const EXCHANGE: Halt = { subject: 'exchange', market: null, reason: 'upgrade', since: SINCE };
const MARKET: Halt = { subject: 'market', market: 'BTC/USDT', reason: 'We look into a wrong price.', since: SINCE };

beforeEach(() => localStorage.removeItem(HALTS_KEY));

describe('the status', () => {
  it('lists halts with reason, time, and what stays possible', async () => {
    await renderApp({ path: paths.status(), backend: ({ on }) => on(listHalts, () => [EXCHANGE, MARKET]) });
    const [exchange, market] = await screen.findAllByRole('listitem');
    expect(exchange?.textContent).toContain('Exchange: halted.');
    expect(exchange?.textContent).toContain('We are installing a new version.');
    expect(exchange?.textContent).toMatch(
      /cancel orders and close positions. Nothing new can begin. Withdrawals continue./,
    );
    expect(exchange?.querySelector('time')?.dateTime).toBe(SINCE);
    // An operator's own text is shown as it is.
    expect(market?.textContent).toContain('BTC/USDT: halted.We look into a wrong price.');
  });

  it('promises no withdrawals while they are halted, too', async () => {
    const withdrawals: Halt = { subject: 'withdrawals', market: null, reason: 'provider', since: SINCE };
    await renderApp({ path: paths.status(), backend: ({ on }) => on(listHalts, () => [EXCHANGE, withdrawals]) });
    const [exchange] = await screen.findAllByRole('listitem');
    expect(exchange?.textContent).not.toContain('Withdrawals continue.');
  });

  it('says that nothing is halted', async () => {
    await renderApp({ path: paths.status(), backend: ({ on }) => on(listHalts, () => []) });
    await screen.findByText('Everything is working.');
    expect(screen.getAllByText('Operational')).toHaveLength(HALT_FUNCTIONS.length);
  });

  it('says of nothing that it works while the exchange does not answer', async () => {
    const app = await renderApp({ path: paths.status(), backend: ({ on }) => on(listHalts, () => []) });
    await screen.findByText('Everything is working.');
    act(() => app.realtime.setState('offline'));
    await screen.findByText('The server could not be reached. Check your connection and try again.');
    expect(screen.queryAllByText('Operational')).toEqual([]);
  });

  it('lists the halts that are over, with their times', async () => {
    const endedAt = '2026-11-28T11:30:00.000Z';
    await renderApp({ path: paths.status(), backend: ({ on }) => on(listPastHalts, () => [{ ...MARKET, endedAt }]) });
    const past = await screen.findByRole('listitem');
    const times = Array.from(past.querySelectorAll('time'), (time) => time.dateTime);
    expect(times).toEqual([SINCE, endedAt]);
    within(past).getByText('1 hr 30 min');
    within(past).getByText('We look into a wrong price.');
  });

  it.each([
    ['exchange', 'upgrade', ['Withdrawals']],
    ['exchange', 'log-money', []],
    ['markets', 'prices', ['Registration', 'Deposits', 'Withdrawals', 'Earn', 'New coins']],
  ])('shows the functions that a halt of the %s (%s) leaves', async (subject, reason, left) => {
    await renderApp({
      path: paths.status(),
      backend: ({ on }) => on(listHalts, () => [{ ...EXCHANGE, subject, reason }]),
    });
    const states = (await screen.findAllByRole('definition')).map(({ textContent }) => textContent);
    const names = screen.getAllByRole('term').map(({ textContent }) => textContent);
    const open = names.filter((_, place) => states[place] === 'Operational');
    expect(open).toEqual(left);
  });

  it('is shown from the device, with its date, while the exchange cannot be reached', async () => {
    const cached = { atMs: Date.parse(SINCE), wire: [EXCHANGE] };
    localStorage.setItem(HALTS_KEY, JSON.stringify(cached));
    await renderApp({ path: paths.status(), backend: ({ on }) => on(listHalts, () => refuse('SERVICE_UNAVAILABLE')) });
    await screen.findByText('We are installing a new version.');
  });

  it('offers another try when it is unknown', async () => {
    await renderApp({ path: paths.status(), backend: ({ on }) => on(listHalts, () => refuse('SERVICE_UNAVAILABLE')) });
    await screen.findByText('Could not load the status.');
  });
});

describe('the strip', () => {
  it('names the widest halt on every page, at once where it was known before, and is gone with it', async () => {
    localStorage.setItem(HALTS_KEY, JSON.stringify({ atMs: 0, wire: [EXCHANGE] }));
    let halts = [EXCHANGE, MARKET];
    await renderApp({ path: paths.help(), backend: ({ on }) => on(listHalts, () => halts) });
    const strip = await screen.findByText('Exchange: halted.');
    await screen.findByText(/1 more/);
    const link = within(strip.closest('[role="status"]') as HTMLElement).getByRole('link', { name: 'Details' });
    expect(link.getAttribute('href')).toContain(paths.status());
    halts = [];
    await vi.waitFor(() => {
      window.dispatchEvent(new Event('focus'));
      expect(screen.queryByText('Exchange: halted.')).toBeNull();
    });
    expect(localStorage.getItem(HALTS_KEY)).toBeNull();
  });
});
