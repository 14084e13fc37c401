// Results of the market search and their order. By hand.
import { expect, it } from 'vitest';
import { coinAliasesOf, coinNameOf } from './coinNames.ts';
import { searchMarkets } from './searchMarkets.ts';

const MARKETS = ['WBTC/USDT', 'ETH/BTC', 'BTC/USDT', 'BTC/USDC', 'BCH/USDT', 'XRP/ETH'].map((symbol) => {
  const [base = '', quote = ''] = symbol.split('/');
  return { base, quote };
});
const nameOf = Object.assign((symbol: string) => coinNameOf(symbol), { aliasesOf: coinAliasesOf });
const found = (text: string) => searchMarkets(MARKETS, text, nameOf).map(({ base, quote }) => `${base}/${quote}`);

it.each([
  ['btc', ['BTC/USDT', 'BTC/USDC', 'ETH/BTC', 'WBTC/USDT']],
  ['BTCUSDT', ['BTC/USDT', 'WBTC/USDT']],
  ['btc/usdt', ['BTC/USDT', 'WBTC/USDT']],
  [' btc-usdc ', ['BTC/USDC']],
  ['bitcoin', ['BTC/USDT', 'BTC/USDC', 'BCH/USDT']],
  ['bitcoin cash', ['BCH/USDT']],
  ['ripp', ['XRP/ETH']],
  ['ＥＴＨ', ['ETH/BTC', 'XRP/ETH']],
  ['비트코인', ['BTC/USDT', 'BTC/USDC', 'BCH/USDT']],
  ['ビットコイン', ['BTC/USDT', 'BTC/USDC', 'BCH/USDT']],
  ['比特币', ['BTC/USDT', 'BTC/USDC', 'BCH/USDT']],
  ['以太坊', ['ETH/BTC']],
  ['บิตคอยน์', ['BTC/USDT', 'BTC/USDC', 'BCH/USDT']],
  ['nothing', []],
])('%j finds %j', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

it('finds coins by the exchange’s names', () => {
  const names = new Map([['WBTC', 'Wrapped Bitcoin']]);
  const byName = searchMarkets(MARKETS, 'wrapped', (symbol) => names.get(symbol));
  expect(byName.map(({ base }) => base)).toEqual(['WBTC']);
});

it('finds all markets for an empty query', () => {
  expect(found('  ')).toHaveLength(MARKETS.length);
});
