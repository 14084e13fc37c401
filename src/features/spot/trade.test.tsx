// Trading through the real routes and store: what the ticket says, when it is off, an order on its way, and the user's orders below.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { cancelOrder, listFills, listOrders, placeOrder } from '@halyard/contract/calls/spot';
import { getDepth } from '@halyard/contract/calls/markets';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { build } from '@halyard/contract/testing/build';
import { paths } from '../../shared/navigation/paths.ts';
import { btcMarket, serveExchange, TRADER, waitingOrder } from '../../testing/exchange.ts';
import { breakConnection, neverAnswer, refuse } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

type Options = Parameters<typeof serveExchange>[1] & { isLoggedIn?: boolean; side?: 'buy' | 'sell' };

async function open({ isLoggedIn = true, side = 'buy', ...exchange }: Options = {}) {
  const app = await renderApp({
    path: paths.trade({ symbol: 'BTC/USDT', side }),
    ...(isLoggedIn && { user: TRADER }),
    backend: (server) => serveExchange(server, exchange),
  });
  const ticket = within(await screen.findByRole('form', { name: 'Order' }));
  await screen.findByRole('list', { name: 'Sell orders' });
  if (isLoggedIn) await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
  return { ...app, ticket };
}

type App = Awaited<ReturnType<typeof open>>;

const button = ({ ticket }: App, name: RegExp | string = /^(Buy|Sell) BTC$/) => ticket.getByRole('button', { name });
const field = ({ ticket }: App, name: string) => ticket.getByRole<HTMLInputElement>('textbox', { name });
const figure = ({ ticket }: App, label: string) =>
  ticket.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

async function type(app: App, name: string, text: string) {
  await app.user.clear(field(app, name));
  await app.user.type(field(app, name), text);
}

describe('the ticket', () => {
  it('says what a limit order comes to, with the fee in what is bought', async () => {
    const app = await open();
    await type(app, 'Price', '19000');
    await type(app, 'Amount', '0.01');
    expect(['Available', 'Total', 'Fee', 'You receive'].map((label) => figure(app, label))).toEqual([
      '1,000.00 USDT',
      '190.00 USDT',
      '0.00001 BTC',
      '0.00999 BTC',
    ]);
  });

  it('reckons a market order by the levels it would take', async () => {
    const app = await open({ side: 'sell' });
    await app.user.click(app.ticket.getByRole('radio', { name: 'Market' }));
    expect(app.ticket.queryByRole('textbox', { name: 'Price' })).toBeNull();
    await type(app, 'Amount', '0.5');
    // 0.4 at 19,990 and 0.1 at 19,980.
    expect([figure(app, 'Total'), figure(app, 'Fee')]).toEqual(['9,994.00 USDT', '9.994 USDT']);
  });

  it('fills in a share of what is available, never more', async () => {
    const app = await open();
    await type(app, 'Price', '30000');
    await app.user.click(button(app, '100%'));
    expect(field(app, 'Amount').value).toBe('0.03333');
    await app.user.click(app.ticket.getByRole('radio', { name: 'Sell' }));
    await app.user.click(button(app, '25%'));
    expect(field(app, 'Amount').value).toBe('0.125');
  });

  it('takes the price of a level that is tapped', async () => {
    const app = await open();
    await app.user.click(screen.getByRole('button', { name: /^Use price 19,980\.00/ }));
    expect(field(app, 'Price').value).toBe('19,980');
  });

  it('says at the field what is wrong, and sends nothing', async () => {
    const app = await open();
    await app.user.click(button(app));
    await app.ticket.findByText(/Quantity is required/);
    await type(app, 'Amount', '1');
    await app.ticket.findByText(/Insufficient balance/);
    expect(field(app, 'Amount').getAttribute('aria-invalid')).toBe('true');
    await type(app, 'Amount', '0.01');
    await type(app, 'Price', '19000.123');
    await app.ticket.findByText(/too many decimals/);
    await app.user.click(button(app));
    expect(app.server.seen(placeOrder)).toEqual([]);
  });

  it('asks who is not logged in to, and leads back here', async () => {
    const app = await open({ isLoggedIn: false });
    expect(app.ticket.queryByRole('button', { name: 'Buy BTC' })).toBeNull();
    await app.user.click(app.ticket.getByRole('link', { name: 'Log in to trade' }));
    await screen.findByRole('heading', { name: 'Log in' });
    expect(decodeURIComponent(app.location())).toMatch(/backpage=.*trade\/index/);
  });
});

