// Converts through the real routes and store: an amount is quoted, accepted while the quote holds, and quoted again
// when it does not.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { acceptConvert, quoteConvert, quoteSmallBalances, type ConvertQuote } from '@halyard/contract/convert/calls';
import { listMarkets } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { breakConnection, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const [QUOTE, OTHER] = ['6a8e2c1e-8f0b-4f7d-9c43-0d7b6f0c1a01', '6a8e2c1e-8f0b-4f7d-9c43-0d7b6f0c1a02'];

function quoteOf(overrides: Partial<ConvertQuote> = {}, validMs = 9500): ConvertQuote {
  const now = Date.now();
  const row = { fromId: 1, from: 'USDT', toId: 2, to: 'BTC', amount: '300', received: '0.01496707' };
  return {
    id: QUOTE,
    rows: [{ ...row, rate: decimal('0.000049890233'), spread: decimal('0.22') } as unknown as ConvertQuote['rows'][0]],
    at: new Date(now).toISOString(),
    validUntil: new Date(now + validMs).toISOString(),
    ...overrides,
  };
}
const doneOf = (quote: ConvertQuote) => ({ id: quote.id, rows: quote.rows, at: quote.at });

async function open(backend: (server: FakeBackend) => void = () => undefined, path = paths.convert()) {
  return renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(quoteConvert, () => quoteOf());
      server.on(acceptConvert, () => doneOf(quoteOf()));
      backend(server);
    },
  });
}
const amount = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('a convert', () => {
  it('is estimated, quoted exactly, accepted once, and its result shown', async () => {
    const { user, server } = await open();
    await user.type(await amount(), '300');
    await screen.findByText(/^≈/);
    await user.click(await button('Get a quote'));
    const quote = within(await screen.findByRole('region', { name: 'Quote' }));
    expect(quote.getByText('1 BTC = 20,044.00 USDT')).toBeDefined();
    expect(quote.getByText('0.22%')).toBeDefined();
    expect(screen.getByText(/^Valid for \d+ s$/)).toBeDefined();
    expect(server.seen(quoteConvert).map(({ request }) => request)).toEqual([{ fromId: 1, toId: 2, amount: '300' }]);
    await user.dblClick(await button('Convert 300.00 USDT'));
    const result = within(await screen.findByRole('region', { name: 'Converted' }));
    expect(result.getByText(/^0\.01496707/)).toBeDefined();
    expect(server.seen(acceptConvert).map(({ request }) => request)).toEqual([
      { quote: QUOTE, to: 'BTC', clientRequestId: expect.any(String) },
    ]);
    await waitFor(async () => expect((await amount()).value).toBe(''));
  });

  it('shows the new quote when the price has moved, and leaves the decision to the user', async () => {
    const { user, server } = await open((backend) => backend.on(acceptConvert, () => refuse('PRICE_MOVED')));
    await user.type(await amount(), '300');
    await user.click(await button('Get a quote'));
    const accept = await button('Convert 300.00 USDT');
    server.on(quoteConvert, () => quoteOf({ id: OTHER }));
    await user.click(accept);
    await screen.findByText('The price moved. Here is a new quote.');
    expect(server.seen(acceptConvert)).toHaveLength(1);
    server.on(acceptConvert, () => doneOf(quoteOf({ id: OTHER })));
    await user.click(await button('Convert 300.00 USDT'));
    await screen.findByRole('region', { name: 'Converted' });
    expect(server.seen(acceptConvert).at(-1)?.request.quote).toBe(OTHER);
  });

  it('keeps its coins until the answer is there', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { user } = await open((backend) => backend.on(acceptConvert, () => answered.then(() => doneOf(quoteOf()))));
    await user.type(await amount(), '300');
    await user.click(await button('Get a quote'));
    await user.click(await button('Convert 300.00 USDT'));
    for (const name of ['From', 'To']) expect(screen.getByRole('combobox', { name })).toHaveProperty('disabled', true);
    answer();
    await screen.findByRole('region', { name: 'Converted' });
  });

  it('whose quote has ended is quoted again', async () => {
    const { user, server } = await open((backend) => backend.on(quoteConvert, () => quoteOf({}, -1)));
    await user.type(await amount(), '300');
    await user.click(await button('Get a quote'));
    await screen.findByText('The quote has expired.');
    server.on(quoteConvert, () => quoteOf());
    await user.click(await button('New quote'));
    await button('Convert 300.00 USDT');
    // A quote is of one amount.
    await user.type(await amount(), '5');
    expect(screen.queryByRole('region', { name: 'Quote' })).toBeNull();
  });

  it('explains beside the field what the amount lacks, and asks for no quote', async () => {
    const { user, server } = await open();
    await user.type(await amount(), '0.5');
    await screen.findByText(/Enter from 1 USDT to 50,000 USDT/);
    await user.click(await button('Get a quote'));
    expect(server.seen(quoteConvert)).toEqual([]);
    await user.clear(await amount());
    await user.type(await amount(), '1500');
    await screen.findByText(/^Insufficient balance/);
  });

  it('starts with the coins of a link, and swaps them', async () => {
    const { user } = await open(undefined, paths.convert({ from: 'BTC', to: 'ETH' }));
    await amount();
    const coins = () => ['From', 'To'].map((name) => screen.getByRole('combobox', { name }).textContent);
    expect(coins()).toEqual([expect.stringContaining('BTC'), expect.stringContaining('ETH')]);
    await user.click(await button('Swap'));
    expect(coins()).toEqual([expect.stringContaining('ETH'), expect.stringContaining('BTC')]);
  });

  it('is offered again after the markets could not be read', async () => {
    const { user, server } = await open((backend) => backend.on(listMarkets, breakConnection));
    const retry = await button('Try again');
    serveExchange(server);
    await user.click(retry);
    await amount();
  });
});

describe('small balances', () => {
  it('are listed with what they give, and converted together', async () => {
    const { user, server } = await open((backend) => {
      const [row] = quoteOf().rows;
      const small = { ...row, from: 'ETH', to: 'USDT', amount: decimal('0.002'), received: decimal('3.99') };
      backend.on(quoteSmallBalances, () => quoteOf({ rows: [small as ConvertQuote['rows'][0]] }));
    });
    await user.click(await button('Convert small balances'));
    await user.click(await button('Convert to 3.99 USDT'));
    await screen.findByText('3.99 USDT received');
    expect(server.seen(acceptConvert)[0]?.request).toMatchObject({ quote: QUOTE, to: 'USDT' });
  });

  it('that do not exist are named so', async () => {
    const { user } = await open((backend) => backend.on(quoteSmallBalances, () => refuse('NO_SMALL_BALANCES')));
    await user.click(await button('Convert small balances'));
    await screen.findByText(/^No coin in your spot account is worth less than 5 USDT/);
  });
});
