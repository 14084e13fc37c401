// The user's orders below the ticket, through the real routes and store: texts, fills, cancellation, and details.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listFills, listOrders, type Fill, type Order } from '@halyard/contract/spot/calls';
import { cancelAllOrders, cancelOrder } from '@halyard/contract/spot/mutationCalls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { build } from '@halyard/contract/testing/build';
import { waitingOrder as orderOf } from '../../../testing/exchange.ts';
import { breakConnection, neverAnswer, refuse } from '../../../testing/fakeBackend.ts';
import { openTicket as open, type TicketApp } from '../../../testing/spotTicket.ts';

const waitingOrder = (more: Partial<Order> = {}) =>
  orderOf({ timeInForce: 'gtc', isPostOnly: false, stopPrice: null, triggeredAt: null, replacesId: null, ...more });
const completed = (more: Partial<Order> = {}) =>
  waitingOrder({ status: 'completed', filledQuantity: decimal('0.5'), averagePrice: decimal('19400'), ...more });
const id = (number: number) => number as Order['id'];

const send = ({ realtime }: TicketApp, order: Order) =>
  act(() => realtime.send(rooms.account, { event: 'order', order }));
const ownPanel = () => screen.getByRole('tabpanel', { name: /^(Open|History|Fills)/ });
const panel = () => within(ownPanel());
// By selector: computing roles of dozens of rows takes long.
const rows = () => ownPanel().querySelectorAll('li');
const tab = (name: RegExp | string) => screen.getByRole('tab', { name });

