// The order ticket through the real routes and store: texts, reasons of a disabled button, an order in progress.
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { btcMarket, waitingOrder } from '../../../testing/exchange.ts';
import { breakConnection, refuse } from '../../../testing/fakeBackend.ts';
import { settleRequests } from '../../../testing/settleRequests.ts';
import {
  askToSend,
  openSettings,
  openTaking,
  openTicket,
  rowsOf,
  send,
  sendButton,
  ticketField,
  ticketFigure,
  typeInto,
} from '../../../testing/spotTicket.ts';

it('takes the amount in quote, rounds it down to the lot and shows it, and remembers the unit', async () => {
  const app = await openTaking();
  await app.user.click(app.ticket.getByRole('button', { name: 'Amount in BTC. Change to USDT' }));
  expect(app.ticket.queryByRole('textbox', { name: 'Total' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: /^Use price 19,980\.00/ }));
  await typeInto(app, 'Amount', '500');
  app.ticket.getByText('≈ 0.02502 BTC');
  expect(['Available', 'Fee', 'You receive'].map((label) => ticketFigure(app, label))).toEqual([
    '1,000.00 USDT',
    '0.1% · 0.00002502 BTC',
    '0.02499498 BTC',
  ]);
  expect(await send(app)).toMatchObject([{ quantity: '0.02502', price: '19980' }]);
  app.unmount();
  const again = await openTicket();
  again.ticket.getByRole('button', { name: 'Amount in USDT. Change to BTC' });
});

it('shows errors at their fields, and sends nothing', async () => {
  const app = await openTicket();
  await app.user.click(sendButton(app));
  await app.ticket.findByText(/Amount is required/);
  await typeInto(app, 'Amount', '1');
  await app.ticket.findByText(/Insufficient balance/);
  expect(ticketField(app, 'Amount').getAttribute('aria-invalid')).toBe('true');
  await typeInto(app, 'Price', '22000.01');
  await app.ticket.findByText(/far above the market.*22,000/);
  await app.user.click(sendButton(app));
  expect(app.server.seen(placeOrder)).toEqual([]);
});

it('requires a login, and leads back here', async () => {
  const app = await openTicket({ isLoggedIn: false });
  expect(app.ticket.queryByRole('button', { name: 'Buy BTC' })).toBeNull();
  await app.user.click(app.ticket.getByRole('link', { name: 'Log in to trade' }));
  await screen.findByRole('heading', { name: 'Log in' });
  expect(decodeURIComponent(app.location())).toMatch(/backpage=.*trade\/index/);
});

it('is disabled while the market is suspended, but shows its rules', async () => {
  const app = await openTicket({ markets: [btcMarket({ status: 'feed-stalled' })] });
  expect(sendButton(app)).toHaveProperty('disabled', true);
  expect(app.ticket.getByRole('status').textContent).toMatch(/Trading is paused/);
  const settings = await openSettings(app);
  settings.getByRole('heading', { name: 'Trading rules of BTC/USDT' });
  expect(rowsOf(settings)).toEqual([
    'Minimum amount: 0.00001 BTC',
    'Minimum total: 1 USDT',
    'Amount step: 0.00001 BTC',
    'Price step: 0.01 USDT',
    'Highest price to buy: 22,000 USDT',
    'Lowest price to sell: 18,000 USDT',
    'Maker fee: 0.05%',
    'Taker fee: 0.1%',
  ]);
});

it('is disabled while prices are outdated, and immediately while the device is offline', async () => {
  const app = await openTicket();
  act(() => app.realtime.setSilence(5001));
  await waitFor(() => expect(sendButton(app)).toHaveProperty('disabled', true));
  expect(app.ticket.getByRole('status').textContent).toMatch(/Prices are out of date/);
  act(() => app.realtime.setSilence(0));
  await waitFor(() => expect(sendButton(app)).toHaveProperty('disabled', false));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(sendButton(app)).toHaveProperty('disabled', true);
  expect(app.ticket.getByRole('status').textContent).toMatch(/You are offline/);
});

it('sends an order again under its id after a lost answer, with a note, and sends no other one for a tap', async () => {
  const app = await openTicket();
  app.server.on(placeOrder, breakConnection);
  await typeInto(app, 'Price', '19500');
  await typeInto(app, 'Amount', '0.01');
  const { confirm } = await askToSend(app);
  await app.user.dblClick(confirm);
  await waitFor(() =>
    expect(app.ticket.getByRole('status').textContent).toMatch(/Connection lost.*not be placed twice/),
  );
  expect(sendButton(app).ariaBusy).toBe('true');
  await app.user.click(sendButton(app));
  app.server.on(placeOrder, () => waitingOrder());
  await waitFor(() => expect(ticketField(app, 'Amount').value).toBe(''));
  const requests = app.server.seen(placeOrder).map(({ request }) => request);
  expect(new Set(requests.map(({ clientRequestId }) => clientRequestId)).size).toBe(1);
  expect(requests[0]).toMatchObject({ side: 'buy', orderType: 'limit', price: '19500', quantity: '0.01' });
  await screen.findByRole('tab', { name: 'Open (1)' });
});

it('is empty after an order whose outcome the app determined later, unless it holds the next one', async () => {
  const app = await openTicket();
  const place = async (amount: string) => {
    app.server.on(placeOrder, () => refuse('SERVICE_UNAVAILABLE'));
    await typeInto(app, 'Amount', amount);
    const { confirm } = await askToSend(app);
    await app.user.click(confirm);
    await app.ticket.findByText(/briefly unavailable/);
    app.server.on(placeOrder, () => waitingOrder());
  };
  await place('0.01');
  await settleRequests(app);
  await waitFor(() => expect(ticketField(app, 'Amount').value).toBe(''));
  await place('0.02');
  await typeInto(app, 'Amount', '0.03');
  await settleRequests(app);
  await waitFor(() => expect(app.ticket.queryByText(/briefly unavailable/)).toBeNull());
  expect(ticketField(app, 'Amount').value).toBe('0.03');
});

it('keeps the next order, typed before the answer to the last one', async () => {
  const app = await openTicket();
  app.server.on(placeOrder, breakConnection);
  await typeInto(app, 'Amount', '0.01');
  const { confirm } = await askToSend(app);
  await app.user.click(confirm);
  await waitFor(() => expect(sendButton(app).ariaBusy).toBe('true'));
  await typeInto(app, 'Amount', '0.02');
  app.server.on(placeOrder, () => waitingOrder());
  await waitFor(() => expect(sendButton(app).ariaBusy).toBeNull());
  expect(ticketField(app, 'Amount').value).toBe('0.02');
});

it('shows why an order is refused, keeps the input, and drops the error on the other side', async () => {
  const app = await openTicket();
  app.server.on(placeOrder, () => refuse('SERVICE_UNAVAILABLE'));
  await typeInto(app, 'Amount', '0.01');
  const { confirm } = await askToSend(app);
  await app.user.click(confirm);
  await app.ticket.findByText(/briefly unavailable/);
  expect(ticketField(app, 'Amount').value).toBe('0.01');
  await app.user.click(app.ticket.getByRole('radio', { name: 'Sell' }));
  expect(app.ticket.queryByText(/briefly unavailable/)).toBeNull();
});
