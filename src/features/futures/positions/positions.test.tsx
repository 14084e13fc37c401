// Positions through the real routes and store: worth at the last price, the preview of each change, and the lists
// afterwards.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  addMargin,
  cancelPosition,
  closePosition,
  closePositions,
  reversePosition,
  setStops,
} from '@halyard/contract/futures/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { hashFuturesTerms } from '@halyard/contract/futures/terms';
import { decimal, ZERO } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { closedFuturesOf, futuresOf, futuresTermsOf } from '../../../testing/futures.ts';
import { UNVERIFIED } from '../../../testing/exchange.ts';
import { openFutures, type FuturesApp } from '../../../testing/openFutures.ts';
import { fakeCanvas } from '../../../testing/fakeCanvas.ts';

fakeCanvas();

async function openPositions(options: Parameters<typeof openFutures>[0]) {
  const app = await openFutures(options);
  const list = within(await screen.findByRole('list', { name: 'Positions' }));
  await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
  return { ...app, list };
}

function tell(app: FuturesApp, position: FuturesPosition): void {
  act(() => app.realtime.send(rooms.account, { event: 'position', position }));
}

const shows = (scope: Pick<typeof screen, 'getAllByText'>, text: string) =>
  scope.getAllByText((_, element) => element?.textContent === text);

async function change(app: Awaited<ReturnType<typeof openPositions>>, name: string, title: RegExp) {
  await app.user.click(app.list.getByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: title }));
}

/** Closing was requested while prices were outdated. */
const CLOSING = futuresOf({ closingFrom: '2026-01-02T03:04:15.000Z' });

describe('a position', () => {
  it('is valued at the last price, not by the list', async () => {
    const { list } = await openPositions({
      open: [futuresOf({ profit: decimal('77'), liquidationPrice: decimal('1') })],
    });
    list.getByText('-0.60', { exact: false });
    shows(list, '58,511.70');
    expect(list.getByRole('meter').getAttribute('aria-valuenow')).toBe('99.6');
    list.getByText('Liquidation at 50%');
  });

  it('without a liquidation price shows none', async () => {
    const { list } = await openPositions({ open: [futuresOf({ leverage: 2, margin: decimal('9000') })] });
    expect(list.getAllByText('none').length).toBeGreaterThan(0);
  });

  it('closed by the exchange disappears, and a new one appears', async () => {
    const app = await openPositions({ open: [futuresOf()] });
    tell(app, futuresOf({ id: 12 as FuturesPosition['id'], side: 'short', entryPrice: decimal('59988') }));
    await waitFor(() => expect(app.list.getAllByRole('article')).toHaveLength(2));
    tell(app, closedFuturesOf());
    await waitFor(() => expect(app.list.getAllByRole('article')).toHaveLength(1));
    app.list.getByText('Short');
  });

  it('cannot be changed while prices are outdated, but closed by the next one', async () => {
    const app = await openPositions({ open: [futuresOf()] });
    act(() => app.realtime.setSilence(5001));
    for (const name of ['TP/SL', 'Margin', 'Reverse']) {
      await waitFor(() => expect(app.list.getByRole('button', { name })).toHaveProperty('disabled', true));
    }
    app.list.getByText(/Prices are out of date/);
    app.server.on(closePosition, () => CLOSING);
    const sheet = await change(app, 'Close', /^Close BTC/);
    sheet.getByText(/^Prices are paused/);
    await app.user.click(sheet.getByRole('button', { name: 'Close 5 lots' }));
    await waitFor(() => expect(app.server.seen(closePosition)).toHaveLength(1));
  });

  it('that the next price closes shows so, and cannot be closed again', async () => {
    const { list } = await openPositions({ open: [CLOSING] });
    expect(list.getByRole('status').textContent).toBe('Closing at the next price');
    for (const [name, isOff] of [
      ['Close', true],
      ['TP/SL', false],
      ['Reverse', true],
    ] as const) {
      expect(list.getByRole('button', { name })).toHaveProperty('disabled', isOff);
    }
  });
});

