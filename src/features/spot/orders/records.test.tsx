// The full lists of orders and executions through the real routes and store: filters, pages, downloads, and closing.
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  countForgottenOrders,
  FILLS_CSV_PATH,
  listFills,
  listOrders,
  ORDERS_CSV_PATH,
  type Fill,
  type Order,
} from '@halyard/contract/spot/calls';
import { errorEnvelope } from '@halyard/contract/envelope';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { matchesFilter } from '../../../domain/spot/orderData.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { serveExchange, TRADER, waitingOrder } from '../../../testing/exchange.ts';
import { breakConnection, neverAnswer, refuse, type FakeBackend } from '../../../testing/fakeBackend.ts';
import { watchDownloads } from '../../../testing/files.ts';
import { renderApp } from '../../../testing/renderApp.tsx';

let downloads: ReturnType<typeof watchDownloads>;
beforeEach(() => {
  downloads = watchDownloads();
});

const orderOf = (id: number, more: Partial<Order> = {}): Order =>
  waitingOrder({ id: id as Order['id'], status: 'completed', createdAt: '2026-03-10T12:00:00.000Z', ...more });
const fillOf = (id: number): Fill => {
  const [fill] = build(listFills.answer);
  if (fill === undefined) throw new Error('no fill was built');
  return { ...fill, id: id as Fill['id'] };
};
const ORDERS = [
  orderOf(5, { side: 'sell' }),
  orderOf(4, { status: 'cancelled', orderType: 'stop_limit' }),
  orderOf(3, { status: 'waiting' }),
];

async function openSheet(view: 'history' | 'fills', more?: (server: FakeBackend) => void, isLoggedIn = true) {
  const app = await renderApp({
    path: `${paths.trade({ symbol: 'BTC/USDT' })}&orders=${view}`,
    ...(isLoggedIn && { user: TRADER }),
    backend: (server) => {
      serveExchange(server);
      server.on(listOrders, (filter) => ORDERS.filter((order) => matchesFilter(order, filter)));
      more?.(server);
    },
  });
  const sheet = within(await screen.findByRole('dialog', { name: 'Orders and fills' }));
  return { ...app, sheet };
}

type App = Awaited<ReturnType<typeof openSheet>>;

async function choose({ user, sheet }: App, field: string, option: string) {
  await user.click(sheet.getByRole('combobox', { name: field }));
  const options = within(await screen.findByRole('dialog', { name: field }));
  await user.click(options.getByRole('option', { name: option }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: field })).toBeNull());
}

// By selector: computing roles of dozens of rows takes long.
const rows = () => [...document.querySelectorAll('[role="dialog"] ul[aria-label] > li')];
const lastAsked = ({ server }: App) => server.seen(listOrders).at(-1)?.request;