describe('open orders', () => {
  it('show the filled part, live', async () => {
    const app = await open({ orders: [waitingOrder({ filledQuantity: decimal('0.1') })] });
    await screen.findByText('0.1 of 0.5 BTC · 20%');
    send(app, waitingOrder({ filledQuantity: decimal('0.2') }));
    await screen.findByText('0.2 of 0.5 BTC · 40%');
    expect(panel().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  });

  it('have one growing notice per order', async () => {
    const app = await open({ orders: [waitingOrder()] });
    await screen.findByRole('tab', { name: 'Open (1)' });
    send(app, waitingOrder({ filledQuantity: decimal('0.1') }));
    await screen.findByText('Bought 0.1 of 0.5 BTC', { selector: 'p' });
    send(app, waitingOrder({ filledQuantity: decimal('0.3') }));
    await screen.findByText('Bought 0.3 of 0.5 BTC', { selector: 'p' });
    expect(screen.queryByText('Bought 0.1 of 0.5 BTC', { selector: 'p' })).toBeNull();
    send(app, completed());
    await screen.findByText('Bought 0.5 BTC', { selector: 'p' });
    expect(screen.queryByText(/^Bought .* of/, { selector: 'p' })).toBeNull();
    await screen.findByText('No open orders.');
  });

  it('show their terms, a stop’s condition and direction, and when it was triggered', async () => {
    const stop = { orderType: 'stop_limit', stopPrice: decimal('29000'), referencePrice: decimal('20000') } as const;
    const app = await open({
      orders: [
        waitingOrder({ id: id(9), ...stop }),
        waitingOrder({ id: id(8), ...stop, stopPrice: decimal('18000') }),
        waitingOrder({ isPostOnly: true }),
      ],
    });
    await panel().findByText('When the price rises to 29,000.00');
    panel().getByText('When the price falls to 18,000.00');
    expect(panel().getAllByText('Stop-limit')).toHaveLength(2);
    panel().getByText('Post-only');
    send(app, waitingOrder({ id: id(9), ...stop, triggeredAt: '2026-01-02T03:04:05.678Z' }));
    await panel().findByText(/^Triggered at 29,000\.00, .*2 Jan|^Triggered at 29,000\.00, Jan 2/);
  });

  it('are of this pair, or of all pairs', async () => {
    const other = waitingOrder({ id: id(9), baseId: 3 as Order['baseId'], symbol: 'ETH/USDT' });
    const app = await open();
    app.server.on(listOrders, ({ baseId }) =>
      [other, waitingOrder()].filter((row) => !baseId || row.baseId === baseId),
    );
    act(() => app.realtime.sendSnapshot(rooms.account, null));
    await screen.findByRole('tab', { name: 'Open (1)' });
    await app.user.click(panel().getByRole('radio', { name: 'All pairs' }));
    await screen.findByRole('tab', { name: 'Open (2)' });
    expect(panel().getAllByRole('listitem')[0]?.textContent).toContain('ETH/USDT');
  });

  it('are read-only offline', async () => {
    await open({ orders: [waitingOrder()] });
    const cancel = await screen.findByRole('button', { name: 'Cancel order 7' });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(cancel).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Change order 7' })).toHaveProperty('disabled', true);
    panel().getByText(/^You are offline\. Reconnect to change/);
    panel().getByText('0 of 0.5 BTC · 0%');
  });

  it('show a failed load, and load again', async () => {
    const app = await open();
    app.server.on(listOrders, () => refuse('SERVICE_UNAVAILABLE'));
    await app.user.click(panel().getByRole('radio', { name: 'All pairs' }));
    await panel().findByRole('alert');
    app.server.on(listOrders, () => [waitingOrder()]);
    await app.user.click(panel().getByRole('button', { name: 'Try again' }));
    await panel().findByRole('button', { name: 'Cancel order 7' });
  });

  it('show a skeleton while loading', async () => {
    const app = await open();
    app.server.on(listOrders, neverAnswer);
    await app.user.click(panel().getByRole('radio', { name: 'All pairs' }));
    panel().getByText('Loading');
    screen.getByRole('tab', { name: 'Open' });
  });

  it('are absent while logged out', async () => {
    const app = await open({ isLoggedIn: false });
    panel().getByText('Log in to see your orders.');
    expect(panel().queryByRole('radio')).toBeNull();
    await app.user.click(panel().getByRole('link', { name: 'Log in to trade' }));
    await screen.findByRole('heading', { name: 'Log in' });
  });
});

describe('cancelling', () => {
  it('works one by one, and a lost answer is shown in the row', async () => {
    const app = await open({ orders: [waitingOrder({ id: id(8) }), waitingOrder()] });
    app.server.on(cancelOrder, breakConnection);
    await app.user.click(await screen.findByRole('button', { name: 'Cancel order 8' }));
    await panel().findByText(/^Connection lost/);
    app.server.on(cancelOrder, (request) => waitingOrder({ id: request.id, status: 'cancelled' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel order 8' })).toBeNull());
    await screen.findByText('BTC/USDT: order cancelled', { selector: 'p' });
    expect(new Set(app.server.seen(cancelOrder).map(({ request }) => request.id))).toEqual(new Set([8]));
    screen.getByRole('button', { name: 'Cancel order 7' });
  });

  it('that comes too late reads the list again, and the order is in the history', async () => {
    const app = await open({ orders: [waitingOrder()] });
    const cancel = await screen.findByRole('button', { name: 'Cancel order 7' });
    app.server.on(cancelOrder, () => refuse('ORDER_NOT_OPEN'));
    app.server.on(listOrders, ({ status }) => (status === 'waiting' ? [] : [completed()]));
    await app.user.click(cancel);
    await screen.findByText(/no longer open/, { selector: 'p' });
    await screen.findByText('No open orders.');
    await app.user.click(tab('History'));
    await panel().findByText('Completed');
  });

  it('all orders asks first, with their number, and shows how many were cancelled', async () => {
    const sold = waitingOrder({ id: id(9), side: 'sell' });
    const app = await open({ orders: [sold, waitingOrder({ id: id(8) }), waitingOrder()] });
    await app.user.click(await screen.findByRole('button', { name: 'Cancel all' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Cancel all these orders?' }));
    expect(sheet.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['BTC/USDT', '2', '1']);
    expect(app.server.seen(cancelAllOrders)).toEqual([]);
    app.server.on(cancelAllOrders, () => ({ cancelled: 2 }));
    app.server.on(listOrders, () => []);
    await app.user.click(sheet.getByRole('button', { name: 'Cancel 3 orders' }));
    await screen.findByText('2 orders cancelled', { selector: 'p' });
    await screen.findByText('No open orders.');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cancel all these orders?' })).toBeNull());
    expect(app.server.seen(cancelAllOrders).map(({ request }) => request)).toEqual([
      { baseId: 2, quoteId: 1, clientRequestId: expect.any(String) as string },
    ]);
  });

  it('all pairs names no pair, and stays open after a refusal', async () => {
    const app = await open({ orders: [waitingOrder()] });
    app.server.on(cancelAllOrders, () => refuse('SERVICE_UNAVAILABLE'));
    await screen.findByRole('tab', { name: 'Open (1)' });
    await app.user.click(panel().getByRole('radio', { name: 'All pairs' }));
    await app.user.click(await screen.findByRole('button', { name: 'Cancel all' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Cancel all these orders?' }));
    await app.user.click(sheet.getByRole('button', { name: 'Cancel 1 order' }));
    await screen.findByText(/briefly unavailable/, { selector: 'p' });
    expect(app.server.seen(cancelAllOrders)[0]?.request).not.toHaveProperty('baseId');
    sheet.getByRole('button', { name: 'Keep them' });
  });
});

describe('finished orders', () => {
  it('have a history with their outcome, and executions with their fee', async () => {
    const app = await open({ orders: [completed()] });
    await screen.findByText('No open orders.');
    await app.user.click(tab('History'));
    const row = (await panel().findByText('Completed')).closest('li');
    expect(row?.textContent).toMatch(/19,500\.00 × 0\.5.*19,400\.00.*Total 9,700\.00 USDT/);
    app.server.on(listFills, () => [fillOf({ quantity: decimal('0.5'), fee: decimal('0.0005') })]);
    send(app, completed());
    await app.user.click(tab('Fills'));
    await waitFor(() =>
      expect(panel().getByRole('listitem').textContent).toMatch(/Maker.*19,400\.00.*Total 9,700\.00 USDT.*0\.0005 BTC/),
    );
  });

  it('load in order, and older rows on demand', async () => {
    const stored = Array.from({ length: 25 }, (_, index) => completed({ id: id(60 - index) }));
    const app = await open();
    app.server.on(listOrders, ({ after, status }) =>
      status === 'waiting' ? [] : stored.filter((row) => after === undefined || row.id < after).slice(0, 20),
    );
    act(() => app.realtime.sendSnapshot(rooms.account, null));
    await app.user.click(tab('History'));
    await waitFor(() => expect(rows()).toHaveLength(20));
    await app.user.click(panel().getByRole('button', { name: 'Show older' }));
    await waitFor(() => expect(rows()).toHaveLength(25));
    expect(panel().queryByRole('button', { name: 'Show older' })).toBeNull();
    expect(app.server.seen(listOrders).at(-1)?.request).toMatchObject({ after: 41, isOver: true, baseId: 2 });
  });
});

describe('the details of an order', () => {
  async function openDetails(app: TicketApp, order: Order) {
    await app.user.click(await screen.findByRole('button', { name: new RegExp(`^(Buy|Sell).*${order.symbol}`) }));
    return within(await screen.findByRole('dialog', { name: /^Order \d+$/ }));
  }
  const fact = (sheet: Awaited<ReturnType<typeof openDetails>>, label: string) =>
    sheet.queryByText(label, { selector: 'dt' })?.nextElementSibling?.textContent;

  it('show its figures and executions, live', async () => {
    const order = waitingOrder({
      filledQuantity: decimal('0.1'),
      averagePrice: decimal('19450'),
      fee: decimal('0.0001'),
    });
    const app = await open({ orders: [order] });
    app.server.on(listFills, ({ orderId }) => (orderId === 7 ? [fillOf({ quantity: decimal('0.1') })] : []));
    const sheet = await openDetails(app, order);
    expect(
      ['Type', 'Price', 'Amount', 'Average price', 'Total', 'Fee', 'Received', 'Filled'].map((label) =>
        fact(sheet, label)?.trim(),
      ),
    ).toEqual([
      'Limit · GTC',
      '19,500.00 USDT',
      '0.5 BTC',
      '19,450.00 USDT',
      '1,945.00 USDT',
      expect.stringMatching(/^0\.0001/) as string,
      expect.stringMatching(/^0\.0999/) as string,
      '0.1 of 0.5 BTC · 20%',
    ]);
    expect((await sheet.findByRole('listitem')).textContent).toMatch(/19,400\.00 × 0\.1 BTC/);
    send(app, completed());
    await sheet.findByText('Completed');
    expect(fact(sheet, 'Filled')).toBe('0.5 of 0.5 BTC · 100%');
    expect(sheet.queryByRole('button', { name: 'Cancel order' })).toBeNull();
  });

  it('can cancel it', async () => {
    const app = await open({ orders: [waitingOrder()] });
    app.server.on(cancelOrder, () => waitingOrder({ status: 'cancelled', cancelReason: 'user' }));
    const sheet = await openDetails(app, waitingOrder());
    await app.user.click(sheet.getByRole('button', { name: 'Cancel order' }));
    await sheet.findByText('You cancelled this order.');
    sheet.getByText('Cancelled');
  });

  it('show why it was cancelled', async () => {
    const order = waitingOrder({ status: 'cancelled', cancelReason: 'slippage' });
    const app = await open({ orders: [order] });
    await app.user.click(tab('History'));
    const sheet = await openDetails(app, order);
    sheet.getByText(/beyond your slippage cap/);
  });

  it('open by the link of a message, once', async () => {
    const stop = completed({
      orderType: 'stop_market',
      stopPrice: decimal('19000'),
      triggeredAt: '2026-01-02T03:04:05.000Z',
    });
    const app = await open({ orders: [stop], order: '7' });
    const sheet = within(await screen.findByRole('dialog', { name: 'Order 7' }));
    sheet.getByText(/^Triggered at 19,000\.00/);
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.location()).not.toContain('order');
  });

  it('link from an order to its replacement, and back', async () => {
    const old = waitingOrder({ status: 'cancelled', cancelReason: 'replaced', side: 'sell' });
    const app = await open({ orders: [waitingOrder({ id: id(12), replacesId: id(7) }), old] });
    await app.user.click(tab('History'));
    const sheet = await openDetails(app, old);
    sheet.getByText(/a new one replaces it/);
    await app.user.click(sheet.getByRole('button', { name: 'Order 12' }));
    await sheet.findByText('Waiting');
    await app.user.click(sheet.getByRole('button', { name: 'Order 7' }));
    await sheet.findByText('Cancelled');
  });

  it('show when the executions cannot be read', async () => {
    const app = await open({ orders: [waitingOrder({ filledQuantity: decimal('0.1') })] });
    app.server.on(listFills, breakConnection);
    const sheet = await openDetails(app, waitingOrder());
    await sheet.findByRole('alert');
    app.server.on(listFills, () => [fillOf()]);
    await app.user.click(sheet.getByRole('button', { name: 'Try again' }));
    await sheet.findByRole('listitem');
  });
});

function fillOf(more: Partial<Fill> = {}): Fill {
  const [fill] = build(listFills.answer);
  if (fill === undefined) throw new Error('no fill was built');
  const { baseId, quoteId, symbol } = waitingOrder();
  const price = decimal('19400');
  return { ...fill, baseId, quoteId, symbol, orderId: id(7), price, feeCurrency: 'BTC', role: 'maker', ...more };
}
