// Balances: changes by events, and their worth, exact, and unknown when a price is missing.
import { describe, expect, it } from 'vitest';
import { getWallet, type Balance, type Wallet } from '@halyard/contract/wallet/calls';
import { decimal, type Decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { applyBalances, balanceOf, valueInUsdt } from './walletData.ts';

const base: Wallet = build(getWallet.answer);
const [example] = base.spot.balances;
const balance = (currency: string, available: string, held = '0', usdtPrice?: string): Balance => ({
  ...(example as Balance),
  currency,
  currencyId: (currency.length + 1) as Balance['currencyId'],
  available: decimal(available),
  held: decimal(held),
  isValued: true,
  usdtPrice: usdtPrice === undefined ? null : decimal(usdtPrice),
});
const wallet: Wallet = { ...base, spot: { ...base.spot, balances: [balance('BTC', '1'), balance('USDT', '100')] } };
const noPrice = () => undefined;

describe('a balance', () => {
  it('that changed is replaced, and a new one is added, in its own account only', () => {
    const event = { account: 'spot' as const, held: decimal('3'), available: decimal('97') };
    const after = applyBalances(wallet, [
      { ...event, currency: 'USDT', currencyId: balance('USDT', '0').currencyId },
      { ...event, currency: 'LITECOIN', currencyId: balance('LITECOIN', '0').currencyId },
    ]);
    expect(balanceOf(after, 'spot', 'USDT')).toMatchObject({ available: '97', held: '3' });
    expect(balanceOf(after, 'spot', 'LITECOIN')).toMatchObject({ available: '97' });
    expect(balanceOf(after, 'spot', 'BTC')).toBe(wallet.spot.balances[0]);
    expect(after.option).toBe(wallet.option);
  });

  it('that is unknown is not zero', () => {
    expect(balanceOf(wallet, 'spot', 'XRP')).toBeUndefined();
    expect(balanceOf(undefined, 'spot', 'BTC')).toBeUndefined();
    const { trust: _trust, ...without } = wallet;
    expect(balanceOf(without, 'trust', 'BTC')).toBeUndefined();
  });
});

describe('the worth of balances', () => {
  it('is exact, includes held amounts, and follows the market price', () => {
    const prices: Readonly<Record<string, Decimal>> = { BTC: decimal('28110.26') };
    const owned = [balance('BTC', '0.1', '0.2', '1'), balance('USDT', '0.000000000000000001', '0', '1')];
    expect(valueInUsdt(owned, (currency) => prices[currency])).toBe('8433.078000000000000001');
  });

  it('is unknown when a price is missing', () => {
    expect(valueInUsdt([balance('BTC', '1'), balance('USDT', '5', '0', '1')], noPrice)).toBeUndefined();
    expect(valueInUsdt([balance('BTC', '0'), balance('USDT', '5', '0', '1')], noPrice)).toBe('5');
    expect(valueInUsdt([], noPrice)).toBe('0');
  });

  it('leaves out coins that no market can value', () => {
    const coin = { ...balance('NOVA', '7'), isValued: false };
    expect(valueInUsdt([coin, balance('USDT', '5', '0', '1')], noPrice)).toBe('5');
  });
});
