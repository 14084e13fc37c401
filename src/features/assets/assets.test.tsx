// Assets through the real routes and store: what one owns, hiding it, and test funds that are credited once however often they are asked for.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fundAccount, readOutbox } from '@halyard/contract/calls/sandbox';
import { getWallet } from '@halyard/contract/calls/wallet';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { paths } from '../../shared/navigation/paths.ts';
import { btcMarket, serveExchange, TRADER, walletOf } from '../../testing/exchange.ts';
import { breakConnection, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const WALLET = walletOf([
  ['USDT', '1000', '250.5'],
  ['BTC', '0.5'],
  ['ETH', '0'],
]);

async function open(backend: (server: FakeBackend) => void = () => undefined) {
  const app = await renderApp({
    path: paths.assets(),
    user: TRADER,
    backend: (server) => {
      serveExchange(server, { wallet: WALLET });
      backend(server);
    },
  });
  await screen.findByRole('heading', { name: 'Assets' });
  return app;
}

const rows = () => screen.getAllByRole('listitem').map((item) => item.textContent ?? '');

describe('the balances', () => {
  it('show all that is owned, what orders hold of it, and its worth now', async () => {
    const app = await open();
    await screen.findByText('11,250.50');
    expect(rows()[0]).toMatch(/USDT.*1,250\.50.*≈ 1,250\.50.*In orders 250\.50/);
    expect(rows()[1]).toMatch(/BTC.*0\.50.*≈ 10,000\.00/);
    act(() => app.realtime.send(rooms.ticker, [btcMarket({ lastPrice: decimal('30000') })]));
    await waitFor(() => expect(rows()[1]).toMatch(/≈ 15,000\.00/));
    await screen.findByText('16,250.50');
  });

  it('change as the exchange moves them', async () => {
    const app = await open();
    await screen.findByText('11,250.50');
    const [, btc] = WALLET.spot.balances;
    const balance = { account: 'spot', currencyId: btc?.currencyId, currency: 'BTC' };
    const balances = [{ ...balance, available: decimal('0.25'), held: decimal('0') }];
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
    act(() => app.realtime.send(rooms.account, { event: 'balance', balances }));
    await waitFor(() => expect(rows()[1]).toMatch(/0\.25.*≈ 5,000\.00/));
  });

  it('leave the empty ones out on demand', async () => {
    const app = await open();
    await screen.findByText('ETH');
    await app.user.click(screen.getByRole('switch', { name: 'Hide empty balances' }));
    await waitFor(() => expect(screen.queryByText('ETH')).toBeNull());
    expect(rows()).toHaveLength(2);
  });

  it('are hidden, all of them, and shown again', async () => {
    const app = await open();
    await screen.findByText('11,250.50');
    await app.user.click(screen.getByRole('button', { name: 'Hide balances' }));
    await waitFor(() => expect(document.querySelector('main')?.textContent).not.toMatch(/250|0\.50|10,000/));
    await app.user.click(screen.getByRole('button', { name: 'Hide balances' }));
    await screen.findByText('11,250.50');
  });

  it('that could not be read are no zeros, and are read again', async () => {
    const app = await open((server) => server.on(getWallet, () => refuse('SERVICE_UNAVAILABLE')));
    await screen.findByRole('button', { name: 'Try again' });
    expect(document.querySelector('main')?.textContent).not.toMatch(/0\.00/);
    app.server.on(getWallet, () => WALLET);
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('11,250.50');
  });
});

describe('test funds', () => {
  async function openSheet(app: Awaited<ReturnType<typeof open>>) {
    await screen.findByText('11,250.50');
    await app.user.click(await screen.findByRole('button', { name: 'Get test funds' }));
    return within(await screen.findByRole('dialog', { name: 'Test funds' }));
  }

  it('are credited in the currency and amount chosen', async () => {
    const app = await open((server) =>
      server.on(fundAccount, ({ currencyId, amount }) => ({ currencyId, account: 'spot' as const, available: amount })),
    );
    const sheet = await openSheet(app);
    await app.user.click(sheet.getByRole('radio', { name: 'BTC' }));
    const amount = sheet.getByRole('textbox', { name: 'Amount' });
    await app.user.clear(amount);
    await app.user.type(amount, '2.5');
    await app.user.click(sheet.getByRole('button', { name: 'Get test BTC' }));
    await screen.findByText('2.50 BTC added');
    const [, btc] = WALLET.spot.balances;
    expect(app.server.seen(fundAccount).map(({ request }) => request)).toEqual([
      expect.objectContaining({ currencyId: btc?.currencyId, account: 'spot', amount: '2.5' }),
    ]);
  });

  it('keep their id after a lost answer, and get a new one after a refusal', async () => {
    const app = await open((server) => server.on(fundAccount, breakConnection));
    const sheet = await openSheet(app);
    const ask = () => app.user.click(sheet.getByRole('button', { name: 'Get test USDT' }));
    const times = (count: number) => waitFor(() => expect(app.server.seen(fundAccount)).toHaveLength(count));
    const isIdle = () =>
      waitFor(() => expect(sheet.getByRole('button', { name: 'Get test USDT' }).ariaBusy).not.toBe('true'));
    await ask();
    await times(1);
    await isIdle();
    app.server.on(fundAccount, () => refuse('CURRENCY_NOT_FOUND'));
    await ask();
    await times(2);
    await isIdle();
    await ask();
    await times(3);
    const [first, second, third] = app.server.seen(fundAccount).map(({ request }) => request.clientRequestId);
    expect(first).toBeDefined();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('of no amount are refused beside the field, and not sent', async () => {
    const app = await open();
    const sheet = await openSheet(app);
    await app.user.clear(sheet.getByRole('textbox', { name: 'Amount' }));
    await app.user.click(sheet.getByRole('button', { name: 'Get test USDT' }));
    await sheet.findByText(/Amount is required/);
    expect(app.server.seen(fundAccount)).toEqual([]);
  });

  it('are not offered where there is no sandbox', async () => {
    const app = await open((server) => server.on(readOutbox, () => refuse('CALL_NOT_FOUND')));
    await screen.findByText('11,250.50');
    await waitFor(() => expect(app.server.seen(readOutbox)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Get test funds' })).toBeNull();
  });
});
