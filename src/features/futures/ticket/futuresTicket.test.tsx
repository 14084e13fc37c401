// The futures ticket through the real routes and store: the shown figures are sent, errors at their fields, and reasons
// of a disabled button.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPosition, getFuturesTerms } from '@halyard/contract/futures/calls';
import { decimal } from '@halyard/contract/money';
import { hashFuturesTerms } from '@halyard/contract/futures/terms';
import { futuresOf, futuresTermsOf, buildFuturesTermsAnswer } from '../../../testing/futures.ts';
import { UNVERIFIED } from '../../../testing/exchange.ts';
import { openFutures, type FuturesApp } from '../../../testing/openFutures.ts';
import { breakConnection, refuse } from '../../../testing/fakeBackend.ts';
import { settleRequests } from '../../../testing/settleRequests.ts';
import { fakeCanvas } from '../../../testing/fakeCanvas.ts';

fakeCanvas();

type Fields = { readonly lots?: string; readonly profit?: string; readonly loss?: string };

async function fillIn({ ticket, user }: FuturesApp, { lots, profit, loss }: Fields): Promise<void> {
  const type = async (name: string, text: string | undefined) => {
    if (text === undefined) return;
    const field = ticket.getByRole('textbox', { name });
    await user.clear(field);
    if (text !== '') await user.type(field, text);
  };
  await type('Lots', lots);
  await type('Take profit', profit);
  await type('Stop loss', loss);
}

const button = ({ ticket }: FuturesApp, name: RegExp = /^Open (long|short)$/) => ticket.getByRole('button', { name });
const confirmation = async () => within(await screen.findByRole('dialog', { name: /Confirm order/ }));
const at20 = { offer: buildFuturesTermsAnswer({ firstLeverage: 20 }) };

async function ask(app: FuturesApp) {
  await app.user.click(button(app));
  return confirmation();
}

