// A break from trading through the real routes and store: nothing begins before the end was confirmed, a break can only
// be lengthened, and a ticket shows it, a freeze and a refusal by country before anything is typed.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getTradingBreak, startTradingBreak, type PurchaseBlocks } from '@halyard/contract/limits/breakCalls';
import { DAY_MS } from '@halyard/contract/time';
import { formatsOf } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { serveOptions } from '../../testing/options.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeCanvas();

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

async function open(path: string, until: string | null, blocks: Partial<PurchaseBlocks> = {}) {
  let current: PurchaseBlocks = { until, isFrozen: false, productsOff: [], ...blocks };
  return renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      serveOptions(server, {});
      server.on(getTradingBreak, () => current);
      server.on(startTradingBreak, ({ days }) => (current = { ...current, until: inDays(days) }));
    },
  });
}

it('begins only after a confirmation that names its end', async () => {
  const { server, user } = await open(paths.tradingBreak(), null);
  await user.click(await screen.findByRole('radio', { name: '7 days' }));
  await user.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Begin this break?' }));
  const { moment } = formatsOf('en');
  const ends = [0, 1].map((minutes) => moment(Date.now() + 7 * DAY_MS + minutes * 60_000, 'dateMinute'));
  expect(ends).toContain(dialog.getByText('Ends').nextSibling?.textContent);
  dialog.getByText(/Neither you nor we can end it early/);
  expect(server.seen(startTradingBreak)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Begin break' }));
  await screen.findByText(/^You are on a break until/);
  expect(server.seen(startTradingBreak).map(({ request }) => request)).toMatchObject([{ days: 7 }]);
});

it('offers only longer breaks during one', async () => {
  await open(paths.tradingBreak(), inDays(60));
  await screen.findByText(/^You are on a break until/);
  const choices = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(choices).toEqual(['6 months', '1 year']);
});

it('is the reason below a ticket that is off', async () => {
  await open(paths.option({ symbol: 'BTC/USDT' }), '2126-03-16T14:00:00.000Z');
  await screen.findByText(/^You are on a break until 2126-03-16 14:00 \(UTC\)/);
  await waitFor(() => expect(screen.getByRole('button', { name: /^Up/ })).toHaveProperty('disabled', true));
});

it.each([
  ['a frozen account', { isFrozen: true }, /^Your account is frozen/],
  ['the country', { productsOff: ['options' as const] }, /^This is not offered in your country/],
])('is off with the reason for %s, before the press', async (_what, blocks, reason) => {
  await open(paths.option({ symbol: 'BTC/USDT' }), null, blocks);
  await screen.findByText(reason);
  await waitFor(() => expect(screen.getByRole('button', { name: /^Up/ })).toHaveProperty('disabled', true));
});

it('keeps selling spot possible where only buying is refused', async () => {
  const { user } = await open(paths.trade({ symbol: 'BTC/USDT' }), null, { productsOff: ['spot'] });
  await screen.findByText(/^This is not offered in your country/);
  expect(screen.getByRole('button', { name: 'Buy BTC' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('radio', { name: 'Sell' }));
  expect(await screen.findByRole('button', { name: 'Sell BTC' })).toHaveProperty('disabled', false);
});
