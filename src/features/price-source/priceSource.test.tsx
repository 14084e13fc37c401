// The page about the source of a price, and what the screens of its products say while three venues quote, two, or too
// few: what is paused, what goes on, and since when there is no price.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getPriceSource } from '@halyard/contract/market/priceSourceCalls';
import { paths } from '../../shared/navigation/paths.ts';
import { fakeCanvas } from '../../testing/fakeCanvas.ts';
import { TRADER } from '../../testing/exchange.ts';
import { refuse } from '../../testing/fakeBackend.ts';
import { serveState } from '../../testing/gallery/answers.ts';
import type { LiveState } from '../../testing/gallery/livePrices.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeCanvas();

const MARKET = { symbol: 'BTC/USDT' };
const FEW =
  'Options and new positions are paused: fewer than three venues send prices here. Spot trading and open positions continue.';
const NONE = /^No price since .*\. You can trade again when prices resume\.$/;

const open = (path: string, state: LiveState) =>
  renderApp({ path, user: TRADER, backend: (server) => serveState(server, state, 'user') });

async function venue(name: string): Promise<string> {
  const [item] = (await screen.findAllByText(name)).flatMap((text) => text.closest('li') ?? []);
  return item?.textContent ?? '';
}

it('shows the quote of each venue, and how the price is made of them', async () => {
  await open(paths.priceSource(MARKET), 'live');
  expect(await venue('Kraken')).toMatch(/BTC\/USDTCounts.*59,999\.40.*60,000\.60.*0\.4 s/);
  screen.getByText('3 of 3; at least 2');
  screen.getByText(/^Volumes are the trades received from these venues\./);
  expect(screen.queryByText(FEW)).toBeNull();
});

it('shows which venue is dropped and why, and what two venues are enough for', async () => {
  await open(paths.priceSource(MARKET), 'two-venues');
  expect(await venue('Kraken')).toContain('Dropped: more than 0.5% from the median');
  screen.getByText('2 of 3; at least 2');
  screen.getByText(FEW);
});

it('shows of when its quotes are, while newer ones cannot be read', async () => {
  const { server } = await open(paths.priceSource(MARKET), 'live');
  await screen.findAllByText('Kraken');
  expect(screen.queryByText(/^As of /)).toBeNull();
  server.on(getPriceSource, () => refuse('SERVICE_UNAVAILABLE'));
  await screen.findByText(/^As of /);
});

it('shows since when there is no price, and how old each quote is', async () => {
  await open(paths.priceSource(MARKET), 'stalled');
  expect(await venue('Binance')).toMatch(/Dropped: older than 5 s.*34m/);
  expect(await venue('Kraken')).toContain('No quote yet');
  screen.getByText(NONE);
});

it.each([
  ['spot', paths.trade(MARKET), 'Buy BTC'],
  ['options', paths.option(MARKET), 'Up'],
  ['futures', paths.lever(MARKET), 'Open long'],
])('closes %s while there is no price', async (_product, path, button) => {
  await open(path, 'stalled');
  await screen.findByText(NONE);
  expect(await screen.findByRole('button', { name: button })).toHaveProperty('disabled', true);
  const link = screen.getByRole('link', { name: /: where this price comes from$/ });
  expect(within(link).getByText('LIVE')).toBeDefined();
});

it.each([
  ['options', paths.option(MARKET), 'Up'],
  ['futures', paths.lever(MARKET), 'Open long'],
])('pauses %s while two venues quote', async (_product, path, button) => {
  await open(path, 'two-venues');
  expect((await screen.findAllByText(FEW)).length).toBeGreaterThan(0);
  expect(await screen.findByRole('button', { name: button })).toHaveProperty('disabled', true);
});

it('keeps spot open while two venues quote', async () => {
  await open(paths.trade(MARKET), 'two-venues');
  expect(await screen.findByRole('button', { name: 'Buy BTC' })).toHaveProperty('disabled', false);
  expect(screen.queryByText(NONE)).toBeNull();
});
