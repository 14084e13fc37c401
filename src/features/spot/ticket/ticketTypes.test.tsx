// Every order type through the real routes and store: what is sent of it, what is shown before it is sent, and the way
// out of a bad market order.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getAppConfig } from '@halyard/contract/calls/settings';
import { cancelOrder, placeOrder } from '@halyard/contract/calls/spot';
import { decimal } from '@halyard/contract/money';
import { BOOK, btcMarket, waitingOrder } from '../../../testing/exchange.ts';
import { refuse } from '../../../testing/fakeBackend.ts';
import {
  askToSend,
  chooseType,
  closeSheet,
  openSettings,
  openTaking,
  openTicket,
  rowsOf,
  send,
  sendButton,
  sent,
  slideTo,
  ticketField,
  ticketFigure,
  typeInto,
  type TicketApp,
} from '../../../testing/spotTicket.ts';

/** Chooses among the settings how far market orders may trade. */
async function chooseCap(app: TicketApp, name: string): Promise<void> {
  const settings = await openSettings(app);
  const caps = within(settings.getByRole('radiogroup', { name: 'Slippage cap' }));
  await app.user.click(caps.getByRole('radio', { name }));
  await closeSheet(app);
}

describe('a stop-limit order', () => {
  it('says at its field what is wrong with the stop price, and when it comes into the book', async () => {
    const app = await openTaking({ side: 'sell' });
    await chooseType(app, 'Stop-limit');
    await typeInto(app, 'Amount', '0.1');
    await app.user.click(sendButton(app));
    await app.ticket.findByText(/Stop price is required/);
    await typeInto(app, 'Stop price', '20000');
    await app.ticket.findByText(/stands at this stop price already/);
    await typeInto(app, 'Stop price', '19000');
    await typeInto(app, 'Price', '17000');
    // Judged by the stop price: 10 % below 19,000.
    await app.ticket.findByText(/far below the market.*17,100/);
    await typeInto(app, 'Price', '18900');
    const { sheet, confirm } = await askToSend(app);
    expect(rowsOf(sheet)).toContain('Condition: When the price falls to 19,000.00');
    await app.user.click(confirm);
    await waitFor(() => expect(ticketField(app, 'Amount').value).toBe(''));
    expect(sent(app)).toEqual([
      { side: 'sell', orderType: 'stop_limit', stopPrice: '19000', price: '18900', quantity: '0.1' },
    ]);
  });
});

