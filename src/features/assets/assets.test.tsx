// Assets through the real routes and store: totals and parts, masking, and test funds credited once however often they
// are requested.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listMarkets } from '@halyard/contract/market/calls';
import { fundAccount, readOutbox } from '@halyard/contract/sandbox/calls';
import { getWallet } from '@halyard/contract/wallet/calls';
import { decimal } from '@halyard/contract/money';
import { rooms } from '@halyard/contract/realtime/rooms';
import { paths } from '../../shared/navigation/paths.ts';
import { servePositions } from '../../testing/futures.ts';
import { btcMarket, ethMarket, serveExchange, TRADER, walletOf } from '../../testing/exchange.ts';
import { breakConnection, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { chooseUnit } from '../../testing/chooseUnit.ts';

const WALLET = walletOf([
  ['USDT', '1000', '250.5'],
  ['BTC', '0.5'],
  ['ETH', '0'],
]);

function idOf(currency: string) {
  const balance = WALLET.spot.balances.find((row) => row.currency === currency);
  if (balance === undefined) throw new Error(`no ${currency} in this wallet`);
  return balance.currencyId;
}

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

const coins = () => within(screen.getByRole('region', { name: 'Coins' }));
const rows = () =>
  coins()
    .getAllByRole('listitem')
    .map((item) => item.textContent ?? '');
const heroText = () => screen.getByText('Total balance').closest('section')?.textContent ?? '';
const total = (figure: string) => waitFor(() => expect(heroText()).toContain(figure));
const shown = () => document.querySelector('main')?.textContent ?? '';

describe('the balances', () => {
  it('show the total of all accounts, the held part, and the current worth', async () => {
    const app = await open();
    await total('11,250.50');
    expect(rows()[0]).toMatch(/USDT.*1,250\.50.*≈ 1,250\.50.*Held 250\.50/);
    expect(rows()[1]).toMatch(/BTC.*0\.50.*≈ 10,000\.00/);
    act(() => app.realtime.send(rooms.ticker, [btcMarket({ lastPrice: decimal('30000') })]));
    await waitFor(() => expect(rows()[1]).toMatch(/≈ 15,000\.00/));
    await total('16,250.50');
  });

  it('change as the exchange moves them', async () => {
    const app = await open();
    await total('11,250.50');
    const balance = { account: 'spot', currencyId: idOf('BTC'), currency: 'BTC' };
    const balances = [{ ...balance, available: decimal('0.25'), held: decimal('0') }];
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
    act(() => app.realtime.send(rooms.account, { event: 'balance', balances }));
    await waitFor(() => expect(rows()[1]).toMatch(/0\.25.*≈ 5,000\.00/));
  });

  it('below 1 USDT can be hidden, except those without a price, and the choice is stored', async () => {
    const wallet = walletOf([
      ['USDT', '0.99'],
      ['BTC', '0.5'],
      ['ETH', '0.000001'],
    ]);
    const app = await open((server) => {
      server.on(getWallet, () => wallet);
      server.on(listMarkets, () => [{ id: idOf('USDT'), name: 'USDT', markets: [btcMarket()] }]);
    });
    await waitFor(() => expect(rows()).toHaveLength(3));
    await app.user.click(screen.getByRole('switch', { name: 'Hide balances under 1 USDT' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows().join()).toMatch(/BTC.*ETH/);
    await act(() => app.app.persistor.flush());
    expect(localStorage.getItem('preferences')).toContain('"hidesSmall":true');
  });

  it('are masked everywhere, and shown again', async () => {
    const app = await open();
    await total('11,250.50');
    await total('+182.09');
    await app.user.click(screen.getByRole('button', { name: 'Hide balances' }));
    await waitFor(() => expect(shown()).not.toMatch(/250|0\.50|10,000|182|1\.48|11,000/));
    expect(screen.queryByRole('slider')).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Hide balances' }));
    await total('11,250.50');
  });

  it('are not zero after a failed read, and are read again', async () => {
    const app = await open((server) => server.on(getWallet, () => refuse('SERVICE_UNAVAILABLE')));
    await screen.findByRole('button', { name: 'Try again' });
    expect(shown()).not.toMatch(/0\.00/);
    app.server.on(getWallet, () => WALLET);
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await total('11,250.50');
  });

  it('of one coin open with the amount in each account and its actions', async () => {
    const app = await open();
    await total('11,250.50');
    await app.user.click(coins().getByRole('button', { name: /^BTC/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'BTC' }));
    const figures = sheet.getAllByRole('definition').map((figure) => figure.textContent);
    expect(figures).toEqual([
      '0.5 BTC',
      '10,000.00 USDT',
      '0.5 BTC',
      '0 BTC',
      '16,000.00 USDT',
      '8,000.00 USDT',
      expect.stringMatching(/^\+2,000\.00 .*\+25\.00%$/),
      '0.5 BTC',
    ]);
    expect(sheet.getByText('Spot account')).toBeDefined();
    expect(sheet.getByRole('link', { name: 'Trade' }).getAttribute('href')).toContain('symbol=BTC%2FUSDT');
    await app.user.click(sheet.getByRole('link', { name: 'Transfer' }));
    await waitFor(() => expect(app.location()).toBe(paths.transfer({ from: 'spot', currency: 'BTC' })));
  });
});

describe('the total', () => {
  it('is shown in the chosen currency, which is stored', async () => {
    const app = await open();
    await total('11,250.50');
    await chooseUnit(app, /^BTC/);
    await total('0.562525');
    expect(shown()).toMatch(/0\.562525 BTC≈ 11,250\.50 USDT/);
    await chooseUnit(app, /^ETH/);
    // Rounded down: never more than there is.
    await total('7.50033333');
    await act(() => app.app.persistor.flush());
    expect(localStorage.getItem('preferences')).toContain('"totalUnit":"ETH"');
  });

  it('is unknown in a currency without a price', async () => {
    const app = await open((server) =>
      server.on(listMarkets, () => [{ id: idOf('USDT'), name: 'USDT', markets: [btcMarket()] }]),
    );
    await total('11,250.50');
    await chooseUnit(app, /^ETH/);
    await waitFor(() => expect(shown()).toMatch(/Total balance.*—.*≈ 11,250\.50 USDT/));
  });

  it('has links to money actions', async () => {
    await open();
    const links = within(screen.getByRole('group', { name: 'Deposit, withdraw and more' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Deposit', `#${paths.deposit()}`],
      ['Withdraw', `#${paths.withdraw()}`],
      ['Convert', `#${paths.convert()}`],
      ['Transfer', `#${paths.transfer({ from: 'spot' })}`],
      ['Records', `#${paths.assetsRecord()}`],
    ]);
  });
});

describe('the accounts', () => {
  const WIDE = walletOf([['BTC', '0.5']], {
    futures: [['USDT', '30']],
    option: [['USDT', '0']],
    trust: [['ETH', '2']],
  });

  it('show their balances, and link to their pages', async () => {
    const app = await open((server) => {
      server.on(getWallet, () => WIDE);
      servePositions(server);
    });
    const list = within(await screen.findByRole('region', { name: 'Accounts' }));
    expect(list.getAllByRole('link', { name: /USDT$/ }).map((link) => link.textContent)).toEqual([
      'Spot10,000.00 USDT',
      'Option0.00 USDT',
      'Futures30.00 USDT',
      'Earn3,000.00 USDT',
    ]);
    await app.user.click(list.getByRole('link', { name: /^Futures/ }));
    await screen.findByRole('heading', { name: 'Futures account' });
    expect(app.location()).toBe(paths.tradeAccount({ account: 'futures' }));
  });

  it('and coins are shown as parts of the whole', async () => {
    const app = await open((server) => server.on(getWallet, () => WIDE));
    const legend = () =>
      within(screen.getByRole('list', { name: 'Allocation' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent);
    await screen.findByRole('list', { name: 'Allocation' });
    expect(legend()).toEqual(['BTC10,000.00 USDT76.75%', 'ETH3,000.00 USDT23.02%', 'USDT30.00 USDT0.23%']);
    await app.user.click(screen.getByRole('radio', { name: 'By account' }));
    expect(legend().map((entry) => entry?.match(/^[A-Z][a-z]+/)?.[0])).toEqual(['Spot', 'Earn', 'Futures']);
  });

  it('are not divided while a price is missing', async () => {
    await open((server) => {
      server.on(getWallet, () => WIDE);
      server.on(listMarkets, () => [{ id: idOf('USDT'), name: 'USDT', markets: [btcMarket()] }]);
    });
    await screen.findByText('A price is missing, so the shares are not known.');
    expect(screen.queryByRole('list', { name: 'Allocation' })).toBeNull();
  });
});

describe('test funds', () => {
  async function openSheet(app: Awaited<ReturnType<typeof open>>) {
    await total('11,250.50');
    await app.user.click(await screen.findByRole('button', { name: 'Get test funds' }));
    return within(await screen.findByRole('dialog', { name: 'Test funds' }));
  }

  it('are credited in the chosen currency and amount', async () => {
    const app = await open((server) =>
      server.on(fundAccount, ({ currencyId, amount }) => ({ currencyId, account: 'spot' as const, available: amount })),
    );
    const sheet = await openSheet(app);
    await app.user.click(sheet.getByRole('radio', { name: 'BTC' }));
    const amount = sheet.getByRole('textbox', { name: 'Amount' });
    await app.user.clear(amount);
    await app.user.type(amount, '2.5');
    await app.user.click(sheet.getByRole('button', { name: 'Get test BTC' }));
    await screen.findByText('2.5 BTC added');
    expect(app.server.seen(fundAccount).map(({ request }) => request)).toEqual([
      expect.objectContaining({ currencyId: idOf('BTC'), account: 'spot', amount: '2.5' }),
    ]);
  });

  it('default to a round quantity worth 10,000 USDT, and one unit without a price', async () => {
    const markets = [btcMarket({ lastPrice: decimal('65432.1') }), ethMarket({ lastPrice: null })];
    const app = await open((server) => serveExchange(server, { wallet: WALLET, markets }));
    await waitFor(() => expect(rows()[1]).toMatch(/≈ 32,716\.05/));
    await app.user.click(await screen.findByRole('button', { name: 'Get test funds' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Test funds' }));
    const amount = () => sheet.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value;
    expect(amount()).toMatch(/^10,?000$/);
    await app.user.click(sheet.getByRole('radio', { name: 'BTC' }));
    expect(amount()).toBe('0.15');
    expect(screen.getByRole('dialog', { name: 'Test funds' }).textContent).toContain('≈ 9,814.81 USDT');
    await app.user.click(sheet.getByRole('radio', { name: 'ETH' }));
    expect(amount()).toBe('1');
    sheet.getByText(/^ETH has no price/);
  });

  it('are requested again under their id after a lost answer, and get a new one after a refusal', async () => {
    const app = await open((server) => server.on(fundAccount, breakConnection));
    const sheet = await openSheet(app);
    const ask = () => app.user.click(sheet.getByRole('button', { name: 'Get test USDT' }));
    const times = (count: number) => waitFor(() => expect(app.server.seen(fundAccount)).toHaveLength(count));
    const isIdle = () =>
      waitFor(() => expect(sheet.getByRole('button', { name: 'Get test USDT' }).ariaBusy).not.toBe('true'));
    await ask();
    await times(1);
    await sheet.findByText(/^Connection lost/);
    app.server.on(fundAccount, () => refuse('CURRENCY_NOT_FOUND'));
    await times(2);
    await isIdle();
    await ask();
    await times(3);
    const [first, second, third] = app.server.seen(fundAccount).map(({ request }) => request.clientRequestId);
    expect(first).toBeDefined();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('without an amount are refused beside the field, and not sent', async () => {
    const app = await open();
    const sheet = await openSheet(app);
    await app.user.clear(sheet.getByRole('textbox', { name: 'Amount' }));
    await app.user.click(sheet.getByRole('button', { name: 'Get test USDT' }));
    await sheet.findByText(/Amount is required/);
    expect(app.server.seen(fundAccount)).toEqual([]);
  });

  it('exist only in a sandbox', async () => {
    const app = await open((server) => server.on(readOutbox, () => refuse('CALL_NOT_FOUND')));
    await total('11,250.50');
    await waitFor(() => expect(app.server.seen(readOutbox)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Get test funds' })).toBeNull();
  });
});
