// Holdings across accounts and their shares: exact, adding up, and unknown when a price is missing.
import { describe, expect, it } from 'vitest';
import { getWallet, type Balance, type Wallet } from '@halyard/contract/wallet/calls';
import { add, decimal, type Decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { accountEquities, allHoldings, holdingsIn, isSmall, OTHERS, sharesOf, type PriceOf } from './holdings.ts';

const base: Wallet = build(getWallet.answer);
const [example] = base.spot.balances;
const IDS: Readonly<Record<string, number>> = { USDT: 1, BTC: 2, XRP: 3 };
const balance = (currency: string, available: string, held = '0', rest: Partial<Balance> = {}): Balance => ({
  ...(example as Balance),
  currency,
  currencyId: IDS[currency] as Balance['currencyId'],
  usdtPrice: null,
  isValued: true,
  isSpot: true,
  isFutures: currency === 'USDT',
  isOption: currency === 'USDT',
  available: decimal(available),
  held: decimal(held),
  ...rest,
});
const group = (...balances: Balance[]) => ({ balances, usdtTotal: null });
const wallet: Wallet = {
  spot: group(balance('USDT', '100', '20'), balance('BTC', '0.5'), balance('XRP', '0')),
  option: group(balance('USDT', '0'), balance('BTC', '0'), balance('XRP', '0')),
  futures: group(balance('USDT', '30'), balance('BTC', '0'), balance('XRP', '0')),
  trust: group(balance('USDT', '0'), balance('BTC', '0.25'), balance('XRP', '0')),
};
const PRICES: Readonly<Record<string, Decimal>> = { USDT: decimal('1'), BTC: decimal('20000') };
const priceOf: PriceOf = (currency) => PRICES[currency];
const noPrice: PriceOf = () => undefined;

describe('the holdings', () => {
  it('are summed over all accounts, in the order of the exchange', () => {
    expect(allHoldings(wallet, priceOf)).toEqual([
      { currencyId: 1, currency: 'USDT', available: '130', held: '20', owned: '150', equity: '150', isValued: true },
      { currencyId: 2, currency: 'BTC', available: '0.75', held: '0', owned: '0.75', equity: '15000', isValued: true },
      { currencyId: 3, currency: 'XRP', available: '0', held: '0', owned: '0', equity: '0', isValued: true },
    ]);
    expect(allHoldings(undefined, priceOf)).toBeUndefined();
  });

  it('have no worth without a price; the price sent with a balance counts', () => {
    const [, btc] = allHoldings(wallet, noPrice) ?? [];
    expect(btc?.equity).toBeUndefined();
    const priced = { ...wallet, spot: group(balance('BTC', '2', '0', { usdtPrice: decimal('3') })) };
    expect(allHoldings(priced, noPrice)?.find(({ currency }) => currency === 'BTC')?.equity).toBe('6.75');
  });

  it('of an account are its currencies, and balances that are there anyway', () => {
    const names = (from: Wallet) => holdingsIn(from, 'futures', priceOf)?.map(({ currency }) => currency);
    expect(names(wallet)).toEqual(['USDT']);
    expect(names({ ...wallet, futures: group(balance('USDT', '0'), balance('BTC', '0', '1')) })).toEqual([
      'USDT',
      'BTC',
    ]);
    const { trust: _trust, ...without } = wallet;
    expect(holdingsIn(without, 'trust', priceOf)).toBeUndefined();
    expect(accountEquities(without, priceOf)?.map(({ account }) => account)).toEqual(['spot', 'option', 'futures']);
  });

  it('have a worth per account, or an unknown one', () => {
    expect(accountEquities(wallet, priceOf)?.map(({ equity }) => equity)).toEqual(['10120', '0', '30', '5000']);
    expect(
      accountEquities(wallet, (name) => (name === 'USDT' ? decimal('1') : undefined))?.[0]?.equity,
    ).toBeUndefined();
  });

  it('are small below one USDT, and not when their worth is unknown', () => {
    const holding = (equity: string | undefined) => {
      const [usdt] = allHoldings(wallet, priceOf) ?? [];
      if (usdt === undefined) throw new Error('the wallet has USDT');
      return { ...usdt, equity: equity === undefined ? undefined : decimal(equity) };
    };
    expect(['0', '0.999999999', '1', undefined].map((equity) => isSmall(holding(equity)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('shares', () => {
  const part = (name: string, equity: string | undefined) => ({
    name,
    equity: equity === undefined ? undefined : decimal(equity),
  });

  it('are sorted from large to small, without empty ones, and add up to one', () => {
    const shares = sharesOf([part('a', '1'), part('b', '0'), part('c', '1'), part('d', '1')]) ?? [];
    expect(shares.map(({ name, fraction }) => [name, fraction])).toEqual([
      ['a', '0.3334'],
      ['c', '0.3333'],
      ['d', '0.3333'],
    ]);
    const odd = sharesOf([part('x', '7'), part('y', '0.000000001'), part('z', '12.9')]) ?? [];
    expect(odd.map(({ name }) => name)).toEqual(['z', 'x', 'y']);
    expect(add(...odd.map(({ fraction }) => fraction))).toBe('1');
  });

  it('are each rounded to the nearest hundredth of a percent', () => {
    const parts = [
      part('BTC', '30740.4'),
      part('USDT', '22742.41'),
      part('ETH', '9985.76'),
      part('SOL', '6921.4'),
      part('DOGE', '1806.75'),
    ];
    expect(sharesOf(parts)?.map(({ fraction }) => fraction)).toEqual(['0.4258', '0.315', '0.1383', '0.0959', '0.025']);
  });

  it('beyond the maximum are combined in one', () => {
    const parts = ['9', '8', '7', '6', '5', '4', '3'].map((equity) => part(`p${equity}`, equity));
    const shares = sharesOf(parts) ?? [];
    expect(shares.map(({ name, equity }) => [name, equity])).toEqual([
      ['p9', '9'],
      ['p8', '8'],
      ['p7', '7'],
      ['p6', '6'],
      ['p5', '5'],
      [OTHERS, '7'],
    ]);
    expect(sharesOf(parts.slice(1))?.at(-1)?.name).toBe('p3');
  });

  it('of nothing are empty, and of an unknown worth unknown', () => {
    expect(sharesOf([])).toEqual([]);
    expect(sharesOf([part('a', '0')])).toEqual([]);
    expect(sharesOf([part('a', '5'), part('b', undefined)])).toBeUndefined();
  });
});