describe('the ticket', () => {
  it('starts with the default leverage, isolated, at the market, with both stops', async () => {
    const app = await openFutures();
    app.ticket.getByRole('button', { name: 'Leverage 2' });
    app.ticket.getByRole('button', { name: 'Isolated' });
    expect(app.ticket.getByRole('checkbox')).toHaveProperty('checked', true);
    app.ticket.getByText('One lot is 0.01 BTC');
  });

  it('shows an order’s figures, and sends them with its terms and its worst price', async () => {
    const app = await openFutures(at20);
    app.server.on(openPosition, () => futuresOf());
    await fillIn(app, { lots: '5', profit: '62000', loss: '59000' });
    const sheet = await ask(app);
    for (const figure of ['60,012.00', '60,072.02', '150.03 USDT', '1.5003 USDT', '58,511.70', '87,017.40']) {
      sheet.getAllByText((_, element) => element?.textContent === figure);
    }
    expect(app.server.seen(openPosition)).toEqual([]);
    await app.user.dblClick(sheet.getByRole('button', { name: 'Open long' }));
    await screen.findByText('Opened: Long, 5 lots at 60,012.00.', { selector: 'p' });
    const sent = app.server.seen(openPosition).map(({ request }) => request);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      side: 'long',
      mode: 'isolated',
      kind: 'market',
      leverage: 20,
      takeProfit: '62000',
      stopLoss: '59000',
      worstPrice: '60072.02',
      termsHash: hashFuturesTerms(futuresTermsOf()),
    });
    expect(String(sent[0]?.lots)).toBe('5');
  });

  it('is empty after an order whose outcome the app determined later', async () => {
    const app = await openFutures(at20);
    app.server.on(openPosition, () => refuse('SERVICE_UNAVAILABLE'));
    await fillIn(app, { lots: '5', profit: '62000', loss: '59000' });
    await app.user.click((await ask(app)).getByRole('button', { name: 'Open long' }));
    await app.ticket.findByText(/briefly unavailable/);
    app.server.on(openPosition, () => futuresOf());
    await settleRequests(app);
    await waitFor(() => expect(app.ticket.getByRole<HTMLInputElement>('textbox', { name: 'Lots' }).value).toBe(''));
    expect(screen.queryByText(/^Opened/)).toBeNull();
  });

  it('asks for lots in place, explains stops, and checks those that are set', async () => {
    const app = await openFutures(at20);
    await app.user.click(button(app));
    await waitFor(() =>
      expect(app.ticket.getByRole('textbox', { name: 'Lots' }).getAttribute('aria-invalid')).toBe('true'),
    );
    await fillIn(app, { lots: '5', profit: '59000' });
    await waitFor(() =>
      expect(app.ticket.getByRole('textbox', { name: 'Take profit' }).getAttribute('aria-invalid')).toBe('true'),
    );
    await fillIn(app, { profit: '' });
    await app.user.click(button(app));
    const about = within(await screen.findByRole('dialog', { name: 'Take profit / stop loss' }));
    await app.user.click(about.getByRole('button', { name: 'Set them' }));
    // Beyond the liquidation price of 58,511.70.
    await fillIn(app, { loss: '58000' });
    await waitFor(() =>
      expect(app.ticket.getByRole('textbox', { name: 'Stop loss' }).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(app.server.seen(openPosition)).toEqual([]);
  });

  it('sends one order without both stops when asked to, and asks again before the next', async () => {
    const app = await openFutures(at20);
    app.server.on(openPosition, () => futuresOf());
    await fillIn(app, { lots: '5', loss: '59000' });
    await app.user.click(button(app));
    const about = within(await screen.findByRole('dialog', { name: 'Take profit / stop loss' }));
    await app.user.click(about.getByRole('button', { name: 'Continue without' }));
    await app.user.click((await confirmation()).getByRole('button', { name: 'Open long' }));
    await waitFor(() => expect(app.server.seen(openPosition)).toHaveLength(1));
    const first = app.server.seen(openPosition)[0]?.request;
    expect([first?.takeProfit, first?.stopLoss]).toEqual([undefined, '59000']);
    // That was this order only.
    await fillIn(app, { lots: '5' });
    await app.user.click(button(app));
    await screen.findByRole('dialog', { name: 'Take profit / stop loss' });
  });

  it('takes the size as an amount too, in whole lots', async () => {
    const app = await openFutures(at20);
    await app.user.click(app.ticket.getByRole('button', { name: 'Size in Lots. Change to USDT' }));
    // A lot is worth 600 USDT.
    await app.user.type(app.ticket.getByRole('textbox', { name: 'Position value' }), '1500');
    await app.ticket.findByText(/^2 lots · 0\.02 BTC/);
    await app.user.click(app.ticket.getByRole('button', { name: 'Size in USDT. Change to Lots' }));
    expect(app.ticket.getByRole('textbox', { name: 'Lots' })).toHaveProperty('value', '2');
  });

  it('takes stops in percent of the margin and as amounts, and sends the shown prices', async () => {
    const app = await openFutures(at20);
    app.server.on(openPosition, () => futuresOf());
    await app.user.selectOptions(app.ticket.getByRole('combobox', { name: 'Enter as' }), '%');
    await fillIn(app, { lots: '5', profit: '20', loss: '10' });
    app.ticket.getByText('At 60,612.12');
    app.ticket.getByText('At 59,711.94');
    const sheet = await ask(app);
    await app.user.click(sheet.getByRole('button', { name: 'Open long' }));
    await waitFor(() => expect(app.server.seen(openPosition)).toHaveLength(1));
    expect(app.server.seen(openPosition)[0]?.request).toMatchObject({ takeProfit: '60612.12', stopLoss: '59711.94' });
  });

  it('shows that a limit opens immediately, and sends its price', async () => {
    const app = await openFutures(at20);
    app.server.on(openPosition, () => futuresOf());
    await app.user.click(app.ticket.getByRole('radio', { name: 'Limit' }));
    await app.user.type(app.ticket.getByRole('textbox', { name: 'Price' }), '61000');
    await fillIn(app, { lots: '5', profit: '62000', loss: '59000' });
    await app.ticket.findByText(/the order opens now/);
    const sheet = await ask(app);
    await app.user.click(sheet.getByRole('button', { name: 'Open long' }));
    await waitFor(() => expect(app.server.seen(openPosition)).toHaveLength(1));
    expect(app.server.seen(openPosition)[0]?.request).toMatchObject({ kind: 'limit', targetPrice: '61000' });
  });

  it('fills in shares of the free balance in whole lots, and refuses more', async () => {
    const app = await openFutures(at20);
    await app.user.click(app.ticket.getByRole('button', { name: '50%' }));
    expect(app.ticket.getByRole('textbox', { name: 'Lots' })).toHaveProperty('value', '16');
    await fillIn(app, { lots: '40', profit: '62000', loss: '59000' });
    await waitFor(() =>
      expect(app.ticket.getByRole('textbox', { name: 'Lots' }).getAttribute('aria-invalid')).toBe('true'),
    );
    await app.user.click(button(app));
    expect(screen.queryByRole('dialog', { name: /Confirm order/ })).toBeNull();
  });

  it('shows the limit without verification, fills in no more, and refuses more', async () => {
    const app = await openFutures({ ...at20, exposure: UNVERIFIED });
    await app.ticket.findByText(/^Up to 500 USDT without verification; 320\.5 left\./);
    await app.user.click(app.ticket.getByRole('button', { name: '100%' }));
    // 30.006 USDT of margin a lot.
    expect(app.ticket.getByRole('textbox', { name: 'Lots' })).toHaveProperty('value', '10');
    await fillIn(app, { lots: '11' });
    await app.ticket.findByText(/exceeds the limit without identity verification/);
    expect(app.ticket.getByRole('textbox', { name: 'Lots' }).getAttribute('aria-invalid')).toBe('true');
  });

  it('shows the effect of another leverage on the liquidation price', async () => {
    const app = await openFutures(at20);
    await fillIn(app, { lots: '5' });
    await app.user.click(app.ticket.getByRole('button', { name: 'Leverage 20' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Leverage' }));
    await app.user.click(sheet.getByRole('radio', { name: '5x' }));
    sheet.getByText(
      (_, element) =>
        /^before58,511\.70 → after54,010\.80$/.test(element?.textContent ?? '') && element?.tagName === 'SPAN',
    );
    await app.user.click(sheet.getByRole('button', { name: 'Use 5x' }));
    await app.ticket.findByRole('button', { name: 'Leverage 5' });
  });

  it('leads guests to the login and back, and shows them the terms', async () => {
    const app = await openFutures({ isLoggedIn: false });
    app.ticket.getByText('Liquidation level, of the margin');
    await app.user.click(app.ticket.getByRole('link', { name: 'Log in to trade futures' }));
    await waitFor(() => expect(decodeURIComponent(app.location())).toMatch(/backpage=.*lever\/index/));
  });
});

describe('the button is disabled, with the reason,', () => {
  it('while prices are outdated, and no longer', async () => {
    const app = await openFutures(at20);
    act(() => app.realtime.setSilence(5001));
    await waitFor(() => expect(button(app)).toHaveProperty('disabled', true));
    expect(app.ticket.getByRole('status').textContent).toMatch(/Prices are out of date/);
    act(() => app.realtime.setSilence(0));
    await waitFor(() => expect(button(app)).toHaveProperty('disabled', false));
  });

  it('while the device is offline, immediately, also in the confirmation', async () => {
    const app = await openFutures(at20);
    await fillIn(app, { lots: '5', profit: '62000', loss: '59000' });
    const sheet = await ask(app);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(sheet.getByRole('button', { name: 'Open long' })).toHaveProperty('disabled', true);
    sheet.getByText(/You are offline/);
    expect(app.server.seen(openPosition)).toEqual([]);
  });
});

describe('the first order', () => {
  it('follows three risk questions, of which a wrong answer is explained', async () => {
    const app = await openFutures({ ...at20, knowsRisk: false });
    await fillIn(app, { lots: '5', profit: '62000', loss: '59000' });
    await app.user.click(button(app));
    const sheet = within(await screen.findByRole('dialog', { name: 'Futures risk' }));
    const goOn = sheet.getByRole('button', { name: 'Continue' });
    await app.user.click(sheet.getByRole('radio', { name: 'Half of it' }));
    sheet.getByText(/^All of it\. A stop loss/);
    expect(goOn).toHaveProperty('disabled', true);
    await app.user.click(sheet.getByRole('radio', { name: 'All of it' }));
    await app.user.click(sheet.getByRole('radio', { name: '10% of the price' }));
    await app.user.click(
      sheet.getByRole('radio', { name: 'The position is closed at the first price there or beyond' }),
    );
    await app.user.click(goOn);
    await confirmation();
  });
});

describe('an order', () => {
  it('is sent again under its id after a lost answer', async () => {
    const app = await openFutures(at20);
    let tries = 0;
    app.server.on(openPosition, () => {
      tries += 1;
      return tries === 1 ? breakConnection() : futuresOf();
    });
    await fillIn(app, { lots: '5', profit: '62000', loss: '59000' });
    const sheet = await ask(app);
    await app.user.click(sheet.getByRole('button', { name: 'Open long' }));
    await screen.findByText(/^Opened/, { selector: 'p' });
    const ids = app.server.seen(openPosition).map(({ request }) => request.clientRequestId);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  it('leaves the ticket alone that was changed before its answer', async () => {
    const app = await openFutures(at20);
    app.server.on(openPosition, breakConnection);
    await fillIn(app, { lots: '5', profit: '62000', loss: '59000' });
    const sheet = await ask(app);
    await app.user.click(sheet.getByRole('button', { name: 'Open long' }));
    await app.user.click(sheet.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await fillIn(app, { loss: '58900' });
    app.server.on(openPosition, () => futuresOf());
    await screen.findByText(/^Opened/, { selector: 'p' });
    expect(app.ticket.getByRole('textbox', { name: 'Lots' })).toHaveProperty('value', '5');
  });

  it('on outdated terms is not opened: the new ones are read, shown and sent', async () => {
    const app = await openFutures(at20);
    const other = futuresTermsOf({ version: 2, feeRate: decimal('0.1') });
    app.server.on(openPosition, () => {
      app.server.on(getFuturesTerms, () => buildFuturesTermsAnswer({ terms: other, firstLeverage: 20 }));
      return refuse('TERMS_CHANGED');
    });
    await fillIn(app, { lots: '5', profit: '62000', loss: '59000' });
    const sheet = await ask(app);
    await app.user.click(sheet.getByRole('button', { name: 'Open long' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    app.server.on(openPosition, () => futuresOf({ terms: other }));
    const again = await ask(app);
    await app.user.click(again.getByRole('button', { name: 'Open long' }));
    await waitFor(() => expect(app.server.seen(openPosition)).toHaveLength(2));
    expect(app.server.seen(openPosition)[1]?.request.termsHash).toBe(hashFuturesTerms(other));
  });
});
