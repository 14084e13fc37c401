// Book, trades and depth beside the ticket: through the real routes and store, with a fake exchange that streams.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getDepth, listTicks, tickCodec, type BookLevel } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { depthData, rooms } from '@halyard/contract/realtime/rooms';
import { fakeCanvas } from '../../../testing/fakeCanvas.ts';
import { build } from '@halyard/contract/testing/build';
import { paths } from '../../../shared/navigation/paths.ts';
import { BOOK, serveExchange, TRADER, waitingOrder } from '../../../testing/exchange.ts';
import { refuse } from '../../../testing/fakeBackend.ts';
import { renderApp } from '../../../testing/renderApp.tsx';

// A link leads to the chart.
fakeCanvas();

type Options = Parameters<typeof serveExchange>[1] & { isLoggedIn?: boolean };

const SYMBOL = 'BTC/USDT';
const level = (price: string, quantity: string): BookLevel => [decimal(price), decimal(quantity)];

async function open({ isLoggedIn = false, ...exchange }: Options = {}) {
  const app = await renderApp({
    path: paths.trade({ symbol: SYMBOL }),
    ...(isLoggedIn && { user: TRADER }),
    backend: (server) => serveExchange(server, exchange),
  });
  await screen.findByRole('list', { name: 'Sell orders' });
  await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.depth(SYMBOL)));
  return app;
}

const rowsOf = (list: 'Sell orders' | 'Buy orders') =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('button')
    .map((row) => row.textContent);
const price = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value;
const levelAt = (text: RegExp) => screen.getByRole('button', { name: text });

describe('the book', () => {
  it('has the best prices next to the middle, and shows the spread', async () => {
    await open();
    expect(rowsOf('Sell orders')).toEqual(['20,020.001.0000', '20,010.000.5000']);
    expect(rowsOf('Buy orders')).toEqual(['19,990.000.4000', '19,980.002.0000']);
    expect(screen.getByText('Mid').nextElementSibling?.textContent).toBe('20,000.000');
    expect(screen.getByText('Spread').nextElementSibling?.textContent).toBe('20.000.1%');
  });

  it('names the house’s quotes, with an explanation one tap away', async () => {
    const { user, realtime } = await open();
    expect(screen.queryByRole('button', { name: 'House quotes' })).toBeNull();
    const [best] = BOOK.bids;
    const users = { userBids: [level(best?.[0] ?? '0', '0.1')], userAsks: [] };
    act(() => realtime.sendSnapshot(rooms.depth(SYMBOL), build(depthData, { ...BOOK, ...users })));
    await screen.findByRole('button', { name: /^Use price 19,990\.00.*, partly house quotes$/ });
    screen.getByRole('button', { name: /^Use price 20,010\.00.*, house quotes$/ });
    await user.click(screen.getByRole('button', { name: 'House quotes' }));
    within(await screen.findByRole('dialog')).getByText(/Every quote is real/);
  });

  it('shows cumulative quantities, one side only, and grouped levels, for this market only', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Amount (BTC)' }));
    expect(rowsOf('Sell orders')).toEqual(['20,020.001.5000', '20,010.000.5000']);
    await user.click(screen.getByRole('button', { name: 'Total (BTC)' }));
    await user.click(screen.getByRole('radio', { name: 'Sell orders only' }));
    expect(screen.queryByRole('list', { name: 'Buy orders' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Both sides' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Price step' }), '100');
    expect(rowsOf('Sell orders')).toEqual(['20,1001.5000']);
    expect(rowsOf('Buy orders')).toEqual(['19,9002.4000']);
    await user.click(levelAt(/^Use price 20,100, amount 1\.50/));
    expect(price()).toBe('20,100');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Price step' }), '0.01');
  });

  it('is navigated by arrow keys across the middle, and Enter takes the level', async () => {
    const { user } = await open();
    act(() => levelAt(/^Use price 20,020/).focus());
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
    expect(price()).toBe('19,990');
    await user.keyboard('{Home}{Enter}');
    expect(price()).toBe('20,020');
  });

  it('takes the price under the finger, also when the book moves before it is lifted', async () => {
    const { user, realtime } = await open();
    realtime.sendSnapshot(rooms.depth(SYMBOL), build(depthData, { bids: BOOK.bids, asks: BOOK.asks }));
    const best = levelAt(/^Use price 20,010/);
    await user.pointer({ keys: '[MouseLeft>]', target: best });
    const asks = [level('20005', '3')];
    act(() => realtime.send(rooms.depth(SYMBOL), build(depthData, { bids: [], asks })));
    await waitFor(() => expect(best.textContent).toBe('20,005.003.0000'));
    await user.pointer({ keys: '[/MouseLeft]', target: best });
    expect(price()).toBe('20,010');
  });

  it('marks the user’s open orders, but no stop that is not triggered', async () => {
    const own = waitingOrder({ price: decimal('19980') });
    const stop = waitingOrder({ id: 8 as never, orderType: 'stop_limit', price: decimal('19990'), triggeredAt: null });
    await open({ isLoggedIn: true, orders: [own, stop] });
    await screen.findByRole('button', { name: /^Use price 19,980.*includes your own order/ });
    expect(levelAt(/^Use price 19,990/).getAttribute('aria-label')).not.toMatch(/your order/);
  });

  it('is never shown crossed: the last good one stays, dimmed, nothing can be sent, and the room is read again', async () => {
    const { realtime } = await open({ isLoggedIn: true });
    realtime.sendSnapshot(rooms.depth(SYMBOL), build(depthData, { bids: BOOK.bids, asks: BOOK.asks }));
    const bids = [level('20015', '1')];
    act(() => realtime.send(rooms.depth(SYMBOL), build(depthData, { bids, asks: [] })));
    await screen.findByText(/^Prices are older than 5 seconds/);
    expect(rowsOf('Buy orders')[0]).toBe('19,990.000.4000');
    expect(screen.getByRole('button', { name: 'Buy BTC' })).toHaveProperty('disabled', true);
    act(() => realtime.sendSnapshot(rooms.depth(SYMBOL), build(depthData, { bids, asks: [level('20020', '1')] })));
    await waitFor(() => expect(rowsOf('Buy orders')).toEqual(['20,015.001.0000']));
    expect(screen.queryByText(/^Prices are older than 5 seconds/)).toBeNull();
  });

  it('shows a failed load, and loads again', async () => {
    const app = await renderApp({
      path: paths.trade({ symbol: SYMBOL }),
      backend: (server) => {
        serveExchange(server);
        server.on(getDepth, () => refuse('SERVICE_UNAVAILABLE'));
      },
    });
    await screen.findByText(/briefly unavailable/);
    serveExchange(app.server);
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: /^Use price 20,010\.00, amount 0\.50/ });
  });
});

