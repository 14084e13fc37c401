// One account through the real routes and store: available and held balances, and actions.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getWallet } from '@halyard/contract/wallet/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { futuresOf, serveFutures, servePositions } from '../../testing/futures.ts';
import { serveExchange, TRADER, walletOf } from '../../testing/exchange.ts';
import { refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { serveTrust } from '../../testing/trust.ts';

const WALLET = walletOf(
  [
    ['USDT', '1000', '250.5'],
    ['BTC', '0.5', '0.1'],
  ],
  { futures: [['USDT', '30']], option: [['USDT', '0']] },
);

async function open(account: string | undefined, backend: (server: FakeBackend) => void = () => undefined) {
  const app = await renderApp({
    path: paths.tradeAccount({ account }),
    user: TRADER,
    backend: (server) => {
      // Rows of the Earn account come late: a short test may end before or after their calls.
      serveTrust(server);
      serveExchange(server, { wallet: WALLET });
      servePositions(server);
      backend(server);
    },
  });
  await screen.findByRole('radiogroup', { name: 'Accounts' });
  return app;
}

const hero = () => screen.getByText('Account value').closest('section')?.textContent ?? '';
const links = () =>
  within(screen.getByRole('group', { name: 'Deposit, withdraw and more' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

it('shows the age of its figures while the exchange is unreachable, and no longer afterwards', async () => {
  const openedAt = new Date().toISOString();
  const app = await open('spot');
  await waitFor(() => expect(hero()).toMatch(/13,250\.50 USDT/));
  expect(screen.queryByText(/^As of /)).toBeNull();
  act(() => app.realtime.setState('offline'));
  const ageLine = await screen.findByText(/^As of /);
  const readAt = ageLine.getAttribute('datetime') ?? '';
  expect([openedAt, readAt, new Date().toISOString()].toSorted()[1]).toBe(readAt);
  // No "Updated" line, which would mean current.
  expect(screen.queryByText(/^Updated /)).toBeNull();
  expect(hero()).toMatch(/13,250\.50 USDT/);
  act(() => app.realtime.setState('connected'));
  await waitFor(() => expect(screen.queryByText(/^As of /)).toBeNull());
});

describe('an account', () => {
  it('shows its worth, available and held parts, and its coins', async () => {
    await open('spot');
    await waitFor(() => expect(hero()).toMatch(/13,250\.50 USDT.*Available11,000\.00 USDT.*Held2,250\.50 USDT/));
    const rows = within(screen.getByRole('region', { name: 'Coins' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/USDTTether1,250\.50≈ 1,250\.50 USDTHeld 250\.50$/),
      expect.stringMatching(/BTCBitcoin0\.60≈ 12,000\.00 USDTHeld 0\.10$/),
    ]);
    expect(links()).toEqual([
      `#${paths.deposit()}`,
      `#${paths.withdraw()}`,
      `#${paths.convert()}`,
      `#${paths.transfer({ from: 'spot' })}`,
      `#${paths.assetsRecord({ account: 'spot' })}`,
    ]);
  });

  it('of futures has its own actions, with the others one tap away', async () => {
    const app = await open('futures');
    await screen.findByRole('heading', { name: 'Futures account' });
    await waitFor(() => expect(hero()).toMatch(/30\.00 USDT/));
    expect(links()).toEqual([
      `#${paths.lever()}`,
      `#${paths.transfer({ from: 'futures' })}`,
      `#${paths.assetsRecord({ account: 'futures' })}`,
    ]);
    await app.user.click(screen.getByRole('radio', { name: 'Option' }));
    await screen.findByRole('heading', { name: 'Option account' });
    expect(app.location()).toBe(paths.tradeAccount({ account: 'option' }));
    await screen.findByText('This account is empty.');
  });

  it('of futures shows equity, margin, free amount and risk at current prices', async () => {
    const cross = futuresOf({ mode: 'cross' });
    await open('futures', (server) => serveFutures(server, { open: [cross], available: '1000' }));
    const standing = await screen.findByRole('region', { name: 'Futures account' });
    await waitFor(() =>
      expect(standing.textContent).toMatch(
        /Equity1,149\.43.*Used margin150\.03Available999\.40.*Lowest margin level766/,
      ),
    );
  });

  it.each([undefined, 'legal'])('is the spot account when %s is requested', async (asked) => {
    await open(asked);
    await screen.findByRole('heading', { name: 'Spot account' });
  });

  it('that the server lacks is shown as missing', async () => {
    await open('trust');
    await screen.findByText('This account does not exist.');
    expect(hero()).toMatch(/—/);
  });

  it('is not zero after a failed read, and is read again', async () => {
    const app = await open('spot', (server) => server.on(getWallet, () => refuse('SERVICE_UNAVAILABLE')));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(hero()).not.toMatch(/0\.00/);
    app.server.on(getWallet, () => WALLET);
    await app.user.click(retry);
    await waitFor(() => expect(hero()).toMatch(/13,250\.50/));
  });
});
