/** What the user owns is worth, live with the markets. */
import { useMemo } from 'react';
import { ACCOUNT_KINDS, type Balance, type Wallet } from '@halyard/contract/wallet/calls';
import { type Decimal, divide, ONE } from '@halyard/contract/money';
import { oldestOf } from '../../shared/api/useAsOf.ts';
import { useMarkets } from '../markets/useMarkets.ts';
import { useWallet } from './useWallet.ts';
import { balancesOf, valueInUsdt } from './walletData.ts';

/** What worth is told in wherever nobody chose: the currency that the markets are quoted in. */
export const WORTH_UNIT = 'USDT';

/** The places of an amount in any currency. */
export const AMOUNT_PLACES = 8;

/** Price of a currency in USDT by its name; `undefined` when no market tells. */
export function usePriceInUsdt(): (currency: string) => Decimal | undefined {
  const { data } = useMarkets();
  return useMemo(() => {
    const markets = Object.values(data?.byId ?? {}).filter((market) => market.quote === WORTH_UNIT);
    const prices = new Map(markets.map((market) => [market.base, market.lastPrice ?? undefined]));
    return (currency) => (currency === WORTH_UNIT ? ONE : prices.get(currency));
  }, [data]);
}

/** As {@link usePriceInUsdt}, else the price that came with the balances: what the total is made with. */
export function useKnownPrice(): (currency: string) => Decimal | undefined {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  return useMemo(() => {
    const told = new Map(allBalances(wallet).map(({ currency, usdtPrice }) => [currency, usdtPrice ?? undefined]));
    return (currency) => priceOf(currency) ?? told.get(currency);
  }, [wallet, priceOf]);
}

/** Worth of all accounts together in USDT; `undefined` while it is not known, which is not zero. */
export function useTotalEquity(): Decimal | undefined {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  if (wallet === undefined) return undefined;
  return valueInUsdt(allBalances(wallet), priceOf);
}

function allBalances(wallet: Wallet | undefined): readonly Balance[] {
  return ACCOUNT_KINDS.flatMap((kind) => balancesOf(wallet, kind) ?? []);
}

/** When the worth is of, where that is not now: balances and prices together, the older of the two. */
export function useEquityAsOf(): number | undefined {
  const { asOfMs } = useWallet();
  const markets = useMarkets();
  return oldestOf(asOfMs, markets.asOfMs);
}

/** Tells a worth in USDT in another currency, rounded down at 8 places; `undefined` when either is not known. */
export function useConvert(unit: string): (usdt: Decimal | undefined) => Decimal | undefined {
  const price = usePriceInUsdt()(unit);
  return (usdt) => (usdt === undefined || price === undefined ? undefined : divide(usdt, price, AMOUNT_PLACES, 'down'));
}
