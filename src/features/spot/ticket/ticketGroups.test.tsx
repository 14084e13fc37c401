// Order groups, trailing stops and GTD through the real routes and store: the confirmation and the request of each.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Order } from '@halyard/contract/spot/calls';
import { placeEntry, placeOco, type OrderGroup } from '@halyard/contract/spot/mutationCalls';
import { waitingOrder } from '../../../testing/exchange.ts';
import {
  askToSend,
  chooseType,
  closeSheet,
  openSettings,
  openTaking,
  rowsOf,
  send,
  sendButton,
  sent,
  ticketField,
  typeInto,
  type TicketApp,
} from '../../../testing/spotTicket.ts';

const groupId = 7 as unknown as OrderGroup['groupId'];

/** The requests of a call, without the fields that every placement has. */
const sentTo = (app: TicketApp, call: typeof placeOco | typeof placeEntry) =>
  app.server
    .seen<typeof call>(call)
    .map(({ request: { baseId: _base, quoteId: _quote, feeRate: _fee, clientRequestId: _id, ...rest } }) => rest);

async function confirmAndSee(app: TicketApp) {
  const { sheet, confirm } = await askToSend(app);
  const rows = rowsOf(sheet);
  const notes = sheet.getAllByRole('listitem').map(({ textContent }) => textContent);
  await app.user.click(confirm);
  await waitFor(() => expect(ticketField(app, 'Amount').value).toBe(''));
  return { rows, notes };
}