describe('a market order', () => {
  it('is reckoned by the levels that it would take', async () => {
    const app = await openTaking({ side: 'sell' });
    await chooseType(app, 'Market');
    expect(app.ticket.queryByRole('textbox', { name: 'Price' })).toBeNull();
    await typeInto(app, 'Amount', '0.5');
    // 0.4 at 19,990 and 0.1 at 19,980: 1 USDT less than all at the best price.
    expect(ticketField(app, 'Total').value).toBe('9,994');
    expect(['Average price', 'Slippage', 'Slippage cap', 'Fee'].map((label) => ticketFigure(app, label))).toEqual([
      '19,988.00',
      '0.01%',
      '1%',
      '0.1% · 9.994 USDT',
    ]);
    expect(await send(app)).toEqual([{ side: 'sell', orderType: 'market', quantity: '0.5', maxSlippage: '0.01' }]);
  });

  it('can be for a total', async () => {
    const app = await openTaking();
    await chooseType(app, 'Market');
    await typeInto(app, 'Total', '100');
    expect(await send(app)).toMatchObject([{ side: 'buy', orderType: 'market', quantity: '0.00499' }]);
  });

  it('can be fill-or-kill, and never waits', async () => {
    const app = await openTaking();
    await chooseType(app, 'Market');
    await typeInto(app, 'Amount', '0.01');
    const settings = await openSettings(app);
    expect(settings.queryByRole('radio', { name: /^GTC/ })).toBeNull();
    expect(settings.queryByRole('switch', { name: /^Post-only/ })).toBeNull();
    await app.user.click(settings.getByRole('radio', { name: /^FOK/ }));
    await closeSheet(app);
    expect(await send(app)).toMatchObject([{ orderType: 'market', quantity: '0.01', timeInForce: 'fok' }]);
  });

  const THIN_ASKS: typeof BOOK.asks = [
    [decimal('20010'), decimal('0.01')],
    [decimal('21000'), decimal('1')],
  ];

  it('that would trade over 1 % from the best price becomes a limit order with one tap, for no more money', async () => {
    const app = await openTaking({ book: { ...BOOK, asks: THIN_ASKS } });
    await chooseType(app, 'Market');
    await chooseCap(app, '5%');
    await slideTo(app, 50);
    await app.ticket.findByText(/average price would be 2\.9% from the best price/);
    await app.user.click(app.ticket.getByRole('button', { name: 'Use a limit of 20,210.10' }));
    expect(app.ticket.queryByText(/from the best price/)).toBeNull();
    expect([ticketField(app, 'Price').value, ticketField(app, 'Amount').value]).toEqual(['20,210.1', '0.02474']);
    expect(await send(app)).toMatchObject([{ orderType: 'limit', price: '20210.1', quantity: '0.02474' }]);
  });

  it('says what its cap leaves unfilled, and takes another one, or none', async () => {
    const app = await openTaking({ book: { ...BOOK, asks: THIN_ASKS } });
    await chooseType(app, 'Market');
    await typeInto(app, 'Amount', '0.02');
    await app.ticket.findByText(/^Within 1% of the best price there are 0\.01\d* BTC\. The rest is not filled\.$/);
    const { sheet } = await askToSend(app);
    expect(rowsOf(sheet)).toContain('Slippage cap: 1%');
    sheet.getByText(/^Within 1% of the best price/);
    await app.user.click(sheet.getByRole('button', { name: 'Cancel' }));
    await chooseCap(app, 'No limit');
    expect(ticketFigure(app, 'Slippage cap')).toBe('No limit');
    expect(await send(app)).toEqual([{ side: 'buy', orderType: 'market', quantity: '0.02' }]);
    const settings = await openSettings(app);
    const own = settings.getByRole('textbox', { name: 'Another cap' });
    await app.user.type(own, '25');
    settings.getByText(/from 0\.01% to 10%/);
    await app.user.clear(own);
    await app.user.type(own, '0.75');
    await closeSheet(app);
    await typeInto(app, 'Amount', '0.01');
    expect((await send(app)).at(-1)).toMatchObject({ quantity: '0.01', maxSlippage: '0.0075' });
  });

  it('that is filled whole or not at all promises no part of it, in the ticket and in the sheet', async () => {
    const app = await openTaking({ book: { ...BOOK, asks: THIN_ASKS } });
    await chooseType(app, 'Market');
    await typeInto(app, 'Amount', '0.02');
    const settings = await openSettings(app);
    await app.user.click(settings.getByRole('radio', { name: /^FOK/ }));
    await closeSheet(app);
    await app.ticket.findByText(/does not fill it whole at once, so nothing may be traded/);
    expect(app.ticket.queryByText(/The rest/)).toBeNull();
    expect(ticketField(app, 'Total').value).toBe('');
    const told = ['Fee', 'You receive'].map((label) => ticketFigure(app, label));
    expect(told).toEqual(['0.1% · —No value', '—No value']);
    const { sheet } = await askToSend(app);
    sheet.getByText(/does not fill it whole at once/);
    expect(rowsOf(sheet)).toEqual(
      expect.arrayContaining(['Total: —No value', 'Fee, at most: —No value', 'You receive: —No value']),
    );
  });

  it('has no cap on a server that knows of none', async () => {
    const app = await openTaking({ book: { ...BOOK, asks: THIN_ASKS } });
    app.server.on(getAppConfig, () => refuse('CALL_NOT_FOUND'));
    await chooseType(app, 'Market');
    await waitFor(() => expect(app.ticket.queryByText('Slippage cap')).toBeNull());
    await typeInto(app, 'Amount', '0.02');
    // All of the 0.02, though half of it is 5 % away.
    expect(ticketField(app, 'Total').value).toBe('410.1');
    expect(app.ticket.queryByText(/^Within/)).toBeNull();
    const settings = await openSettings(app);
    expect(settings.queryByRole('radiogroup', { name: 'Slippage cap' })).toBeNull();
    await closeSheet(app);
    const { sheet, confirm } = await askToSend(app);
    expect(sheet.queryByText('Slippage cap')).toBeNull();
    await app.user.click(confirm);
    await waitFor(() => expect(sent(app)).toEqual([{ side: 'buy', orderType: 'market', quantity: '0.02' }]));
  });

  it('keeps its cap until the field of another one is left, and where that is none', async () => {
    const app = await openTaking();
    await chooseType(app, 'Market');
    await chooseCap(app, '5%');
    const settings = await openSettings(app);
    const own = settings.getByRole<HTMLInputElement>('textbox', { name: 'Another cap' });
    await app.user.type(own, '1');
    expect(ticketFigure(app, 'Slippage cap')).toBe('5%');
    await app.user.type(own, '5');
    settings.getByText(/from 0\.01% to 10%/);
    await app.user.tab();
    expect([own.value, ticketFigure(app, 'Slippage cap')]).toEqual(['', '5%']);
    await app.user.type(own, '1.5{Enter}');
    expect(ticketFigure(app, 'Slippage cap')).toBe('1.5%');
    await app.user.clear(own);
    await app.user.tab();
    expect([own.value, ticketFigure(app, 'Slippage cap')]).toEqual(['1.5', '1.5%']);
  });

  it('that the book shown does not cover says so', async () => {
    const app = await openTaking({ side: 'sell', book: { ...BOOK, bids: [[decimal('19990'), decimal('0.2')]] } });
    await chooseType(app, 'Market');
    await typeInto(app, 'Amount', '0.5');
    await app.ticket.findByText(/covers 0\.2/);
    app.ticket.getByRole('button', { name: 'Use a limit of 19,790.10' });
  });
});