describe('the full list of orders', () => {
  it('shows the number of deleted orders of a month, after the others', async () => {
    const app = await openSheet('history', (server) => {
      server.on(listOrders, () => [...ORDERS, orderOf(2, { createdAt: '2026-01-10T12:00:00.000Z' })]);
      server.on(countForgottenOrders, () => [
        { month: '2026-03', orders: 1200 },
        { month: '2026-01', orders: 1 },
      ]);
    });
    await waitFor(() => expect(rows()).toHaveLength(6));
    const texts = rows().map(({ textContent }) => textContent ?? '');
    expect(texts[3]).toMatch(/^1,?200 cancelled orders.*Mar 2026/);
    expect(texts[5]).toMatch(/^1 cancelled order.*Jan 2026/);
    expect(app.server.seen(countForgottenOrders).at(-1)?.request).toMatchObject({ quoteId: expect.anything() });
  });

  it('includes open ones, initially of the pair', async () => {
    const app = await openSheet('history');
    await waitFor(() => expect(rows()).toHaveLength(3));
    app.sheet.getByText('Waiting');
    app.sheet.getByRole('button', { name: '1 filter set' });
  });

  it('shows the filled share of an order that waits for the rest', async () => {
    const part = orderOf(3, { status: 'waiting', quantity: decimal('0.2'), filledQuantity: decimal('0.05') });
    const app = await openSheet('history', (server) => server.on(listOrders, () => [part]));
    await app.sheet.findByText('Partly filled · 25%');
  });

  it('is filtered by pair, side, type, status and days together, and by none again', async () => {
    const app = await openSheet('history');
    await app.user.click(app.sheet.getByRole('button', { name: '1 filter set' }));
    await choose(app, 'Side', 'Buy');
    await choose(app, 'Type', 'Stop-limit');
    await choose(app, 'Status', 'Cancelled');
    await waitFor(() => expect(rows()).toHaveLength(1));
    await app.user.click(app.sheet.getByRole('combobox', { name: 'Dates' }));
    const days = within(await screen.findByRole('dialog', { name: 'Dates' }));
    await app.user.click(days.getByRole('option', { name: 'Last 7 days' }));
    const noMatch = await app.sheet.findByText('No orders match the filters.');
    app.sheet.getByRole('button', { name: '5 filters set' });
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
    expect(lastAsked(app)).toMatchObject({
      baseId: 2,
      quoteId: 1,
      side: 'buy',
      orderType: 'stop_limit',
      status: 'cancelled',
      from: day,
      to: day,
    });
    await app.user.click(app.sheet.getAllByRole('button', { name: 'Clear filters' }).at(-1) ?? noMatch);
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(Object.keys(lastAsked(app) ?? {}).toSorted()).toEqual(['limit', 'page']);
    await choose(app, 'Pair', 'ETH/USDT');
    await waitFor(() => expect(lastAsked(app)).toMatchObject({ baseId: 3, quoteId: 1 }));
  });

  it('continues after its last row, once per page', async () => {
    const stored = Array.from({ length: 45 }, (_, index) => orderOf(45 - index));
    const app = await openSheet('history', (server) =>
      server.on(listOrders, ({ after, status }) =>
        status === 'waiting' ? [] : stored.filter(({ id }) => after === undefined || id < after).slice(0, 20),
      ),
    );
    for (const count of [20, 40]) {
      await waitFor(() => expect(rows()).toHaveLength(count));
      await app.user.click(app.sheet.getByRole('button', { name: 'Load more' }));
    }
    await waitFor(() => expect(rows()).toHaveLength(45));
    app.sheet.getByText('End of the list');
  });

  it('keeps its rows when more fail to load', async () => {
    const stored = Array.from({ length: 20 }, (_, index) => orderOf(45 - index));
    const app = await openSheet('history', (server) =>
      server.on(listOrders, ({ after, status }) => {
        if (after !== undefined) return breakConnection();
        return status === 'waiting' ? [] : stored;
      }),
    );
    await app.user.click(await app.sheet.findByRole('button', { name: 'Load more' }));
    await app.sheet.findByText('Could not load more');
    expect(rows()).toHaveLength(20);
  });

  it('shows a failed load, and loads again', async () => {
    const app = await openSheet('history', (server) => server.on(listOrders, () => refuse('SERVICE_UNAVAILABLE')));
    await app.sheet.findByRole('alert');
    app.server.on(listOrders, () => ORDERS);
    await app.user.click(app.sheet.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(rows()).toHaveLength(3));
  });

  it('has a skeleton while loading, and a text when empty', async () => {
    const app = await openSheet('history', (server) => server.on(listOrders, neverAnswer));
    app.sheet.getByText('Loading');
    app.server.on(listOrders, () => []);
    await app.user.click(app.sheet.getByRole('button', { name: '1 filter set' }));
    await app.user.click(app.sheet.getByRole('button', { name: 'Clear filters' }));
    await app.sheet.findByText('No orders yet.');
  });

  it('opens the details of an order', async () => {
    const app = await openSheet('history');
    await app.user.click(await app.sheet.findByRole('button', { name: /^Sell.*BTC/ }));
    await screen.findByRole('dialog', { name: 'Order 5' });
  });

  it('is absent while logged out', async () => {
    const { sheet } = await openSheet('history', undefined, false);
    sheet.getByText('Log in to see your orders.');
  });
});

