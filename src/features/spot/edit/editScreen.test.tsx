// Changing an open order through the real sheet, store and base query: the request, inline errors, and a lost answer.
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { listOrders, type Order } from '@halyard/contract/spot/calls';
import { replaceOrder } from '@halyard/contract/spot/mutationCalls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { useMarket } from '../../../domain/markets/useMarkets.ts';
import { useListOrdersQuery } from '../../../domain/spot/ordersApi.ts';
import { serveExchange, TRADER, waitingOrder } from '../../../testing/exchange.ts';
import { breakConnection, refuse } from '../../../testing/fakeBackend.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { EditOrderSheet } from './EditOrderSheet.tsx';

/** A test page: the open orders, each with its edit button. */
function Orders() {
  const { market } = useMarket('BTC/USDT');
  const { data: orders } = useListOrdersQuery({});
  const [edited, setEdited] = useState<Order['id']>();
  const current = orders?.find(({ id }) => id === edited);
  const waiting = orders?.filter(({ status }) => status === 'waiting');
  return (
    <main>
      {waiting?.map(({ id, price }) => (
        <button key={id} type="button" onClick={() => setEdited(id)}>
          {`Change ${id} at ${price}`}
        </button>
      ))}
      {market && <EditOrderSheet order={current} market={market} onOpenChange={() => setEdited(undefined)} />}
    </main>
  );
}

/** 0.5 BTC at 19,500, of which 0.2 are filled; 4,000 USDT are free. */
const order = waitingOrder({ filledQuantity: decimal('0.2') });
const changed = waitingOrder({
  id: 8 as Order['id'],
  price: decimal('19400'),
  quantity: decimal('0.25'),
  replacesId: order.id,
});

async function open(of: Order = order) {
  const app = await renderApp({
    path: '/pages/trade/index',
    user: TRADER,
    pages: { trade: { load: () => Promise.resolve(Orders), namespaces: ['spot'] } },
    backend: (server) => serveExchange(server, { orders: [of] }),
  });
  await app.user.click(await screen.findByRole('button', { name: `Change ${of.id} at ${of.price}` }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Change order' }));
  await waitFor(() => expect(figure(sheet, 'Available')).not.toBe('—No value'));
  await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
  return { ...app, sheet };
}

type App = Awaited<ReturnType<typeof open>>;

const figure = (sheet: App['sheet'], label: string) =>
  sheet.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
const field = ({ sheet }: App, name: string) => sheet.getByRole<HTMLInputElement>('textbox', { name });
const save = (app: App) => app.user.click(app.sheet.getByRole('button', { name: 'Change order' }));

async function type(app: App, name: string, text: string) {
  await app.user.clear(field(app, name));
  await app.user.type(field(app, name), text);
}

describe('the edit sheet', () => {
  it('shows the rest and its figures, sends the change once, and the list has the new order', async () => {
    const app = await open();
    app.server.on(replaceOrder, () => changed);
    expect([field(app, 'Price').value, field(app, 'Remaining amount').value]).toEqual(['19,500', '0.3']);
    await type(app, 'Price', '19400');
    await type(app, 'Remaining amount', '0.25');
    expect(['Filled so far', 'Available', 'Total', 'Maximum fee'].map((label) => figure(app.sheet, label))).toEqual([
      '0.2 / 0.5 BTC',
      '6,850.00 USDT',
      '4,850.00 USDT',
      '0.00025 BTC',
    ]);
    app.server.on(listOrders, () => [changed]);
    await app.user.dblClick(app.sheet.getByRole('button', { name: 'Change order' }));
    await screen.findByText('Order changed.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.server.seen(replaceOrder).map(({ request }) => request)).toEqual([
      {
        id: 7,
        price: '19400',
        quantity: '0.25',
        expectedFilled: '0.2',
        feeRate: '0.001',
        clientRequestId: expect.any(String),
      },
    ]);
    await screen.findByRole('button', { name: 'Change 8 at 19400' });
    expect(screen.queryByRole('button', { name: /^Change 7/ })).toBeNull();
  });

  it('shows errors at their fields and sends nothing', async () => {
    const app = await open();
    await type(app, 'Price', '23000');
    await app.sheet.findByText(/far above the market/);
    await type(app, 'Price', '19000');
    await type(app, 'Remaining amount', '0.4');
    await app.sheet.findByText(/Insufficient balance/);
    await save(app);
    expect(app.server.seen(replaceOrder)).toEqual([]);
  });

  it('changes the stop price of an order that waits for it', async () => {
    const stop = waitingOrder({ orderType: 'stop_limit', stopPrice: decimal('21000'), price: decimal('21100') });
    const app = await open(waitingOrder({ ...stop, quantity: decimal('0.01') }));
    app.server.on(replaceOrder, () => changed);
    await type(app, 'Stop price', '20500');
    await save(app);
    await screen.findByText('Order changed.');
    expect(app.server.seen(replaceOrder)[0]?.request).toMatchObject({ stopPrice: '20500', price: '21100' });
  });

  it('follows the order while it fills, and restarts from the rest after a smaller typed amount', async () => {
    const app = await open();
    await type(app, 'Remaining amount', '0.25');
    const further = waitingOrder({ filledQuantity: decimal('0.4') });
    act(() => app.realtime.send(rooms.account, { event: 'order', order: further }));
    await app.sheet.findByText(/filled further in the meantime/);
    expect(field(app, 'Remaining amount').value).toBe('0.1');
    act(() => app.realtime.send(rooms.account, { event: 'order', order: { ...further, status: 'completed' } }));
    await app.sheet.findByText(/no longer open/);
    expect(app.sheet.getByRole('button', { name: 'Change order' })).toHaveProperty('disabled', true);
  });

  it('reads the order again when the exchange knows more, and stays open with the reason', async () => {
    const app = await open();
    app.server.on(replaceOrder, () => refuse('ORDER_CHANGED'));
    app.server.on(listOrders, () => [waitingOrder({ filledQuantity: decimal('0.3') })]);
    await type(app, 'Price', '19400');
    await save(app);
    await app.sheet.findByText(/filled further in the meantime/);
    await waitFor(() => expect(figure(app.sheet, 'Filled so far')).toBe('0.3 / 0.5 BTC'));
    expect(field(app, 'Remaining amount').value).toBe('0.2');
    expect(field(app, 'Price').value).toBe('19,400');
  });

  it('sends again under the same id after a lost answer, with a note', async () => {
    const app = await open();
    app.server.on(replaceOrder, breakConnection);
    await type(app, 'Price', '19400');
    await save(app);
    await app.sheet.findByText(/Connection lost.*not be changed twice/);
    app.server.on(replaceOrder, () => changed);
    await screen.findByText('Order changed.');
    const ids = app.server.seen(replaceOrder).map(({ request }) => request.clientRequestId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('sends nothing when nothing was changed', async () => {
    const app = await open();
    await save(app);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.server.seen(replaceOrder)).toEqual([]);
  });
});
