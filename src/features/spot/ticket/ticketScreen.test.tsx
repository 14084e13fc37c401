// The order ticket through the real routes and store: what it says, when it is off and why, an order on its way.
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { placeOrder } from '@halyard/contract/calls/spot';
import { decimal } from '@halyard/contract/money';
import { btcMarket, waitingOrder } from '../../../testing/exchange.ts';
import { breakConnection, refuse } from '../../../testing/fakeBackend.ts';
import {
  askToSend,
  openTaking,
  openTicket,
  send,
  sendButton,
  slideTo,
  ticketField,
  ticketFigure,
  typeInto,
  type TicketApp,
} from '../../../testing/spotTicket.ts';

describe('the ticket', () => {
  it('says what a limit order comes to, with the fee in what is bought', async () => {
    const app = await openTicket();
    await typeInto(app, 'Price', '19000');
    await typeInto(app, 'Amount', '0.01');
    expect(ticketField(app, 'Total').value).toBe('190');
    expect(['Available', 'Fee', 'You receive'].map((label) => ticketFigure(app, label))).toEqual([
      '1,000.00 USDT',
      '0.1% · 0.00001 BTC',
      '0.00999 BTC',
    ]);
  });

  it('lets the amount follow a total that is typed, and a new price', async () => {
    const app = await openTicket();
    await typeInto(app, 'Total', '500');
    expect(ticketField(app, 'Amount').value).toBe('0.025');
    await typeInto(app, 'Price', '19000');
    expect([ticketField(app, 'Amount').value, ticketField(app, 'Total').value]).toEqual(['0.02631', '500']);
  });

  it('takes the amount in quote, rounds the quantity down to the lot and says it, and remembers the unit', async () => {
    const app = await openTaking();
    await app.user.click(app.ticket.getByRole('button', { name: 'Amount in BTC. Change to USDT' }));
    expect(app.ticket.queryByRole('textbox', { name: 'Total' })).toBeNull();
    await typeInto(app, 'Price', '19000');
    await typeInto(app, 'Amount', '500');
    app.ticket.getByText('≈ 0.02631 BTC');
    expect(await send(app)).toMatchObject([{ quantity: '0.02631', price: '19000' }]);
    app.unmount();
    const again = await openTicket();
    again.ticket.getByRole('button', { name: 'Amount in USDT. Change to BTC' });
  });

  it('fills in a share of what is available, never more, and tells the share of what is typed', async () => {
    const app = await openTicket();
    await typeInto(app, 'Price', '21000');
    await slideTo(app, 100);
    expect(ticketField(app, 'Amount').value).toBe('0.04761');
    await typeInto(app, 'Amount', '0.02');
    expect(app.ticket.getByRole('slider').getAttribute('aria-valuetext')).toBe('42%');
    await app.user.click(app.ticket.getByRole('radio', { name: 'Sell' }));
    await slideTo(app, 25);
    expect(ticketField(app, 'Amount').value).toBe('0.125');
    await slideTo(app, 0);
    expect(ticketField(app, 'Amount').value).toBe('');
  });

  it('takes the price of a level that is tapped', async () => {
    const app = await openTicket();
    await app.user.click(screen.getByRole('button', { name: /^Use price 19,980\.00/ }));
    expect(ticketField(app, 'Price').value).toBe('19,980');
  });

  it('says at the field what is wrong, and sends nothing', async () => {
    const app = await openTicket();
    await app.user.click(sendButton(app));
    await app.ticket.findByText(/Amount is required/);
    await typeInto(app, 'Amount', '1');
    await app.ticket.findByText(/Insufficient balance/);
    expect(ticketField(app, 'Amount').getAttribute('aria-invalid')).toBe('true');
    await typeInto(app, 'Amount', '0.01');
    await typeInto(app, 'Price', '19000.123');
    await app.ticket.findByText(/too many decimals/);
    await typeInto(app, 'Price', '22000.01');
    await app.ticket.findByText(/far above the market.*22,000/);
    await app.user.click(sendButton(app));
    expect(app.server.seen(placeOrder)).toEqual([]);
  });

  it('says of another side nothing that was wrong, or refused, at the one before', async () => {
    const app = await openTicket();
    await app.user.click(sendButton(app));
    await app.ticket.findByText(/is required/);
    await app.user.click(app.ticket.getByRole('radio', { name: 'Sell' }));
    expect(app.ticket.queryByText(/is required/)).toBeNull();
    app.server.on(placeOrder, () => refuse('SERVICE_UNAVAILABLE'));
    await typeInto(app, 'Amount', '0.01');
    const { confirm } = await askToSend(app);
    await app.user.click(confirm);
    await app.ticket.findByText(/briefly unavailable/);
    await app.user.click(app.ticket.getByRole('radio', { name: 'Buy' }));
    expect(app.ticket.queryByText(/briefly unavailable/)).toBeNull();
  });

  it('asks who is not logged in to, and leads back here', async () => {
    const app = await openTicket({ isLoggedIn: false });
    expect(app.ticket.queryByRole('button', { name: 'Buy BTC' })).toBeNull();
    await app.user.click(app.ticket.getByRole('link', { name: 'Log in to trade' }));
    await screen.findByRole('heading', { name: 'Log in' });
    expect(decodeURIComponent(app.location())).toMatch(/backpage=.*trade\/index/);
  });
});

