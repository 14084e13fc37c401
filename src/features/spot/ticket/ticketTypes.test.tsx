// Order types through the real routes and store: the confirmation, the request, and the way out of a bad market order.
// `ticketSummary.test.ts` and `ticket.test.ts` cover every figure and every refusal.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { cancelOrder } from '@halyard/contract/spot/mutationCalls';
import { decimal } from '@halyard/contract/money';
import { depthData, rooms } from '@halyard/contract/realtime/rooms';
import { build } from '@halyard/contract/testing/build';
import { BOOK, waitingOrder } from '../../../testing/exchange.ts';
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
  slideTo,
  ticketField,
  ticketFigure,
  typeInto,
} from '../../../testing/spotTicket.ts';

const THIN_ASKS: typeof BOOK.asks = [
  [decimal('20010'), decimal('0.01')],
  [decimal('21000'), decimal('1')],
];

describe('a limit order', () => {
  it('that crosses the market shows the book’s prices, and its outcome', async () => {
    const app = await openTaking({ side: 'sell' });
    await typeInto(app, 'Price', '19900');
    await typeInto(app, 'Amount', '0.5');
    // 0.4 at 19,990 and 0.1 at 19,980, less 0.1 %; at the limit it would be 9,940.05.
    const figures = ['Fee', 'You receive'].map((label) => ticketFigure(app, label));
    expect(figures).toEqual(['0.1% · 9.994 USDT', '9,984.006 USDT']);
    const { sheet, confirm } = await askToSend(app);
    sheet.getByText('Fills now, at 19,988.00 on average.');
    expect(rowsOf(sheet)).toEqual(
      expect.arrayContaining([
        'Price: 19,900.00 USDT',
        'Average price: 19,988.00 USDT',
        'Total: 9,994.00 USDT',
        'Maximum fee: 9.994 USDT',
        'You receive: 9,984.006 USDT',
      ]),
    );
    await app.user.dblClick(confirm);
    await screen.findByText('Order placed in the book.', { selector: 'p' });
    expect(sent(app)).toEqual([{ side: 'sell', orderType: 'limit', price: '19900', quantity: '0.5' }]);
    app.server.on(cancelOrder, () => waitingOrder({ status: 'cancelled' }));
    await app.user.click(await screen.findByRole('button', { name: /^Cancel order/ }));
  });

  it('that fills in part shows what its terms do with the rest', async () => {
    const app = await openTaking({ side: 'sell' });
    await typeInto(app, 'Price', '19985');
    await typeInto(app, 'Amount', '0.5');
    for (const [terms, words, received] of [
      ['FOK', /^The book shown cannot fill the whole order/, '—No value'],
      ['GTC', /^0\.4 BTC fill now; the rest stays in the book\.$/, '9,984.5055 USDT'],
      ['IOC', /^0\.4 BTC fill now; the rest is cancelled\.$/, '7,988.004 USDT'],
    ] as const) {
      const settings = await openSettings(app);
      await app.user.click(settings.getByRole('radio', { name: new RegExp(`^${terms}`) }));
      await closeSheet(app);
      await app.ticket.findByText(words);
      expect(ticketFigure(app, 'You receive')).toBe(received);
    }
    expect(await send(app)).toMatchObject([{ orderType: 'limit', quantity: '0.5', timeInForce: 'ioc' }]);
  });

  it('far from the market is confirmed also when confirmations are off', async () => {
    const app = await openTaking();
    const settings = await openSettings(app);
    await app.user.click(settings.getByRole('switch', { name: 'Confirm each order' }));
    await closeSheet(app);
    await typeInto(app, 'Price', '2000');
    await typeInto(app, 'Amount', '0.01');
    const { sheet, confirm } = await askToSend(app);
    sheet.getByText(/^2,000\.00 is about a tenth of the market price of 20,000\.00\. Is a digit missing\?/);
    expect(sheet.queryByRole('checkbox')).toBeNull();
    expect(sent(app)).toEqual([]);
    await app.user.click(confirm);
    await waitFor(() => expect(sent(app)).toMatchObject([{ price: '2000' }]));
    // A price near the market is sent without confirmation.
    await typeInto(app, 'Price', '19000');
    await typeInto(app, 'Amount', '0.01');
    await app.user.click(sendButton(app));
    await waitFor(() => expect(sent(app)).toMatchObject([{ price: '2000' }, { price: '19000' }]));
  });

  it('that is post-only cannot be sent while it would trade immediately, also when the book moves', async () => {
    const app = await openTaking();
    await typeInto(app, 'Amount', '0.01');
    await typeInto(app, 'Price', '20010');
    const settings = await openSettings(app);
    await app.user.click(settings.getByRole('radio', { name: /^FOK/ }));
    await app.user.click(settings.getByRole('switch', { name: /^Post-only/ }));
    expect(settings.getByRole<HTMLInputElement>('radio', { name: /^GTC/ }).checked).toBe(true);
    await closeSheet(app);
    app.ticket.getByRole('button', { name: 'Order settings: Post-only' });
    await app.user.click(sendButton(app));
    await app.ticket.findByText(/would fill immediately/);
    expect(screen.queryByRole('dialog')).toBeNull();
    await typeInto(app, 'Price', '20009.99');
    const { sheet, confirm } = await askToSend(app);
    const move = (price: string) =>
      act(() => {
        const asks: typeof BOOK.asks = [[decimal(price), decimal('1')]];
        app.realtime.sendSnapshot(rooms.depth('BTC/USDT'), build(depthData, { bids: BOOK.bids, asks }));
      });
    move('20008');
    await sheet.findByText(/would fill immediately/);
    expect(sheet.queryByText(/Fills now/)).toBeNull();
    expect(confirm).toHaveProperty('disabled', true);
    move('20010');
    await waitFor(() => expect(confirm).toHaveProperty('disabled', false));
    await app.user.click(confirm);
    await waitFor(() =>
      expect(sent(app)).toEqual([
        { side: 'buy', orderType: 'limit', price: '20009.99', quantity: '0.01', isPostOnly: true },
      ]),
    );
  });
});