describe('closing', () => {
  it('a part shows the proceeds and the rest, and sends its lots', async () => {
    const app = await openPositions({ open: [futuresOf({ margin: decimal('149.1225') })] });
    app.server.on(closePosition, () => closedFuturesOf({ id: 13 as FuturesPosition['id'], lots: 2 }));
    const sheet = await change(app, 'Close', /^Close BTC/);
    await app.user.click(sheet.getByRole('button', { name: '50%' }));
    sheet.getByRole('button', { name: 'Close 2 lots' });
    shows(sheet, '59.409 USDT');
    shows(sheet, '89.4735 USDT');
    sheet.getByText(
      (_, element) => element?.tagName === 'SPAN' && element.textContent === 'before58,529.85 → after58,529.85',
    );
    await app.user.click(sheet.getByRole('button', { name: 'Close 2 lots' }));
    await waitFor(() => expect(app.server.seen(closePosition)).toHaveLength(1));
    expect(app.server.seen(closePosition)[0]?.request).toMatchObject({ id: 9, lots: '2' });
  });

  it('all lots sends no number, and refuses more than there are', async () => {
    const open = [futuresOf()];
    const app = await openPositions({ open });
    app.server.on(closePosition, () => {
      open.pop();
      return closedFuturesOf();
    });
    const sheet = await change(app, 'Close', /^Close BTC/);
    const field = sheet.getByRole('textbox', { name: 'Lots to close, of 5' });
    await app.user.clear(field);
    await app.user.type(field, '6');
    expect(sheet.getByRole('button', { name: 'Close BTC/USDT' })).toHaveProperty('disabled', true);
    await app.user.click(sheet.getByRole('button', { name: '100%' }));
    await app.user.click(sheet.getByRole('button', { name: 'Close 5 lots' }));
    await waitFor(() => expect(app.server.seen(closePosition)).toHaveLength(1));
    expect(app.server.seen(closePosition)[0]?.request.lots).toBeUndefined();
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  });

  it('all positions asks first, and shows which failed', async () => {
    const app = await openPositions({ open: [futuresOf(), futuresOf({ id: 8 as FuturesPosition['id'] })] });
    app.server.on(closePositions, () => ({
      closed: [9 as FuturesPosition['id']],
      failed: [{ id: 8 as FuturesPosition['id'], code: 'PRICE_STALE' }],
    }));
    await app.user.click(screen.getByRole('button', { name: 'Close all' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Close all positions' }));
    await app.user.click(sheet.getByRole('button', { name: 'Close 2 positions' }));
    await screen.findByText('Closed: 1. Not closed: 1. Try those again.');
    expect(app.server.seen(closePositions)[0]?.request.side).toBeUndefined();
  });

  it('all positions of one side leaves the others open', async () => {
    const app = await openPositions({
      open: [futuresOf(), futuresOf({ id: 8 as FuturesPosition['id'], side: 'short' })],
    });
    app.server.on(closePositions, () => ({ closed: [8 as FuturesPosition['id']], failed: [] }));
    await app.user.click(screen.getByRole('button', { name: 'Close all' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Close all positions' }));
    await app.user.click(sheet.getByRole('radio', { name: 'Short' }));
    expect(sheet.queryByText(/Long #/)).toBeNull();
    await app.user.click(sheet.getByRole('button', { name: 'Close 1 position' }));
    await waitFor(() => expect(app.server.seen(closePositions)[0]?.request.side).toBe('short'));
  });
});

it('shows for all positions that the next price closes them', async () => {
  const app = await openPositions({ open: [futuresOf()] });
  app.server.on(closePositions, () => ({ closed: [], closing: [9 as FuturesPosition['id']], failed: [] }));
  act(() => app.realtime.setSilence(5001));
  await app.user.click(screen.getByRole('button', { name: 'Close all' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Close all positions' }));
  await app.user.click(sheet.getByRole('button', { name: 'Close 1 position' }));
  await screen.findByText('Closing at the next price: 1 position');
});

describe('changing', () => {
  it('margin shows the limit without verification, and refuses more', async () => {
    const app = await openPositions({ open: [futuresOf()], exposure: UNVERIFIED });
    const sheet = await change(app, 'Margin', /^Add margin/);
    await sheet.findByText(/^Up to 500 USDT without verification; 320\.5 left\./);
    await app.user.type(sheet.getByRole('textbox', { name: 'Amount to add' }), '320.6');
    await sheet.findByText(/exceeds the limit without identity verification/);
    expect(sheet.getByRole('button', { name: 'Add margin' })).toHaveProperty('disabled', true);
  });

  it('margin shows the liquidation price before and after', async () => {
    const app = await openPositions({ open: [futuresOf()] });
    app.server.on(addMargin, () => futuresOf({ margin: decimal('200.03'), addedMargin: decimal('50') }));
    const sheet = await change(app, 'Margin', /^Add margin/);
    await app.user.type(sheet.getByRole('textbox', { name: 'Amount to add' }), '50');
    sheet.getByText(
      (_, element) => element?.tagName === 'SPAN' && element.textContent === 'before58,511.70 → after57,511.70',
    );
    await app.user.click(sheet.getByRole('button', { name: 'Add margin' }));
    await waitFor(() => expect(app.server.seen(addMargin)).toHaveLength(1));
    expect(app.server.seen(addMargin)[0]?.request).toMatchObject({ id: 9, amount: '50' });
    await waitFor(() => shows(app.list, '57,511.70'));
  });

  it('stops refuses the wrong side, and clears an emptied one', async () => {
    const app = await openPositions({
      open: [futuresOf({ takeProfit: decimal('62000'), stopLoss: decimal('59000') })],
    });
    app.server.on(setStops, () => futuresOf({ takeProfit: ZERO, stopLoss: decimal('59500') }));
    const sheet = await change(app, 'TP/SL', /^TP\/SL for/);
    await app.user.clear(sheet.getByRole('textbox', { name: 'Take profit' }));
    const loss = sheet.getByRole('textbox', { name: 'Stop loss' });
    await app.user.clear(loss);
    await app.user.type(loss, '61000');
    expect(sheet.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await app.user.clear(loss);
    await app.user.type(loss, '59500');
    await app.user.click(sheet.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(app.server.seen(setStops)).toHaveLength(1));
    const { request } = app.server.seen(setStops)[0] ?? {};
    expect(request).toMatchObject({ id: 9, stopLoss: '59500' });
    expect(request?.takeProfit).toBeUndefined();
  });

  it('stops starts from the present ones at each opening, and sends nothing while one cannot be read', async () => {
    const app = await openPositions({ open: [futuresOf({ stopLoss: decimal('59000') })] });
    const first = await change(app, 'TP/SL', /^TP\/SL for/);
    await app.user.clear(first.getByRole('textbox', { name: 'Stop loss' }));
    await app.user.type(first.getByRole('textbox', { name: 'Stop loss' }), '59,500');
    await app.user.click(first.getByRole('button', { name: 'Save' }));
    await app.user.click(first.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    tell(app, futuresOf({ stopLoss: decimal('58800') }));
    await waitFor(() => shows(app.list, '58,800.00'));
    const second = await change(app, 'TP/SL', /^TP\/SL for/);
    expect(second.getByRole('textbox', { name: 'Stop loss' })).toHaveProperty('value', '58,800');
    expect(app.server.seen(setStops)).toEqual([]);
  });

  it('sides shows the opposite position first, and sends its worst price and the current terms', async () => {
    const position = futuresOf({ terms: futuresTermsOf({ feeRate: decimal('0.04') }) });
    const app = await openPositions({ open: [position] });
    app.server.on(reversePosition, () =>
      futuresOf({ id: 20 as FuturesPosition['id'], side: 'short', entryPrice: decimal('59988') }),
    );
    const sheet = await change(app, 'Reverse', /^Reverse BTC/);
    sheet.getByText(
      (_, element) => element?.tagName === 'SPAN' && element.textContent === 'before58,511.70 → after61,487.70',
    );
    await app.user.click(sheet.getByRole('button', { name: 'Reverse to Short' }));
    await waitFor(() => expect(app.server.seen(reversePosition)).toHaveLength(1));
    expect(app.server.seen(reversePosition)[0]?.request).toMatchObject({
      id: 9,
      worstPrice: '59928.01',
      termsHash: hashFuturesTerms(futuresTermsOf()),
    });
  });
});

describe('a waiting order', () => {
  it('shows the amount held for it, and can be cancelled', async () => {
    const order = futuresOf({ status: 'pending', entryPrice: decimal('59000'), openedAt: null, openTick: null });
    const pending = [order];
    const app = await openFutures({ pending });
    app.server.on(cancelPosition, () => {
      pending.pop();
      return futuresOf({ ...order, status: 'cancelled' });
    });
    await app.user.click(await screen.findByRole('tab', { name: 'Orders (1)' }));
    const list = within(await screen.findByRole('list', { name: 'Orders' }));
    shows(list, '59,000.00');
    await app.user.click(list.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('No open orders.');
  });
});

it('checks the stops of a waiting cross order against the liquidation price of the account', async () => {
  const order = futuresOf({
    status: 'pending',
    mode: 'cross',
    entryPrice: decimal('59000'),
    liquidationPrice: decimal('50000'),
    openedAt: null,
    openTick: null,
  });
  const app = await openFutures({ pending: [order] });
  await app.user.click(await screen.findByRole('tab', { name: 'Orders (1)' }));
  await app.user.click(screen.getByRole('button', { name: 'TP/SL' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'TP/SL for BTC/USDT' }));
  // Below the liquidation price of the order alone.
  await app.user.type(sheet.getByRole('textbox', { name: 'Stop loss' }), '55000');
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false));
});

describe('the history', () => {
  async function openHistory(over: FuturesPosition, row: RegExp) {
    const app = await openFutures({ over: [over] });
    await app.user.click(await screen.findByRole('tab', { name: 'History' }));
    await app.user.click(await screen.findByRole('button', { name: row }));
    return within(await screen.findByRole('dialog', { name: 'Position 9' }));
  }

  it('shows how each position ended and its result after fees, and opens its details', async () => {
    const sheet = await openHistory(
      closedFuturesOf({ closeReason: 'stop_profit', overnightTotal: decimal('0.8997') }),
      /Long.*BTC\/USDT.*\+47\.00.*60,012\.00 → 61,000\.00.*PnL \+49\.40, fees [−-]2\.40.*Take profit/,
    );
    sheet.getByText('The price reached your take profit.');
    const result = within(sheet.getByRole('region', { name: 'PnL after fees' }));
    shows(result, '+47.00 USDT');
    for (const part of ['+49.40 USDT', '-1.5003 USDT', '-0.8997 USDT']) shows(result, part);
    sheet.getByRole('button', { name: 'Share as a picture' });
  });

  it('counts no loss beyond the margin, which others paid', async () => {
    const loss = { realizedProfit: decimal('-200'), returned: ZERO, shortfall: decimal('49.97') };
    await openHistory(closedFuturesOf({ closeReason: 'liquidation', ...loss }), /[−-]151\.53/);
  });
});

it('the page is dark, and the user’s theme returns behind it', async () => {
  localStorage.setItem('preferences', JSON.stringify({ theme: 'light', byOwner: {} }));
  const app = await openFutures();
  expect(document.documentElement.dataset['theme']).toBe('dark');
  await app.user.click(screen.getByRole('link', { name: 'Futures history' }));
  await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('light'));
});