describe('the full list of executions', () => {
  it('has the same filters except the status', async () => {
    const app = await openSheet('fills', (server) => server.on(listFills, () => [fillOf(9), fillOf(8)]));
    await waitFor(() => expect(rows()).toHaveLength(2));
    await app.user.click(app.sheet.getByRole('button', { name: '1 filter set' }));
    expect(app.sheet.queryByRole('combobox', { name: 'Status' })).toBeNull();
    await choose(app, 'Type', 'Market');
    await waitFor(() => expect(app.server.seen(listFills).at(-1)?.request).toMatchObject({ orderType: 'market' }));
  });
});

describe('closing', () => {
  it('returns to where the list was opened, so that back does not open it again', async () => {
    const app = await renderApp({
      path: paths.trade({ symbol: 'BTC/USDT' }),
      user: TRADER,
      backend: (server) => serveExchange(server),
    });
    const before = app.location();
    await app.user.click(await screen.findByRole('tab', { name: 'History' }));
    await app.user.click(screen.getByRole('button', { name: 'Filter, export' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Orders and fills' }));
    expect(app.location()).toContain('orders=history');
    await app.user.click(sheet.getByRole('tab', { name: 'Fills' }));
    expect(app.location()).toContain('orders=fills');
    await app.user.click(sheet.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(app.location()).toBe(before));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('works by going back', async () => {
    const app = await renderApp({
      path: paths.trade({ symbol: 'BTC/USDT' }),
      user: TRADER,
      backend: (server) => serveExchange(server),
    });
    await app.user.click(await screen.findByRole('tab', { name: 'Fills' }));
    await app.user.click(screen.getByRole('button', { name: 'Filter, export' }));
    await screen.findByRole('dialog', { name: 'Orders and fills' });
    await act(() => app.app.router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leaves a page that a link opened with the list', async () => {
    const app = await openSheet('fills');
    await app.user.click(app.sheet.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(app.location()).toBe(paths.trade({ symbol: 'BTC/USDT' })));
  });
});

describe('the file', () => {
  const csv = () => new Response('id\n', { headers: { 'content-type': 'text/csv' } });

  it.each([
    ['history', ORDERS_CSV_PATH, '?currency_id=2&legal_id=1&side=1&status=3', 'orders.csv'],
    ['fills', FILLS_CSV_PATH, '?currency_id=2&legal_id=1&side=1', 'fills.csv'],
  ] as const)('has the filtered rows (%s)', async (view, path, query, name) => {
    const seen: string[] = [];
    const app = await openSheet(view, (server) =>
      server.onFile(path, ({ url }) => {
        seen.push(new URL(url).search);
        return csv();
      }),
    );
    await app.user.click(app.sheet.getByRole('button', { name: '1 filter set' }));
    await choose(app, 'Side', 'Buy');
    if (view === 'history') await choose(app, 'Status', 'Cancelled');
    await app.user.click(app.sheet.getByRole('button', { name: 'Export CSV' }));
    await screen.findByText('File saved', { selector: 'p' });
    expect(seen).toEqual([query]);
    expect(downloads).toMatchObject([{ name }]);
  });

  it('that fails shows the error beside the button', async () => {
    const limited = errorEnvelope('A', 'RATE_LIMITED', 'server', { seconds: 9 });
    const refusal = () => new Response(JSON.stringify(limited), { headers: { 'content-type': 'application/json' } });
    const app = await openSheet('history', (server) => server.onFile(ORDERS_CSV_PATH, refusal));
    await app.user.click(app.sheet.getByRole('button', { name: 'Export CSV' }));
    expect((await app.sheet.findByRole('alert')).textContent).toMatch(/9/);
    expect(downloads).toEqual([]);
  });
});
