// Proves what a search among markets finds, and in which order. By hand.
import { expect, it } from 'vitest';
import { searchMarkets } from './searchMarkets.ts';

const MARKETS = ['WBTC/USDT', 'ETH/BTC', 'BTC/USDT', 'BTC/USDC', 'BCH/USDT', 'XRP/ETH'].map((symbol) => {
  const [base = '', quote = ''] = symbol.split('/');
  return { base, quote };
});
const found = (text: string) => searchMarkets(MARKETS, text).map(({ base, quote }) => `${base}/${quote}`);

it.each([
  ['btc', ['BTC/USDT', 'BTC/USDC', 'ETH/BTC', 'WBTC/USDT']],
  ['BTCUSDT', ['BTC/USDT', 'WBTC/USDT']],
  ['btc/usdt', ['BTC/USDT', 'WBTC/USDT']],
  [' btc-usdc ', ['BTC/USDC']],
  ['bitcoin', ['BTC/USDT', 'BTC/USDC', 'BCH/USDT']],
  ['bitcoin cash', ['BCH/USDT']],
  ['ripp', ['XRP/ETH']],
  ['ＥＴＨ', ['ETH/BTC', 'XRP/ETH']],
  ['nothing', []],
])('%j finds %j', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

it('finds all where nothing is typed', () => {
  expect(found('  ')).toHaveLength(MARKETS.length);
});