describe('the button is off, and says why,', () => {
  it.each(['feed-ended', 'feed-stalled'] as const)('while the market is suspended (%s)', async (status) => {
    const app = await open({ markets: [btcMarket({ status })] });
    expect(button(app)).toHaveProperty('disabled', true);
    expect(app.ticket.getByRole('status').textContent).toMatch(/takes no orders/);
  });

  it('while prices are out of date, and no longer', async () => {
    const app = await open();
    act(() => app.realtime.setSilence(5001));
    await waitFor(() => expect(button(app)).toHaveProperty('disabled', true));
    expect(app.ticket.getByRole('status').textContent).toMatch(/prices are out of date/);
    act(() => app.realtime.setSilence(0));
    await waitFor(() => expect(button(app)).toHaveProperty('disabled', false));
  });

  it('while the device is offline, at once', async () => {
    const app = await open();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(button(app)).toHaveProperty('disabled', true);
    expect(app.ticket.getByRole('status').textContent).toMatch(/You are offline/);
  });
});

describe('an order', () => {
  async function place(app: App) {
    await type(app, 'Price', '19500');
    await type(app, 'Amount', '0.01');
    await app.user.dblClick(button(app));
  }

  it('is sent once, exactly, and empties the amount when it is placed', async () => {
    const app = await open();
    app.server.on(placeOrder, () => waitingOrder({ quantity: decimal('0.01') }));
    await place(app);
    await waitFor(() => expect(field(app, 'Amount').value).toBe(''));
    expect(app.server.seen(placeOrder).map(({ request }) => request)).toEqual([
      expect.objectContaining({ side: 'buy', orderType: 'limit', price: '19500', quantity: '0.01' }),
    ]);
    await screen.findByRole('tab', { name: 'Open (1)' });
  });

  it('whose answer is lost is looked for, which is said, and never sent again', async () => {
    const app = await open();
    app.server.on(placeOrder, breakConnection);
    app.server.on(listOrders, neverAnswer);
    await place(app);
    await waitFor(() =>
      expect(app.ticket.getByRole('status').textContent).toMatch(/answer was lost.*not be placed twice/),
    );
    expect(button(app).ariaBusy).toBe('true');
    await app.user.click(button(app));
    expect(app.server.seen(placeOrder)).toHaveLength(1);
  });

  it('that is refused says why and keeps what was typed', async () => {
    const app = await open();
    app.server.on(placeOrder, () => refuse('INSUFFICIENT_BALANCE'));
    await place(app);
    await app.ticket.findByText(/Insufficient balance/);
    expect(field(app, 'Amount').value).toBe('0.01');
  });
});

describe('the orders below', () => {
  it('say how much is filled, and tell when more is', async () => {
    const app = await open({ orders: [waitingOrder({ filledQuantity: decimal('0.1') })] });
    await screen.findByText('Filled 20 %');
    const order = waitingOrder({ filledQuantity: decimal('0.2') });
    act(() => app.realtime.send(rooms.account, { event: 'order', order }));
    await screen.findByText('Filled 40 %');
    await screen.findByText(/^Bought 0\.1.* BTC$/);
  });

  it('are cancelled one by one', async () => {
    const app = await open({ orders: [waitingOrder(), waitingOrder({ id: 8 as never })] });
    app.server.on(cancelOrder, ({ id }) => waitingOrder({ id, status: 'cancelled' }));
    await app.user.click(await screen.findByRole('button', { name: 'Cancel order 8' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel order 8' })).toBeNull());
    expect(app.server.seen(cancelOrder).map(({ request }) => request.id)).toEqual([8]);
    screen.getByRole('button', { name: 'Cancel order 7' });
  });

  it('have a history with what became of them, and fills with their fee', async () => {
    const done = waitingOrder({ status: 'completed', filledQuantity: decimal('0.5'), averagePrice: decimal('19400') });
    const app = await open({ orders: [done] });
    await screen.findByText('No order is waiting.');
    await app.user.click(screen.getByRole('tab', { name: 'History' }));
    const row = (await screen.findByText('Completed')).closest('li');
    expect(row?.textContent).toMatch(/19,500\.00 × 0\.50.*19,400\.00/);
    const [fill] = build(listFills.answer);
    if (fill === undefined) throw new Error('no fill was built');
    app.server.on(listFills, () => [{ ...fill, feeCurrency: 'BTC', fee: decimal('0.0005'), role: 'maker' as const }]);
    act(() => app.realtime.send(rooms.account, { event: 'order', order: done }));
    await app.user.click(screen.getByRole('tab', { name: 'Fills' }));
    await waitFor(() =>
      expect(screen.getByRole('tabpanel').textContent).toMatch(/0\.0005 BTC.*Maker|Maker.*0\.0005 BTC/),
    );
  });
});

describe('a book', () => {
  it('that could not be loaded is said so, and loaded again', async () => {
    const app = await renderApp({
      path: paths.trade({ symbol: 'BTC/USDT' }),
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

  it('of a market that does not exist is not looked for', async () => {
    await renderApp({ path: paths.trade({ symbol: 'NO/NE' }), backend: (server) => serveExchange(server) });
    await screen.findByText('There is no such market. Choose another one above.');
  });
});
