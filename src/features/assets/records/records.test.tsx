// Ledger entries through the real routes and store: details, filters, pages, live updates.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listEntries, type UserEntry } from '@halyard/contract/wallet/entryCalls';
import { readOutbox } from '@halyard/contract/sandbox/calls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { paths } from '../../../shared/navigation/paths.ts';
import { entryOf, serveExchange, TRADER } from '../../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../../testing/fakeBackend.ts';
import { renderApp } from '../../../testing/renderApp.tsx';

const answerOf = (rows: readonly UserEntry[]) => ({ rows: [...rows], total: rows.length, limit: 30 });

async function open(backend: (server: FakeBackend) => void, path = paths.assetsRecord()) {
  const app = await renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(listEntries, () => answerOf([entryOf(1)]));
      backend(server);
    },
  });
  await screen.findByRole('heading', { name: 'Records' });
  return app;
}

type App = Awaited<ReturnType<typeof open>>;
// By selector: computing roles of a hundred rows takes long.
const texts = () => [...document.querySelectorAll('ul[aria-label="Movements"] > li')].map((row) => row.textContent);
const asked = (app: App) => app.server.seen(listEntries).map(({ request }) => request);

async function choose(app: App, field: string, option: string) {
  await app.user.click(await screen.findByRole('combobox', { name: field }));
  const sheet = within(await screen.findByRole('dialog'));
  await app.user.click(await sheet.findByRole('option', { name: option }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('ledger entries', () => {
  it('show the kind, account, time, amount, and held amounts', async () => {
    const hold = { isHold: true, kind: 'withdraw_hold', value: decimal('-0.00000001'), currency: 'BTC' } as const;
    const rows = [
      entryOf(3, hold),
      entryOf(2, { ...hold, kind: 'withdraw_release', value: decimal('0.00000001') }),
      entryOf(1),
    ];
    await open((server) => server.on(listEntries, () => answerOf(rows)));
    await waitFor(() => expect(texts()).toHaveLength(3));
    expect(texts()[0]).toMatch(/^Jan 2, 2026Withdrawal requestedSpot · \d\d:04-0\.00000001 BTCHeld$/);
    expect(texts()[1]).toMatch(/^Withdrawal returned.*\+0\.00000001 BTCReleased$/);
    expect(texts()[2]).toMatch(/^TransferSpot · .*-12\.50 USDT$/);
  });

  it('are grouped by day', async () => {
    const dates = ['2026-03-10T12:00:00.000Z', '2026-03-09T12:00:00.000Z', '2026-03-09T11:00:00.000Z'];
    vi.useFakeTimers({ now: Date.parse('2026-03-10T13:00:00Z'), toFake: ['Date'] });
    const rows = [...dates, '2025-12-31T12:00:00.000Z'].map((at, place) => entryOf(9 - place, { at }));
    await open((server) => server.on(listEntries, () => answerOf(rows)));
    await waitFor(() => expect(texts()).toHaveLength(4));
    const days = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(days).toEqual(['Today', 'Yesterday', 'Dec 31, 2025']);
    vi.useRealTimers();
  });

  it('show a withdrawal as one row, from request to end, with a link to it', async () => {
    const hold = { isHold: true, kind: 'withdraw_hold', value: decimal('-30'), reference: 'withdrawal:17' } as const;
    const over = { ...hold, outcomeAt: '2026-01-03T03:04:05.000Z' } as const;
    const rows = [entryOf(2, hold), entryOf(1)];
    const app = await open((server) => {
      server.on(listEntries, () => answerOf(rows));
      server.on(readOutbox, () => refuse('CALL_NOT_FOUND'));
    });
    await waitFor(() => expect(texts()[0]).toMatch(/Withdrawal requested.*-30\.00 USDTHeld$/));
    const end = (kind: 'withdraw_settle' | 'withdraw_release') => {
      const step = { kind, value: decimal('-30'), reference: 'withdrawal:17', partOf: '2:7' } as const;
      app.server.on(listEntries, () =>
        answerOf([entryOf(3, step), entryOf(2, { ...over, outcome: kind }), entryOf(1)]),
      );
      const balance = { account: 'spot', currencyId: 1, currency: 'USDT', available: decimal('1'), held: decimal('0') };
      act(() => app.realtime.send(rooms.account, { event: 'balance', balances: [balance] }));
    };
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
    end('withdraw_settle');
    await waitFor(() => expect(texts()[0]).toMatch(/Withdrawal sent.*-30\.00 USDT$/));
    expect(texts()[0]).not.toContain('Sandbox');
    expect(texts()).toHaveLength(2);
    end('withdraw_release');
    await waitFor(() => expect(texts()[0]).toMatch(/Withdrawal returned.*-30\.00 USDTReleased$/));
    expect(texts()).toHaveLength(2);
    await app.user.click(screen.getByRole('button', { name: /^Withdrawal returned/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Withdrawal returned' }));
    sheet.getByText(/^Jan 3, 2026/);
    const link = sheet.getByRole('link', { name: 'View withdrawal' });
    expect(link.getAttribute('href')).toBe(`#${paths.withdrawDetail({ id: 17 })}`);
  });

  it('show the end of a withdrawal whose request is not loaded, and sandbox ones as not paid out', async () => {
    const step = { kind: 'withdraw_settle', value: decimal('-30'), reference: 'withdrawal:17', partOf: '2:7' } as const;
    const newer = Array.from({ length: 29 }, (_, place) => entryOf(32 - place));
    const older: UserEntry[] = [entryOf(1)];
    const app = await open((server) =>
      server.on(listEntries, ({ after }) => answerOf(after === undefined ? [...newer, entryOf(3, step)] : older)),
    );
    // The request may be on the next page.
    await waitFor(() => expect(texts()).toHaveLength(29));
    await app.user.click(screen.getByText('Load more'));
    await waitFor(() => expect(texts()).toHaveLength(31));
    await waitFor(() => expect(texts()[29]).toMatch(/^Withdrawal sent.*Sandbox: nothing was paid out-30\.00 USDT$/));
    await app.user.click(screen.getByRole('button', { name: /^Withdrawal sent/ }));
    within(await screen.findByRole('dialog', { name: 'Withdrawal sent' })).getByText('Sandbox: nothing was paid out');
  });

  it('of trades show pair, side and price', async () => {
    const trade = { symbol: 'BTC/USDT', side: 'buy', price: decimal('64000.5') } as const;
    const rows = [
      entryOf(3, { kind: 'spot_fill', trade }),
      entryOf(2, { kind: 'spot_hold', isHold: true, trade: { ...trade, side: 'sell' } }),
      entryOf(1, { kind: 'spot_fill' }),
    ];
    const app = await open((server) => server.on(listEntries, () => answerOf(rows)));
    await waitFor(() => expect(texts()).toHaveLength(3));
    expect(texts()[0]).toMatch(/Buy BTC\/USDTat 64,000\.50Spot · \d\d:04/);
    expect(texts()[1]).toMatch(/^Order placedSell BTC\/USDT · at 64,000\.50Spot · \d\d:04/);
    // Stored by an earlier version, or from a server that does not send it.
    expect(texts()[2]).toMatch(/^TradeSpot · \d\d:04/);
    await app.user.click(screen.getByRole('button', { name: /^Order placed/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Order placed' }));
    sheet.getByText('Sell BTC/USDT');
    sheet.getByText('64,000.50');
  });

  it('show the server’s text when their kind is unknown', async () => {
    const row = entryOf(1, { kind: undefined, account: undefined });
    await open((server) => server.on(listEntries, () => answerOf([row])));
    await waitFor(() => expect(texts()[0]).toMatch(/From the server\d\d:04/));
  });

  it('open with the balance before and after, and their subject', async () => {
    const app = await open(() => undefined);
    await app.user.click(await screen.findByRole('button', { name: /^Transfer/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Transfer' }));
    const figures = sheet.getAllByRole('definition').map((figure) => figure.textContent);
    expect(sheet.getAllByText('-12.50')).toHaveLength(2);
    expect(figures).toEqual([
      'Spot account',
      expect.stringMatching(/^Jan 2, 2026, \d\d:04:05$/),
      '-12.50 USDT',
      '0.00 USDT',
      '100.00 USDT',
      '87.50 USDT',
      '1:7',
    ]);
    sheet.getByText('transfer:17');
  });

  it('are masked with the balances', async () => {
    const app = await open(() => undefined);
    await waitFor(() => expect(texts()[0]).toMatch(/12\.50/));
    await app.app.router.navigate(paths.assets());
    await app.user.click(await screen.findByRole('button', { name: 'Hide balances' }));
    await app.app.router.navigate(paths.assetsRecord());
    await waitFor(() => expect(texts()[0]).toMatch(/Hidden USDT$/));
  });

  it('continue after the last row, unaffected by new ones', async () => {
    const all = Array.from({ length: 32 }, (_, place) => entryOf(32 - place));
    const app = await open((server) =>
      server.on(listEntries, ({ after }) => {
        const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
        return answerOf(all.slice(from, from + 30));
      }),
    );
    await waitFor(() => expect(texts()).toHaveLength(30));
    all.unshift(entryOf(99));
    await app.user.click(screen.getByText('Load more'));
    await waitFor(() => expect(texts()).toHaveLength(32));
    expect(asked(app).map(({ after }) => after)).toEqual([undefined, '3:7']);
    await screen.findByText('End of the list');
  });

  it('end when a server without such paging repeats the rows', async () => {
    const rows = Array.from({ length: 30 }, (_, place) => entryOf(place));
    const app = await open((server) => server.on(listEntries, () => answerOf(rows)));
    await waitFor(() => expect(texts()).toHaveLength(30));
    await app.user.click(screen.getByText('Load more'));
    await screen.findByText('End of the list');
    expect(texts()).toHaveLength(30);
  });

  it('update by themselves when money moves', async () => {
    const app = await open(() => undefined);
    await waitFor(() => expect(texts()).toHaveLength(1));
    app.server.on(listEntries, () => answerOf([entryOf(2), entryOf(1)]));
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
    const balance = { account: 'spot', currencyId: 1, currency: 'USDT', available: decimal('1'), held: decimal('0') };
    act(() => app.realtime.send(rooms.account, { event: 'balance', balances: [balance] }));
    await waitFor(() => expect(texts()).toHaveLength(2));
  });

  it('are read again after a failure, and an empty list links to a deposit', async () => {
    const app = await open((server) => server.on(listEntries, () => refuse('SERVICE_UNAVAILABLE')));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    app.server.on(listEntries, () => answerOf([]));
    await app.user.click(retry);
    await screen.findByText('No movements yet.');
    expect(screen.getByRole('link', { name: 'Deposit' }).getAttribute('href')).toBe(`#${paths.deposit()}`);
  });
});

describe('filters', () => {
  it('are sent to the exchange, counted, and cleared', async () => {
    const app = await open((server) =>
      server.on(listEntries, ({ kind }) => answerOf(kind === undefined ? [entryOf(1)] : [])),
    );
    await waitFor(() => expect(texts()).toHaveLength(1));
    await app.user.click(screen.getByRole('button', { name: 'Filters' }));
    await choose(app, 'Account', 'Futures');
    await choose(app, 'Coin', 'BTC Bitcoin');
    await choose(app, 'Kind', 'Withdrawal');
    await screen.findByText('No movements match the filters.');
    const currencyId = 2;
    expect(asked(app).at(-1)).toEqual({ accountNumber: 'futures', currencyId, kind: 'withdrawal', limit: 30 });
    screen.getByRole('button', { name: '3 filters set', expanded: true });
    await app.user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    await waitFor(() => expect(texts()).toHaveLength(1));
    screen.getByRole('button', { name: 'Filters' });
  });

  it('by date cover whole days of the exchange’s clock', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-03-10T23:30:00Z'), toFake: ['Date'] });
    const app = await open(() => undefined);
    await app.user.click(await screen.findByRole('button', { name: 'Filters' }));
    await choose(app, 'Dates', 'Last 7 days');
    await waitFor(() => expect(asked(app).at(-1)).toEqual({ from: '2026-03-04', to: '2026-03-10', limit: 30 }));
    vi.useRealTimers();
  });

  it('start with the account that a link names', async () => {
    const app = await open(() => undefined, paths.assetsRecord({ account: 'trust' }));
    await screen.findByRole('button', { name: '1 filter set' });
    await waitFor(() => expect(asked(app)).toEqual([{ accountNumber: 'trust', limit: 30 }]));
  });
});