describe('what became of an order at once', () => {
  it.each([
    ['The order waits in the book.', {}],
    ['The order waits for its stop price.', { orderType: 'stop_limit' }],
    ['Filled 0.2 of 0.5 BTC; the rest waits.', { filledQuantity: decimal('0.2') }],
    ['Filled 0.2 of 0.5 BTC; the rest was cancelled.', { filledQuantity: decimal('0.2'), status: 'cancelled' }],
    [
      'Filled 0.2 of 0.5 BTC; the rest was cancelled at your slippage cap of 0.5%.',
      {
        filledQuantity: decimal('0.2'),
        status: 'cancelled',
        cancelReason: 'slippage',
        orderType: 'market',
        maxSlippage: decimal('0.005'),
      },
    ],
    ['Nothing could be filled, so the order was cancelled.', { status: 'cancelled' }],
    [
      'Filled 0.5 BTC at 19,500.25 on average.',
      { filledQuantity: decimal('0.5'), status: 'completed', averagePrice: decimal('19500.25') },
    ],
  ] as const)('is told under the button until another one is filled in: %s', async (text, answer) => {
    const app = await openTicket();
    app.server.on(placeOrder, () => waitingOrder(answer));
    await typeInto(app, 'Amount', '0.01');
    await send(app);
    await waitFor(() => expect(app.ticket.getByRole('status').textContent).toBe(text));
    await typeInto(app, 'Amount', '0.02');
    expect(app.ticket.getByRole('status').textContent).toBe('');
  });

  it('and is told no more once that is over', async () => {
    const app = await openTaking();
    app.server.on(cancelOrder, () => waitingOrder({ status: 'cancelled' }));
    await typeInto(app, 'Amount', '0.01');
    await send(app);
    await app.ticket.findByText('The order waits in the book.');
    await app.user.click(await screen.findByRole('button', { name: /^Cancel order/ }));
    await waitFor(() => expect(app.ticket.queryByText('The order waits in the book.')).toBeNull());
  });
});

describe('the sheet before an order is sent', () => {
  it('shows what will happen in figures, and sends nothing when it is left', async () => {
    const app = await openTaking();
    await chooseType(app, 'Market');
    await typeInto(app, 'Amount', '0.04');
    const { sheet } = await askToSend(app);
    expect(rowsOf(sheet)).toEqual([
      'Pair: BTC/USDT',
      'Side: Buy',
      'Order type: Market · IOC',
      'Price: Best price in the book',
      'Average price: 20,010.00 USDT',
      'Slippage: 0%',
      'Slippage cap: 1%',
      'Amount: 0.04 BTC',
      'Total: 800.40 USDT',
      'Fee, at most: 0.00004 BTC',
      'You receive: 0.03996 BTC',
    ]);
    expect(sheet.getByRole<HTMLInputElement>('checkbox', { name: 'Do not ask again' }).checked).toBe(false);
    await app.user.click(sheet.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(app)).toEqual([]);
    expect(ticketField(app, 'Amount').value).toBe('0.04');
  });

  it('can be turned off, and on again among the settings', async () => {
    const app = await openTaking();
    await typeInto(app, 'Amount', '0.01');
    const { sheet, confirm } = await askToSend(app);
    await app.user.click(sheet.getByRole('checkbox', { name: 'Do not ask again' }));
    await app.user.click(confirm);
    await waitFor(() => expect(ticketField(app, 'Amount').value).toBe(''));
    await typeInto(app, 'Amount', '0.02');
    await app.user.click(sendButton(app));
    await waitFor(() => expect(sent(app).map(({ quantity }) => quantity)).toEqual(['0.01', '0.02']));
    const settings = await openSettings(app);
    await app.user.click(settings.getByRole('switch', { name: 'Show each order before it is sent' }));
    await closeSheet(app);
    await typeInto(app, 'Amount', '0.03');
    await askToSend(app);
    expect(sent(app)).toHaveLength(2);
  });
});

it('the rules of the market are told with its terms', async () => {
  const app = await openTicket({ markets: [btcMarket()] });
  const settings = await openSettings(app);
  settings.getByRole('heading', { name: 'Trading rules of BTC/USDT' });
  expect(rowsOf(settings)).toEqual([
    'Smallest amount: 0.00001 BTC',
    'Smallest total: 1 USDT',
    'Amount step: 0.00001 BTC',
    'Price step: 0.01 USDT',
    'Highest price to buy: 22,000 USDT',
    'Lowest price to sell: 18,000 USDT',
    'Maker fee: 0.05%',
    'Taker fee: 0.1%',
  ]);
});