describe('the button is off, and says why,', () => {
  it.each(['feed-ended', 'feed-stalled'] as const)('while the market is suspended (%s)', async (status) => {
    const app = await openTicket({ markets: [btcMarket({ status })] });
    expect(sendButton(app)).toHaveProperty('disabled', true);
    expect(app.ticket.getByRole('status').textContent).toMatch(/takes no orders/);
  });

  it('while prices are out of date, and no longer', async () => {
    const app = await openTicket();
    act(() => app.realtime.setSilence(5001));
    await waitFor(() => expect(sendButton(app)).toHaveProperty('disabled', true));
    expect(app.ticket.getByRole('status').textContent).toMatch(/prices are out of date/);
    act(() => app.realtime.setSilence(0));
    await waitFor(() => expect(sendButton(app)).toHaveProperty('disabled', false));
  });

  it('while the device is offline, at once', async () => {
    const app = await openTicket();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(sendButton(app)).toHaveProperty('disabled', true);
    expect(app.ticket.getByRole('status').textContent).toMatch(/You are offline/);
  });
});

describe('an order', () => {
  async function place(app: TicketApp) {
    await typeInto(app, 'Price', '19500');
    await typeInto(app, 'Amount', '0.01');
    const { confirm } = await askToSend(app);
    await app.user.dblClick(confirm);
  }

  it('is sent once, exactly, and empties the amount when it is placed', async () => {
    const app = await openTicket();
    app.server.on(placeOrder, () => waitingOrder({ quantity: decimal('0.01') }));
    await place(app);
    await waitFor(() => expect(ticketField(app, 'Amount').value).toBe(''));
    expect(app.server.seen(placeOrder).map(({ request }) => request)).toEqual([
      expect.objectContaining({ side: 'buy', orderType: 'limit', price: '19500', quantity: '0.01' }),
    ]);
    await screen.findByRole('tab', { name: 'Open (1)' });
  });

  it('whose answer is lost is asked for again under its id, which is said, and a tap sends no other one', async () => {
    const app = await openTicket();
    app.server.on(placeOrder, breakConnection);
    await place(app);
    await waitFor(() =>
      expect(app.ticket.getByRole('status').textContent).toMatch(/answer was lost.*not be placed twice/),
    );
    expect(sendButton(app).ariaBusy).toBe('true');
    await app.user.click(sendButton(app));
    app.server.on(placeOrder, () => waitingOrder({ quantity: decimal('0.01') }));
    await waitFor(() => expect(ticketField(app, 'Amount').value).toBe(''));
    expect(new Set(app.server.seen(placeOrder).map(({ request }) => request.clientRequestId)).size).toBe(1);
  });

  it('that is refused says why and keeps what was typed', async () => {
    const app = await openTicket();
    app.server.on(placeOrder, () => refuse('INSUFFICIENT_BALANCE'));
    await place(app);
    await app.ticket.findByText(/Insufficient balance/);
    expect(ticketField(app, 'Amount').value).toBe('0.01');
  });
});
