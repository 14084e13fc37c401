/** A user's balances, as the wallet calls answer them. */
import assert from 'node:assert/strict';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import {
  ACCOUNT_KINDS,
  eachAccount,
  type AccountKind,
  type Balance,
  type getWallet,
  type getWalletDetail,
  type listUserCurrencies,
  type UserCurrency,
  type Wallet,
  type WalletDetail,
} from '@halyard/contract/wallet/calls';
import { isZero, ZERO, type Decimal } from '@halyard/contract/money';
import type { Catalogue } from '../../catalogue.ts';
import type { Database } from '../../db/database.ts';
import { readBalances, type AccountBalance, type UserBalance } from '../../ledger/balances.ts';
import { listMarketRecords, type MarketRecord } from '../../market/marketRecord.ts';
import { type CurrencyRecord, accountsOf } from './repository.ts';
import { usdtPriceOf } from '../../market/usdtPrice.ts';
import { hasWorth, spotFeeRateOf, usdtTotalOf } from './valuation.ts';

type WalletDeps = { readonly db: Database; readonly catalogue: Catalogue };

const NOTHING: AccountBalance = { available: ZERO, held: ZERO };

/**
 * All accounts of a user. Every currency has a row in every account, with zeros when it is empty; `currency` selects
 * rows whose name contains it, `hidesZero` those with a balance. Totals are of the whole account, independent of these
 * filters.
 */
export async function readWallet(
  deps: WalletDeps,
  userId: UserId,
  request: RequestOf<typeof getWallet>,
): Promise<AnswerOf<typeof getWallet>> {
  const [currencies, markets, balances] = await readAll(deps, userId);
  const groupOf = (kind: AccountKind): Wallet['spot'] => {
    const rows = currencies.map((currency) => rowOf(currency, markets, balanceIn(balances, kind, currency)));
    const worth = rows.filter(({ currencyId: id, currency: name }) => hasWorth({ id, name }, markets));
    return {
      balances: rows.filter((row) => isAskedFor(row, request)),
      fiatTotal: null,
      usdtTotal: usdtTotalOf(worth.map((row) => ({ ...row, usdtPrice: row.usdtPrice ?? undefined }))),
    };
  };
  return {
    // Legacy clients have an account for fiat money, and list currencies by that account's rows.
    legal: {
      balances: currencies.map((currency) => rowOf(currency, markets, NOTHING)),
      fiatTotal: null,
      usdtTotal: ZERO,
    },
    ...eachAccount(groupOf),
  };
}

/** One currency with its balance in one account, or in all; the fiat account has none. Errors: CURRENCY_NOT_FOUND. */
export async function readWalletDetail(
  { db, catalogue }: WalletDeps,
  userId: UserId,
  { currencyId, account }: RequestOf<typeof getWalletDetail>,
): Promise<AnswerOf<typeof getWalletDetail>> {
  const [first] = await catalogue.currencies();
  assert.ok(first, 'an exchange without currencies');
  const currency = currencyId === undefined ? first : await catalogue.currency(currencyId);
  const [markets, balances] = await Promise.all([listMarketRecords(db), readBalances(db, userId)]);
  return detailOf(currency, markets, balances, accountsNamed(account));
}

function accountsNamed(account: RequestOf<typeof getWalletDetail>['account']): readonly AccountKind[] {
  if (account === undefined) return ACCOUNT_KINDS;
  return account === 'legal' ? [] : [account];
}

/**
 * Currencies with at least two accounts to transfer between, each with its balances. The fiat account does
 * not count.
 */
export async function readUserCurrencies(
  deps: WalletDeps,
  userId: UserId,
): Promise<AnswerOf<typeof listUserCurrencies>> {
  const [currencies, markets, balances] = await readAll(deps, userId);
  return currencies.flatMap((currency): UserCurrency[] => {
    const kinds = accountsOf(currency);
    if (kinds.length < 2) return [];
    const { id, name, isSpot, isFutures, isOption } = currency;
    return [
      { id, name, isSpot, isFutures, isOption, isLegal: false, wallet: detailOf(currency, markets, balances, kinds) },
    ];
  });
}

async function readAll(
  { db, catalogue }: WalletDeps,
  userId: UserId,
): Promise<[readonly CurrencyRecord[], MarketRecord[], UserBalance[]]> {
  return Promise.all([catalogue.currencies(), listMarketRecords(db), readBalances(db, userId)]);
}

function balanceIn(balances: readonly UserBalance[], kind: AccountKind, { id }: CurrencyRecord): AccountBalance {
  return balances.find((balance) => balance.kind === kind && balance.currencyId === id) ?? NOTHING;
}

function commonFields(currency: CurrencyRecord, markets: readonly MarketRecord[]) {
  return {
    currencyId: currency.id,
    currency: currency.name,
    usdtPrice: usdtPriceOf(currency, markets) ?? null,
    isSpot: currency.isSpot,
    isFutures: currency.isFutures,
    isOption: currency.isOption,
    isLegal: false,
  };
}

function rowOf(
  currency: CurrencyRecord,
  markets: readonly MarketRecord[],
  { available, held }: AccountBalance,
): Balance {
  return { ...commonFields(currency, markets), available, held };
}

function isAskedFor(row: Balance, { currency = '', hidesZero = 0 }: RequestOf<typeof getWallet>): boolean {
  if (!row.currency.toUpperCase().includes(currency.trim().toUpperCase())) return false;
  return hidesZero === 0 || !isZero(row.available) || !isZero(row.held);
}

function detailOf(
  currency: CurrencyRecord,
  markets: readonly MarketRecord[],
  balances: readonly UserBalance[],
  kinds: readonly AccountKind[],
): WalletDetail {
  const spotFeeRate = spotFeeRateOf(currency, markets);
  const detail: WalletDetail = { ...commonFields(currency, markets), ...(spotFeeRate && { spotFeeRate }) };
  return kinds.reduce(
    (rest, kind) => ({ ...rest, ...amountFields(kind, balanceIn(balances, kind, currency)) }),
    detail,
  );
}

type AmountFields = { [K in AccountKind as `${K}Available` | `${K}Held`]?: Decimal };

function amountFields(kind: AccountKind, { available, held }: AccountBalance): AmountFields {
  return { [`${kind}Available`]: available, [`${kind}Held`]: held };
}
