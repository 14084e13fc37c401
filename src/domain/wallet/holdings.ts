/**
 * The user's holdings across accounts, and their shares. Exact; a currency without a price has an unknown worth, which
 * is not zero.
 */
import {
  ACCOUNT_FLAGS,
  ACCOUNT_KINDS,
  type AccountKind,
  type Balance,
  type Wallet,
} from '@halyard/contract/wallet/calls';
import {
  add,
  compare,
  decimal,
  divide,
  isPositive,
  isZero,
  multiply,
  ONE,
  round,
  subtract,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { useMemo } from 'react';
import { usePriceInUsdt } from './useEquity.ts';
import { useWallet } from './useWallet.ts';
import { balancesOf, valueInUsdt } from './walletData.ts';

/** USDT price of a currency by name; `undefined` when no market has it. */
export type PriceOf = (currency: string) => Decimal | undefined;

/** An amount of one currency, in one account or in several. */
export type Holding = Pick<Balance, 'currencyId' | 'currency' | 'available' | 'held'> & {
  /** Available plus held. */
  readonly owned: Decimal;
  /** In USDT; zero for nothing, `undefined` when a price is missing. */
  readonly equity: Decimal | undefined;
  /** Whether totals and shares count it: false for a coin that no market can value. */
  readonly isValued: boolean;
};

/** The currencies of one account in the exchange's order; `undefined` when the server lacks that account. */
export function holdingsIn(
  wallet: Wallet | undefined,
  account: AccountKind,
  priceOf: PriceOf,
): readonly Holding[] | undefined {
  return balancesOf(wallet, account)
    ?.filter((balance) => belongsTo(balance, account))
    .map((balance) => holdingOf([balance], balance, priceOf));
}

/** Every currency with its total across accounts, in the exchange's order. */
export function allHoldings(wallet: Wallet | undefined, priceOf: PriceOf): readonly Holding[] | undefined {
  if (wallet === undefined) return undefined;
  const byCurrency = new Map<number, Balance[]>();
  for (const balance of ACCOUNT_KINDS.flatMap((kind) => balancesOf(wallet, kind) ?? [])) {
    byCurrency.set(balance.currencyId, [...(byCurrency.get(balance.currencyId) ?? []), balance]);
  }
  return [...byCurrency.values()].flatMap((balances) =>
    balances[0] === undefined ? [] : [holdingOf(balances, balances[0], priceOf)],
  );
}

/** An account and its worth in USDT; `undefined` when a price is missing. */
type AccountEquity = { readonly account: AccountKind; readonly equity: Decimal | undefined };

/** The server's accounts with their worth. */
export function accountEquities(wallet: Wallet | undefined, priceOf: PriceOf): readonly AccountEquity[] | undefined {
  if (wallet === undefined) return undefined;
  return ACCOUNT_KINDS.flatMap((account) => {
    const balances = balancesOf(wallet, account);
    return balances === undefined ? [] : [{ account, equity: valueInUsdt(balances, priceOf) }];
  });
}

/** Whether a holding is worth less than 1 USDT. Without a price its worth is unknown, so it is not small. */
export function isSmall({ equity }: Holding): boolean {
  return equity !== undefined && compare(equity, ONE) < 0;
}

/** A part of a whole. */
export type Share<Name extends string = string> = {
  readonly name: Name;
  readonly equity: Decimal;
  /** Fraction of the whole, four decimals; all fractions add up to 1. */
  readonly fraction: Decimal;
};

/** Joins parts beyond the maximum. */
export const OTHERS = 'others';
const SHARES_MAX = 6;
const FRACTION_PLACES = 4;
const FRACTION_STEP = decimal('0.0001');
const EXACT_PLACES = 12;

type Part<Name extends string> = { readonly name: Name; readonly equity: Decimal | undefined };

/**
 * Shares of a whole, largest first, without empty parts; beyond six parts the last is {@link OTHERS}. Empty when there
 * is nothing; `undefined` when a worth is unknown, since the other shares would be wrong.
 */
export function sharesOf<Name extends string>(
  parts: readonly Part<Name>[],
): readonly Share<Name | typeof OTHERS>[] | undefined {
  const known = parts.flatMap(({ name, equity }) => (equity === undefined ? [] : [{ name, equity }]));
  if (known.length < parts.length) return undefined;
  const sorted = known.filter(({ equity }) => isPositive(equity)).toSorted((a, b) => compare(b.equity, a.equity));
  const total = add(...sorted.map(({ equity }) => equity));
  if (isZero(total)) return [];
  return roundedShares(joinRest<Name>(sorted), total);
}

/** Rounds each fraction down, then raises those with the largest remainders until they add up to 1. */
function roundedShares<Name extends string>(
  parts: readonly { readonly name: Name; readonly equity: Decimal }[],
  total: Decimal,
): readonly Share<Name>[] {
  const shares = parts.map(({ name, equity }) => {
    const exact = divide(equity, total, EXACT_PLACES, 'down');
    const fraction = round(exact, FRACTION_PLACES, 'down');
    return { name, equity, fraction, remainder: subtract(exact, fraction) };
  });
  let missing = subtract(ONE, add(...shares.map(({ fraction }) => fraction)));
  const raised = new Set<Name>();
  for (const { name } of shares.toSorted((a, b) => compare(b.remainder, a.remainder))) {
    if (!isPositive(missing)) break;
    raised.add(name);
    missing = subtract(missing, FRACTION_STEP);
  }
  return shares.map(({ name, equity, fraction }) => ({
    name,
    equity,
    fraction: raised.has(name) ? add(fraction, FRACTION_STEP) : fraction,
  }));
}

function joinRest<Name extends string>(
  sorted: readonly { readonly name: Name; readonly equity: Decimal }[],
): readonly { readonly name: Name | typeof OTHERS; readonly equity: Decimal }[] {
  if (sorted.length <= SHARES_MAX) return sorted;
  const rest = sorted.slice(SHARES_MAX - 1);
  return [...sorted.slice(0, SHARES_MAX - 1), { name: OTHERS, equity: add(...rest.map(({ equity }) => equity)) }];
}

function holdingOf(
  balances: readonly Balance[],
  { currencyId, currency, isValued = true }: Balance,
  priceOf: PriceOf,
): Holding {
  const available = add(...balances.map((balance) => balance.available));
  const held = add(...balances.map((balance) => balance.held));
  const owned = add(available, held);
  const price = priceOf(currency) ?? balances.find(({ usdtPrice }) => usdtPrice != null)?.usdtPrice ?? undefined;
  return { currencyId, currency, available, held, owned, equity: equityOf(owned, price), isValued };
}

function equityOf(owned: Decimal, price: Decimal | undefined): Decimal | undefined {
  if (isZero(owned)) return ZERO;
  return price && multiply(owned, price);
}

type Uses = Pick<Balance, 'isSpot' | 'isFutures' | 'isOption'>;

/** Whether a currency has an account, by its flags; `undefined` when the server does not send them. */
export const hasAccount = (currency: Uses, account: AccountKind): boolean | undefined =>
  currency[ACCOUNT_FLAGS[account]];

// Servers list every currency in every account; flags decide where it belongs. A balance elsewhere is still shown.
function belongsTo(balance: Balance, account: AccountKind): boolean {
  return hasAccount(balance, account) !== false || !isZero(add(balance.available, balance.held));
}

/** Every currency across accounts, live with the markets; `undefined` while unknown. */
export function useAllHoldings() {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  return useMemo(() => allHoldings(wallet, priceOf), [wallet, priceOf]);
}

/** The currencies of one account; `undefined` while unknown. */
export function useHoldingsIn(account: AccountKind) {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  return useMemo(() => holdingsIn(wallet, account, priceOf), [wallet, account, priceOf]);
}

/** The accounts with their worth in USDT; `undefined` while unknown. */
export function useAccountEquities() {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  return useMemo(() => accountEquities(wallet, priceOf), [wallet, priceOf]);
}