it('a stop-limit order shows stop price errors at its field, and its condition', async () => {
  const app = await openTaking({ side: 'sell' });
  await chooseType(app, 'Stop-limit');
  await typeInto(app, 'Amount', '0.1');
  await app.user.click(sendButton(app));
  await app.ticket.findByText(/Stop price is required/);
  await typeInto(app, 'Stop price', '20000');
  await app.ticket.findByText(/already at this stop price/);
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
    {
      side: 'sell',
      orderType: 'stop_limit',
      stopPrice: '19000',
      stopDirection: 'fall',
      price: '18900',
      quantity: '0.1',
    },
  ]);
});

describe('a market order', () => {
  it('shows figures of the levels it would take, and is sent with its cap', async () => {
    const app = await openTaking({ side: 'sell' });
    await chooseType(app, 'Market');
    expect(app.ticket.queryByRole('textbox', { name: 'Price' })).toBeNull();
    await typeInto(app, 'Amount', '0.5');
    // 0.4 at 19,990 and 0.1 at 19,980: 1 USDT less than all at the best price.
    const { sheet } = await askToSend(app);
    expect(rowsOf(sheet)).toEqual([
      'Pair: BTC/USDT',
      'Side: Sell',
      'Order type: Market · IOC',
      'Price: Best price in the book',
      'Average price: 19,988.00 USDT',
      'Slippage: 0.01%',
      'Slippage cap: 1%',
      'Amount: 0.5 BTC',
      'Total: 9,994.00 USDT',
      'Maximum fee: 9.994 USDT',
      'You receive: 9,984.006 USDT',
    ]);
    expect(sheet.getByRole<HTMLInputElement>('checkbox', { name: 'Do not ask again' }).checked).toBe(false);
    await app.user.click(sheet.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(app)).toEqual([]);
    expect(await send(app)).toEqual([{ side: 'sell', orderType: 'market', quantity: '0.5', maxSlippage: '0.01' }]);
  });

  it('shows what its cap leaves unfilled, and becomes a limit order with one tap, for no more money', async () => {
    const app = await openTaking({ book: { ...BOOK, asks: THIN_ASKS } });
    await chooseType(app, 'Market');
    await typeInto(app, 'Amount', '0.02');
    await app.ticket.findByText(
      /^Only 0\.01\d* BTC are available within 1% of the best price\. The rest is not filled\.$/,
    );
    const settings = await openSettings(app);
    expect(settings.queryByRole('radio', { name: /^GTC/ })).toBeNull();
    const caps = within(settings.getByRole('radiogroup', { name: 'Slippage cap' }));
    await app.user.click(caps.getByRole('radio', { name: '5%' }));
    // A typed cap applies when the field loses focus; an invalid one changes nothing.
    const own = settings.getByRole<HTMLInputElement>('textbox', { name: 'Custom' });
    await app.user.type(own, '15');
    settings.getByText(/from 0\.01% to 10%/);
    await app.user.tab();
    expect([own.value, ticketFigure(app, 'Slippage cap')]).toEqual(['', '5%']);
    await closeSheet(app);
    await slideTo(app, 50);
    await app.ticket.findByText(/average price would be 2\.9% from the best price/);
    await app.user.click(app.ticket.getByRole('button', { name: 'Use a limit of 20,210.10' }));
    expect(app.ticket.queryByText(/from the best price/)).toBeNull();
    expect([ticketField(app, 'Price').value, ticketField(app, 'Amount').value]).toEqual(['20,210.1', '0.02474']);
    expect(await send(app)).toMatchObject([{ orderType: 'limit', price: '20210.1', quantity: '0.02474' }]);
  });

  it('has no cap on a legacy server', async () => {
    const app = await openTaking({ book: { ...BOOK, asks: THIN_ASKS }, isLegacy: true });
    await chooseType(app, 'Market');
    await waitFor(() => expect(app.ticket.queryByText('Slippage cap')).toBeNull());
    await typeInto(app, 'Amount', '0.02');
    // All of the 0.02, though half of it is 5 % away.
    expect(ticketField(app, 'Total').value).toBe('410.1');
    expect(app.ticket.queryByText(/^Within/)).toBeNull();
    expect(await send(app)).toEqual([{ side: 'buy', orderType: 'market', quantity: '0.02' }]);
  });
});
