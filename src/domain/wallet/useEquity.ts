/** Live worth of the user's accounts. */
import { useMemo } from 'react';
import { ACCOUNT_KINDS, type Balance, type Wallet } from '@halyard/contract/wallet/calls';
import { type Decimal, divide, ONE } from '@halyard/contract/money';
import { oldestOf } from '../../shared/api/useAsOf.ts';
import { useMarkets } from '../markets/useMarkets.ts';
import { useWallet } from './useWallet.ts';
import { balancesOf, valueInUsdt } from './walletData.ts';

/** Default currency of worth: the quote currency of the markets. */
export const WORTH_UNIT = 'USDT';

/** Decimal places of an amount in any currency. */
export const AMOUNT_PLACES = 8;

/** USDT price of a currency by name; `undefined` when no market has it. */
export function usePriceInUsdt(): (currency: string) => Decimal | undefined {
  const { data } = useMarkets();
  return useMemo(() => {
    const markets = Object.values(data?.byId ?? {}).filter((market) => market.quote === WORTH_UNIT);
    const prices = new Map(markets.map((market) => [market.base, market.lastPrice ?? undefined]));
    return (currency) => (currency === WORTH_UNIT ? ONE : prices.get(currency));
  }, [data]);
}

/** As {@link usePriceInUsdt}, with the balances' own price as fallback: the prices of the total. */
export function useKnownPrice(): (currency: string) => Decimal | undefined {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  return useMemo(() => {
    const sentPrices = new Map(
      allBalances(wallet).map(({ currency, usdtPrice }) => [currency, usdtPrice ?? undefined]),
    );
    return (currency) => priceOf(currency) ?? sentPrices.get(currency);
  }, [wallet, priceOf]);
}

/** Worth of all accounts in USDT; `undefined` while unknown, which is not zero. */
export function useTotalEquity(): Decimal | undefined {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  if (wallet === undefined) return undefined;
  return valueInUsdt(allBalances(wallet), priceOf);
}

function allBalances(wallet: Wallet | undefined): readonly Balance[] {
  return ACCOUNT_KINDS.flatMap((kind) => balancesOf(wallet, kind) ?? []);
}

/** Time of the worth when it is not current: the older of balances and prices. */
export function useEquityAsOf(): number | undefined {
  const { asOfMs } = useWallet();
  const markets = useMarkets();
  return oldestOf(asOfMs, markets.asOfMs);
}

/** Converts a worth from USDT to another currency, rounded down to 8 places; `undefined` when either is unknown. */
export function useConvert(unit: string): (usdt: Decimal | undefined) => Decimal | undefined {
  const price = usePriceInUsdt()(unit);
  return (usdt) => (usdt === undefined || price === undefined ? undefined : divide(usdt, price, AMOUNT_PLACES, 'down'));
}
