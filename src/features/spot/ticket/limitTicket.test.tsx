// Limit orders through the real routes and store: what is sent of them, what they come to at the prices of the book,
// and when their price is asked about.
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { decimal } from '@halyard/contract/money';
import { depthData, rooms } from '@halyard/contract/realtime/rooms';
import { build } from '@halyard/contract/testing/build';
import { BOOK } from '../../../testing/exchange.ts';
import {
  askToSend,
  closeSheet,
  openSettings,
  openTaking,
  rowsOf,
  send,
  sendButton,
  sent,
  ticketFigure,
  typeInto,
} from '../../../testing/spotTicket.ts';

describe('a limit order', () => {
  it('through the market says that it fills at once, and what it comes to at the prices of the book', async () => {
    const app = await openTaking({ side: 'sell' });
    await typeInto(app, 'Price', '19900');
    await typeInto(app, 'Amount', '0.5');
    // 0.4 at 19,990 and 0.1 at 19,980, less 0.1 %; at the limit it would be 9,940.05.
    const told = ['Fee', 'You receive'].map((label) => ticketFigure(app, label));
    expect(told).toEqual(['0.1% · 9.994 USDT', '9,984.006 USDT']);
    await app.ticket.findByText('Fills at once, at 19,988.00 on average.');
    const { sheet, confirm } = await askToSend(app);
    sheet.getByText('Fills at once, at 19,988.00 on average.');
    expect(rowsOf(sheet)).toEqual(
      expect.arrayContaining([
        'Price: 19,900.00 USDT',
        'Average price: 19,988.00 USDT',
        'Total: 9,994.00 USDT',
        'Fee, at most: 9.994 USDT',
        'You receive: 9,984.006 USDT',
      ]),
    );
    await app.user.click(confirm);
    await waitFor(() => expect(sent(app)).toMatchObject([{ price: '19900', quantity: '0.5' }]));
  });

  it.each([
    ['GTC', /^0\.4 BTC fill at once; the rest waits\.$/, '9,984.5055 USDT'],
    ['IOC', /^0\.4 BTC fill at once; the rest is cancelled\.$/, '7,988.004 USDT'],
    ['FOK', /^The book shown does not fill it whole at once/, '—No value'],
  ])('that reaches a part of what it asks for says so (%s)', async (terms, words, received) => {
    const bids: typeof BOOK.bids = [
      [decimal('19990'), decimal('0.4')],
      [decimal('19980'), decimal('2')],
    ];
    const app = await openTaking({ side: 'sell', book: { ...BOOK, bids } });
    await typeInto(app, 'Price', '19985');
    await typeInto(app, 'Amount', '0.5');
    const settings = await openSettings(app);
    await app.user.click(settings.getByRole('radio', { name: new RegExp(`^${terms}`) }));
    await closeSheet(app);
    await app.ticket.findByText(words);
    expect(ticketFigure(app, 'You receive')).toBe(received);
  });

  it.each([
    ['18500', /^18,500\.00 is 7\.5\d*% below the market price of 20,000\.00\./],
    ['2000', /^2,000\.00 is about a tenth of the market price of 20,000\.00: is a digit missing\?/],
  ])(
    'far from the market is asked about though orders are not shown before they are sent: %s',
    async (price, words) => {
      const app = await openTaking();
      const settings = await openSettings(app);
      await app.user.click(settings.getByRole('switch', { name: 'Show each order before it is sent' }));
      await closeSheet(app);
      await typeInto(app, 'Price', price);
      await typeInto(app, 'Amount', '0.01');
      const { sheet, confirm } = await askToSend(app);
      sheet.getByText(words);
      expect(sheet.queryByRole('checkbox')).toBeNull();
      expect(sent(app)).toEqual([]);
      await app.user.click(confirm);
      await waitFor(() => expect(sent(app)).toMatchObject([{ price }]));
      // One near the market is sent at once.
      await typeInto(app, 'Price', '19000');
      await typeInto(app, 'Amount', '0.01');
      await app.user.click(sendButton(app));
      await waitFor(() => expect(sent(app)).toMatchObject([{ price }, { price: '19000' }]));
    },
  );

  it('waits until it is cancelled unless it says otherwise', async () => {
    const app = await openTaking();
    await typeInto(app, 'Price', '19000');
    await typeInto(app, 'Amount', '0.01');
    expect(await send(app)).toEqual([{ side: 'buy', orderType: 'limit', price: '19000', quantity: '0.01' }]);
  });

  it('can be immediate-or-cancel or fill-or-kill', async () => {
    const app = await openTaking();
    await typeInto(app, 'Amount', '0.01');
    const settings = await openSettings(app);
    await app.user.click(settings.getByRole('radio', { name: /^FOK/ }));
    await app.user.click(settings.getByRole('radio', { name: /^IOC/ }));
    await closeSheet(app);
    expect(await send(app)).toEqual([
      { side: 'buy', orderType: 'limit', price: '20000', quantity: '0.01', timeInForce: 'ioc' },
    ]);
  });

  it('can be post-only, which is refused at the price before it is sent when it would trade at once', async () => {
    const app = await openTaking();
    await typeInto(app, 'Amount', '0.01');
    await typeInto(app, 'Price', '20010');
    const settings = await openSettings(app);
    await app.user.click(settings.getByRole('radio', { name: /^FOK/ }));
    await app.user.click(settings.getByRole('switch', { name: /^Post-only/ }));
    expect(settings.getByRole<HTMLInputElement>('radio', { name: /^GTC/ }).checked).toBe(true);
    await closeSheet(app);
    app.ticket.getByRole('button', { name: 'Order settings: Post-only' });
    await app.ticket.findByText(/would trade at once/);
    await app.user.click(sendButton(app));
    expect(screen.queryByRole('dialog')).toBeNull();
    await typeInto(app, 'Price', '20009.99');
    expect(await send(app)).toEqual([
      { side: 'buy', orderType: 'limit', price: '20009.99', quantity: '0.01', isPostOnly: true },
    ]);
  });

  it('that is post-only cannot be sent once the book has moved through it while the sheet is open', async () => {
    const app = await openTaking();
    await typeInto(app, 'Amount', '0.01');
    await typeInto(app, 'Price', '20009');
    const settings = await openSettings(app);
    await app.user.click(settings.getByRole('switch', { name: /^Post-only/ }));
    await closeSheet(app);
    const { sheet, confirm } = await askToSend(app);
    const { bids } = BOOK;
    const move = (price: string) =>
      act(() => {
        const asks: typeof BOOK.asks = [[decimal(price), decimal('1')]];
        app.realtime.sendSnapshot(rooms.depth('BTC/USDT'), build(depthData, { bids, asks }));
      });
    move('20008');
    await sheet.findByText(/would trade at once/);
    expect(sheet.queryByText(/Fills at once/)).toBeNull();
    expect(confirm).toHaveProperty('disabled', true);
    move('20010');
    await waitFor(() => expect(sheet.queryByText(/would trade at once/)).toBeNull());
    expect(confirm).toHaveProperty('disabled', false);
  });
});