describe('an OCO', () => {
  const legs = (): Order[] => [
    waitingOrder({ id: 7 as Order['id'], groupId, leg: 'take_profit', side: 'sell' }),
    waitingOrder({ id: 8 as Order['id'], groupId, leg: 'stop_loss', side: 'sell' }),
  ];

  it('shows each fault at its price, both legs and one lock, and is sent once', async () => {
    const app = await openTaking({ side: 'sell' });
    app.server.on(placeOco, () => ({ groupId, orders: legs() }));
    await chooseType(app, 'OCO');
    await typeInto(app, 'Amount', '0.5');
    await app.user.click(sendButton(app));
    await app.ticket.findByText(/^Price is required|^Enter a price/);
    await typeInto(app, 'Take profit', '19000');
    await app.ticket.findByText(/must be above 20,000/);
    await typeInto(app, 'Take profit', '22000');
    await typeInto(app, 'Stop loss', '20500');
    await app.ticket.findByText(/must be below 20,000/);
    await typeInto(app, 'Stop loss', '19000');
    const { rows, notes } = await confirmAndSee(app);
    expect(rows).toEqual(
      expect.arrayContaining([
        'Order type: OCO · GTC',
        'Take profit: Sell · Limit 22,000.00',
        'Stop loss: When the price falls to 19,000.00 · Sell · Market',
        'Stop loss slippage cap: 1%',
        'Held: 0.5 BTC',
      ]),
    );
    expect(notes).toEqual([
      'Your funds are held only once for both orders.',
      'If the take profit fills in part, the stop loss stays for the rest.',
      'If the stop loss triggers, the take profit is cancelled.',
    ]);
    expect(sentTo(app, placeOco)).toEqual([
      { side: 'sell', quantity: '0.5', takeProfitPrice: '22000', stopPrice: '19000', maxSlippage: '0.01' },
    ]);
  });

  it('to buy locks what the stop would cost, with its cap', async () => {
    const app = await openTaking();
    app.server.on(placeOco, () => ({ groupId, orders: legs() }));
    await chooseType(app, 'OCO');
    await typeInto(app, 'Take profit', '19000');
    await typeInto(app, 'Stop loss', '21000');
    await typeInto(app, 'Amount', '0.01');
    const { rows } = await confirmAndSee(app);
    // 0.01 at 21,000 and 1 % more.
    expect(rows).toContain('Held: 212.1 USDT');
  });

  it('is not offered by a legacy server', async () => {
    const app = await openTaking({ isLegacy: true });
    await app.user.click(app.ticket.getByRole('button', { name: /^Order type/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Order type' }));
    await waitFor(() => expect(sheet.getAllByRole('option')).toHaveLength(3));
    expect(app.ticket.queryByRole('button', { name: 'Take profit / stop loss' })).toBeNull();
  });
});

describe('an order with exits', () => {
  it('compares them with its price, and sends the cap of a stop without a limit', async () => {
    const app = await openTaking();
    app.server.on(placeEntry, () => ({ groupId, orders: [waitingOrder({ groupId, leg: 'entry' })] }));
    await typeInto(app, 'Price', '19900');
    await typeInto(app, 'Amount', '0.01');
    await app.user.click(app.ticket.getByRole('button', { name: 'Take profit / stop loss' }));
    await app.ticket.findByRole('textbox', { name: 'Take profit' });
    await typeInto(app, 'Take profit', '19800');
    // The exits sell: above the price of the purchase, though below the last price.
    await app.ticket.findByText(/must be above 19,900/);
    await typeInto(app, 'Take profit', '19950');
    await typeInto(app, 'Stop loss', '19000');
    const { rows, notes } = await confirmAndSee(app);
    expect(rows).toEqual(
      expect.arrayContaining([
        'Take profit: Sell · Limit 19,950.00',
        'Stop loss: When the price falls to 19,000.00 · Sell · Market',
      ]),
    );
    expect(notes).toHaveLength(3);
    expect(sentTo(app, placeEntry)).toEqual([
      {
        side: 'buy',
        orderType: 'limit',
        price: '19900',
        quantity: '0.01',
        takeProfitPrice: '19950',
        stopPrice: '19000',
        stopMaxSlippage: '0.01',
      },
    ]);
  });

  it('is an ordinary order while the exits are empty', async () => {
    const app = await openTaking();
    await typeInto(app, 'Price', '19900');
    await typeInto(app, 'Amount', '0.01');
    await app.user.click(app.ticket.getByRole('button', { name: 'Take profit / stop loss' }));
    expect(await send(app)).toEqual([{ side: 'buy', orderType: 'limit', price: '19900', quantity: '0.01' }]);
  });
});

it('a stop-market order is sent with its stop price and cap', async () => {
  const app = await openTaking({ side: 'sell' });
  await chooseType(app, 'Stop-market');
  await typeInto(app, 'Amount', '0.1');
  await typeInto(app, 'Stop price', '21000');
  await app.ticket.findByText(/^Stop above the market: it triggers when the price rises/);
  await typeInto(app, 'Stop price', '19000');
  expect(app.ticket.queryByText(/triggers when the price rises/)).toBeNull();
  const terms = { stopPrice: '19000', stopDirection: 'fall', maxSlippage: '0.01' };
  expect(await send(app)).toEqual([{ side: 'sell', orderType: 'stop_market', quantity: '0.1', ...terms }]);
});

describe('a trailing stop', () => {
  it('has a distance in percent, and a price from which it follows', async () => {
    const app = await openTaking({ side: 'sell' });
    await chooseType(app, 'Trailing stop');
    await app.ticket.findByRole('textbox', { name: 'Distance' });
    await typeInto(app, 'Amount', '0.1');
    expect(app.ticket.queryByText(/trailing distance/)).toBeNull();
    await typeInto(app, 'Distance', '25');
    await app.ticket.findByText(/trailing distance from 0\.1/);
    await typeInto(app, 'Distance', '2.5');
    await typeInto(app, 'Activation price', '19000');
    await app.ticket.findByText(/already passed this activation price/);
    await typeInto(app, 'Activation price', '21000');
    const { rows, notes } = await confirmAndSee(app);
    expect(rows).toContain('Condition: 2.5% below the highest price, once the price reaches 21,000.00');
    expect(notes).toHaveLength(1);
    expect(sent(app)).toEqual([
      {
        side: 'sell',
        orderType: 'trailing_stop',
        quantity: '0.1',
        trailFraction: '0.025',
        activationPrice: '21000',
        maxSlippage: '0.01',
      },
    ]);
  });

  it('to buy by an amount locks what its trigger would cost now, with the cap', async () => {
    const app = await openTaking();
    await chooseType(app, 'Trailing stop');
    await app.user.click(await app.ticket.findByRole('button', { name: /^Distance in %/ }));
    await typeInto(app, 'Distance', '1000');
    await typeInto(app, 'Amount', '0.01');
    const { rows } = await confirmAndSee(app);
    expect(rows).toContain('Held: 212.1 USDT');
    expect(sent(app)).toMatchObject([{ orderType: 'trailing_stop', trailAmount: '1000' }]);
  });
});

it('a GTD order ends at the chosen time of the device', async () => {
  const app = await openTaking();
  await typeInto(app, 'Price', '19900');
  await typeInto(app, 'Amount', '0.01');
  const settings = await openSettings(app);
  await app.user.click(settings.getByRole('radio', { name: /^GTD/ }));
  const end = settings.getByLabelText('Expires');
  fireEvent.change(end, { target: { value: '2020-01-01T00:00' } });
  await settings.findByText('Choose an expiry within the next 90 days.');
  const inAWeek = new Date(Date.now() + 7 * 86_400_000);
  inAWeek.setUTCSeconds(0, 0);
  const local = new Date(inAWeek.getTime() - inAWeek.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  fireEvent.change(end, { target: { value: local } });
  await closeSheet(app);
  expect(await send(app)).toMatchObject([{ timeInForce: 'gtd', expiresAt: inAWeek.toISOString() }]);
});
