// Price alerts through the real routes and store: set from a chart's bell, checked before sending, refusals explained,
// listed by status, removed, and disabled offline.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AlertId, MarketId } from '@halyard/contract/ids';
import {
  addPriceAlert,
  listPriceAlerts,
  removePriceAlert,
  type PriceAlert,
} from '@halyard/contract/price-alerts/calls';
import { decimal } from '@halyard/contract/money';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { refuse } from '../../testing/fakeBackend.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeCanvas();

const ALERT: PriceAlert = {
  id: 7 as AlertId,
  marketId: 1 as MarketId,
  symbol: 'BTC/USDT',
  kind: 'above',
  value: decimal('25000'),
  minutes: null,
  isRepeating: false,
  status: 'active',
  createdAt: '2026-01-02T03:00:00.000Z',
  firedAt: null,
  firedPrice: null,
};
const FIRED: PriceAlert = {
  ...ALERT,
  id: 6 as AlertId,
  kind: 'fall',
  value: decimal('5'),
  minutes: 60,
  status: 'fired',
  firedAt: '2026-01-02T03:04:00.000Z',
  firedPrice: decimal('18990.5'),
};
const ETH: PriceAlert = { ...ALERT, id: 5 as AlertId, marketId: 2 as MarketId, symbol: 'ETH/USDT', isRepeating: true };

async function open({ path = paths.kline({ symbol: 'BTC/USDT' }), isLoggedIn = true } = {}) {
  let alerts = [ALERT, FIRED, ETH];
  const app = await renderApp({
    path,
    ...(isLoggedIn && { user: TRADER }),
    backend: (server) => {
      serveExchange(server);
      server.on(listPriceAlerts, () => alerts);
      server.on(addPriceAlert, ({ isRepeating = false, minutes = null, ...alertRequest }) => {
        const alert = {
          ...ALERT,
          ...alertRequest,
          id: 8 as AlertId,
          isRepeating,
          minutes,
          value: alertRequest.value ?? decimal('1'),
        };
        alerts = [alert, ...alerts];
        return alert;
      });
      server.on(removePriceAlert, ({ id }) => {
        alerts = alerts.filter((alert) => alert.id !== id);
        return { id };
      });
    },
  });
  return app;
}

async function openSheet(options: Parameters<typeof open>[0] = {}) {
  const app = await open(options);
  await app.user.click(await screen.findByRole('button', { name: 'Price alerts' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Price alerts: BTC/USDT' }));
  return { ...app, sheet };
}

const textsOf = (rows: readonly HTMLElement[]) => rows.map(({ textContent }) => textContent);

describe('the sheet of a market', () => {
  it('sets an alert at a price that is not reached yet, from the live one', async () => {
    const { server, user, sheet } = await openSheet();
    const field = await sheet.findByRole<HTMLInputElement>('textbox', { name: 'Price' });
    expect(field.value).toBe('20,200');
    await user.click(sheet.getByRole('button', { name: '−5%' }));
    expect(field.value).toBe('19,000');
    expect(sheet.getByRole('radio', { name: 'Below' })).toHaveProperty('checked', true);
    await user.click(sheet.getByRole('radio', { name: 'Above' }));
    await user.clear(field);
    await user.type(field, '20000');
    await user.click(sheet.getByRole('button', { name: 'Set alert' }));
    await sheet.findByText('The price is already at 20,000. Choose another price.');
    await user.clear(field);
    await user.type(field, '21000.123');
    await sheet.findByText('2 decimals at most');
    expect(server.seen(addPriceAlert)).toEqual([]);
    await user.clear(field);
    await user.type(field, '21000.5');
    await user.click(sheet.getByRole('switch', { name: 'Repeat' }));
    await user.click(sheet.getByRole('button', { name: 'Set alert' }));
    await sheet.findByText('21,000.50 USDT or above');
    expect(server.seen(addPriceAlert).map(({ request }) => request)).toEqual([
      { marketId: 1, kind: 'above', value: '21000.5', isRepeating: true },
    ]);
  });

  it('sets a percentage alert with a time window, and explains a refusal', async () => {
    const { server, user, sheet } = await openSheet();
    server.on(addPriceAlert, () => refuse('ALERT_CHANGE_REACHED', { percent: '6.1' }));
    await user.click(await sheet.findByRole('radio', { name: 'Falls' }));
    await user.click(sheet.getByRole('radio', { name: '24 h' }));
    const field = sheet.getByRole('textbox', { name: 'Change' });
    await user.clear(field);
    await user.type(field, '6');
    await user.click(sheet.getByRole('button', { name: 'Set alert' }));
    await sheet.findByText(/^The price has already moved 6.1% in this time/);
    expect(server.seen(addPriceAlert).map(({ request }) => request)).toEqual([
      { marketId: 1, kind: 'fall', value: '6', minutes: 1440, isRepeating: false },
    ]);
  });

  it('lists this market’s alerts, and removes one', async () => {
    const { server, user, sheet } = await openSheet();
    await sheet.findByText('25,000.00 USDT or above');
    const reached = within(sheet.getByRole('region', { name: 'Reached' }));
    expect(textsOf(reached.getAllByRole('listitem'))).toEqual([
      expect.stringMatching(/^Down 5% within 1 h.+at 18,990\.50$/),
    ]);
    expect(sheet.queryByText(/ETH/)).toBeNull();
    await user.click(sheet.getByRole('button', { name: 'Delete alert: BTC/USDT, 25,000.00 USDT or above' }));
    await waitFor(() => expect(sheet.queryByText('25,000.00 USDT or above')).toBeNull());
    expect(server.seen(removePriceAlert).map(({ request }) => request)).toEqual([{ id: 7 }]);
  });

  it('is disabled offline, with the reason', async () => {
    const { realtime, sheet } = await openSheet();
    await sheet.findByText('25,000.00 USDT or above');
    act(() => realtime.setState('offline'));
    await sheet.findByRole('alert');
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Set alert' }).disabled).toBe(true);
    expect(
      sheet.getAllByRole<HTMLButtonElement>('button', { name: /^Delete alert/ }).map((one) => one.disabled),
    ).toEqual([true, true]);
    expect(sheet.getByText('25,000.00 USDT or above')).toBeTruthy();
  });

  it('asks to log in when logged out', async () => {
    const { server, sheet } = await openSheet({ isLoggedIn: false });
    await sheet.findByRole('link', { name: 'Log in' });
    expect(server.seen(listPriceAlerts)).toEqual([]);
  });
});

it('the alerts page lists those of all markets, each with a link to its chart', async () => {
  await open({ path: paths.priceAlerts() });
  const link = await screen.findByRole('link', { name: /^ETH\/USDT/ });
  expect(link.getAttribute('href')).toBe(`#${paths.kline({ symbol: 'ETH/USDT' })}`);
  const waiting = within(screen.getByRole('region', { name: 'Active' }));
  // With the market's precision once the markets are loaded.
  await waitFor(() =>
    expect(textsOf(waiting.getAllByRole('link'))).toEqual([
      'BTC/USDT Last price: 20,000.00 25,000.00 USDT or above · Once Distance: +25.00%',
      'ETH/USDT Last price: 1,500.00 25,000.00 USDT or above · Repeats Distance: +1,566.67%',
    ]),
  );
});
