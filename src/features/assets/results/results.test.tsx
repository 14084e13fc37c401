// PnL analysis through the real routes and store: the sums of a month, a day's entries, filters, the history with the
// same filter, unknown figures, and the states without an answer.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { getResults, listResultEntries, type ResultLine } from '@halyard/contract/wallet/resultCalls';
import { listEntries } from '@halyard/contract/wallet/entryCalls';
import { decimal, ZERO } from '@halyard/contract/money';
import { paths } from '../../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../../testing/fakeBackend.ts';
import { renderApp } from '../../../testing/renderApp.tsx';

const MONTH = '2025-12';

function lineOf(day: string, changes: Partial<ResultLine>): ResultLine {
  const none = { amount: ZERO, profit: ZERO, fees: ZERO, won: 0, gains: ZERO, lost: 0, losses: ZERO };
  return { day: `${MONTH}-${day}`, source: 'spot', currency: 'BTC', ...none, ...changes };
}

const LINES = [
  lineOf('03', { profit: decimal('120.5'), fees: decimal('1.25') }),
  lineOf('03', { source: 'options', currency: 'USDT', profit: decimal('40'), won: 1, gains: decimal('40') }),
  lineOf('17', { source: 'futures', currency: 'USDT', profit: decimal('-60'), lost: 1, losses: decimal('-60') }),
  lineOf('18', { source: 'futures', currency: 'USDT', profit: decimal('20'), won: 1, gains: decimal('20') }),
];

const answer = (lines: readonly ResultLine[]) => ({
  asOf: '2026-01-02T03:04:05.678Z',
  lines: [...lines],
  base: decimal('1000'),
  unrealised: [],
});

async function open(backend: (server: FakeBackend) => void = () => undefined) {
  return renderApp({
    path: paths.results({ month: MONTH }),
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(getResults, () => answer(LINES));
      server.on(listResultEntries, () => ({ rows: [], total: 0, sum: ZERO }));
      server.on(listEntries, () => ({ rows: [], total: 0, limit: 30 }));
      backend(server);
    },
  });
}

const button = (name: RegExp) => screen.findByRole('button', { name });

describe('PnL analysis', () => {
  it('sums a month, and rates what was closed', async () => {
    await open();
    expect((await button(/^\+120\.50/)).textContent).toBe('+120.50 USDT▲+12.05%');
    expect((await button(/Win rate/)).textContent).toBe('Win rate66.67%2 won of 3 closed options and futures');
    expect((await button(/Average gain/)).textContent).toBe('Average gain+30.00 USDTclosed options and futures');
    expect((await button(/Average loss/)).textContent).toBe('Average loss-60.00 USDTclosed options and futures');
    expect((await button(/Fees paid/)).textContent).toBe('Fees paid1.25 USDTincluded in PnL');
    await button(/^Dec 3: \+160\.50 USDT$/);
    await button(/^Dec 17: -60\.00 USDT$/);
  });

  it('opens the entries of a day with the filter, and the history with the same', async () => {
    const app = await open();
    await app.user.click(await screen.findByRole('combobox', { name: 'Product' }));
    await app.user.click(await screen.findByRole('option', { name: 'Futures' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Dec 3:/ })).toBeNull());
    await app.user.click(await button(/^Dec 17:/));
    const sheet = within(await screen.findByRole('dialog', { name: 'Realized PnL' }));
    await sheet.findByText('No movements for this figure.');
    const offsetMinutes = 0 - new Date(2025, 11, 1).getTimezoneOffset();
    expect(app.server.seen(listResultEntries).at(-1)?.request).toMatchObject({
      from: MONTH,
      to: MONTH,
      offsetMinutes,
      figure: 'profit',
      day: `${MONTH}-17`,
      source: 'futures',
    });
    await app.user.click(sheet.getByRole('link', { name: 'View in Records' }));
    await waitFor(() => expect(app.server.seen(listEntries)).not.toHaveLength(0));
    const asked = app.server.seen(listEntries).at(-1)?.request;
    expect(asked).toMatchObject({ accountNumber: 'futures' });
    expect(`${MONTH}-17`).toSatisfy((day: string) => (asked?.from ?? '~') <= day && day <= (asked?.to ?? ''));
  });

  it('shows unknown figures as unknown, and other months on request', async () => {
    const app = await open((server) => server.on(getResults, () => answer([lineOf('05', { profit: null })])));
    await button(/^Dec 5: Unknown$/);
    await screen.findByText(/unknown because a price was missing/);
    await app.user.click(screen.getByRole('button', { name: 'Earlier' }));
    await waitFor(() => expect(app.server.seen(getResults).at(-1)?.request.from).toBe('2025-11'));
    await app.user.click(screen.getByRole('radio', { name: 'Year' }));
    await waitFor(() =>
      expect(app.server.seen(getResults).at(-1)?.request).toMatchObject({ from: '2025-01', to: '2025-12' }),
    );
  });

  it('has a table, an empty state, and can be tried again', async () => {
    const app = await open((server) => server.on(getResults, () => refuse('SERVICE_UNAVAILABLE')));
    const again = await screen.findByRole('button', { name: 'Try again' });
    app.server.on(getResults, () => answer([]));
    await app.user.click(again);
    await screen.findByText('No realized PnL in this period.');
    app.server.on(getResults, () => answer(LINES));
    await app.user.click(screen.getByRole('button', { name: 'Earlier' }));
    await app.user.click(screen.getByRole('button', { name: 'Later' }));
    await app.user.click(await screen.findByRole('radio', { name: 'Table' }));
    const rows = await vi.waitFor(() => {
      const found = within(screen.getByRole('table')).getAllByRole('row');
      expect(found).toHaveLength(4);
      return found;
    });
    expect(rows.map((row) => row.textContent)).toEqual([
      'DayPnLFees paidWon / lost',
      'Dec 18+20.000.001 / 0',
      'Dec 17-60.000.000 / 1',
      'Dec 3+160.501.251 / 0',
    ]);
  });
});