describe('beside the book', () => {
  it('the trades show price, amount and time, newest first, live', async () => {
    const { user, realtime, server } = await open();
    const tick = (seq: number, at: string) =>
      build(tickCodec, { seq, price: decimal(at), quantity: decimal('0.25'), at: '2026-01-02T03:04:05.000Z' });
    server.on(listTicks, () => [tick(2, '20001'), tick(1, '20002')]);
    await user.click(screen.getByRole('tab', { name: 'Recent trades' }));
    const entries = () => within(screen.getByRole('list', { name: 'Recent trades' })).getAllByRole('listitem');
    await waitFor(() => expect(entries()).toHaveLength(2));
    expect(entries()[0]?.textContent).toMatch(/^20,001\.00▼0\.2500\d\d:04:05$/);
    act(() => realtime.send(rooms.trades(SYMBOL), [tick(3, '20003')]));
    await waitFor(() => expect(entries()[0]?.textContent).toMatch(/^20,003\.00▲/));
  });

  it('the depth has a text description', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('tab', { name: 'Depth' }));
    await screen.findByRole('img', {
      name: 'Depth: 2.4 BTC bid down to 19,980.00, 1.5 BTC offered up to 20,020.00',
    });
  });

  it('the market’s 24 h figures link to its chart', async () => {
    const { user, location } = await open();
    const strip = screen.getByRole('link', { name: /BTC\/USDT chart.*20,000\.00.*24 h high.*21,000\.00/ });
    expect(strip.textContent).toMatch(/\+1\.50%.*24 h low.*19,000\.00.*24 h vol\. \(BTC\)/);
    await user.click(strip);
    await waitFor(() => expect(location()).toMatch(/kline.*BTC/));
  });
});
