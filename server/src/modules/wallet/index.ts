/** The wallet calls: balances, transfers, ledger entries, value. */
import assert from 'node:assert/strict';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { isPositive, isZero, ONE, ZERO, type Decimal } from '@halyard/contract/money';
import {
  ACCOUNT_KINDS,
  eachAccount,
  getWallet,
  getWalletDetail,
  listCurrencies,
  listUserCurrencies,
  type AccountKind,
  type Balance,
  type UserCurrency,
  type Wallet,
  type WalletDetail,
} from '@halyard/contract/wallet/calls';
import { averageCost, COST_UNIT, unrealisedProfit } from '@halyard/contract/wallet/cost';
import {
  getCosts,
  HOLDINGS_CSV_COLUMNS,
  HOLDINGS_CSV_PATH,
  TAX_CSV_PATH,
  taxCsvRequest,
  type OwnCost,
} from '@halyard/contract/wallet/costCalls';
import { ENTRIES_CSV_PATH, entriesCsvRequest, getPerformance, listEntries } from '@halyard/contract/wallet/entryCalls';
import {
  listTransfers,
  listTransferSides,
  transferFunds,
  TRANSFERS_CSV_PATH,
  transfersCsvRequest,
  type Transfer,
} from '@halyard/contract/wallet/transferCalls';
import { getResults, listResultEntries } from '@halyard/contract/wallet/resultCalls';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import { cell, csvLine } from '../../calls/csvFile.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import type { Catalogue } from '../../catalogue.ts';
import type { Database } from '../../db/database.ts';
import { readBalances, type AccountBalance, type UserBalance } from '../../ledger/ledger.ts';
import { listMarketRecords, type MarketRecord } from '../../market/marketRecord.ts';
import { isValued, usdtPriceOf } from '../../market/usdtPrice.ts';
import type { Module } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { readCosts, readTaxCsv, selectOwned, UNKNOWN } from './cost.ts';
import { readEntries, readEntriesCsv, readTransferSides } from './entries.ts';
import { readPerformance, spotFeeRateOf, usdtTotalOf } from './performance.ts';
import { accountsOf, type CurrencyRecord } from './repository.ts';
import { readResultEntries, readResults } from './results.ts';
import { createTransfers, readTransfersCsv, selectTransfers } from './transferFunds.ts';

export const wallet: Module = {
  csvFiles: [
    {
      path: ENTRIES_CSV_PATH,
      name: 'movements',
      open: (db, userId, query) => readEntriesCsv(db, userId, decodeInput(entriesCsvRequest, query)),
    },
    {
      path: TRANSFERS_CSV_PATH,
      name: 'transfers',
      open: (db, userId, query) => readTransfersCsv(db, userId, decodeInput(transfersCsvRequest, query)),
    },
    { path: HOLDINGS_CSV_PATH, name: 'holdings', open: async (db, userId) => readHoldingsCsv(db, userId) },
    {
      path: TAX_CSV_PATH,
      name: 'tax',
      open: async (db, userId, query) => readTaxCsv(db, userId, decodeInput(taxCsvRequest, query)),
    },
  ],
  create(deps) {
    const { db, catalogue } = deps;
    const transfer = createTransfers(deps);
    return {
      handlers: [
        answerUser(getWallet, (request, { user }) => readWallet(deps, user.id, request)),
        answerUser(getWalletDetail, (request, { user }) => readWalletDetail(deps, user.id, request)),
        answerPublic(listCurrencies, async () =>
          (await catalogue.currencies()).map((currency) => ({ ...currency, isLegal: false })),
        ),
        answerUser(listUserCurrencies, (_request, { user }) => readUserCurrencies(deps, user.id)),
        answerUser(transferFunds, (request, caller) => transfer(caller, request)),
        answerUser(listTransferSides, (request, caller) => readTransferSides(db, caller, request)),
        answerUser(listTransfers, async (request, { user }) => {
          const page = pageOf(request);
          return toNumberedPage<Transfer>(listTransfers.path, page, await selectTransfers(db, user.id, request, page));
        }),
        answerUser(listEntries, (request, caller) => readEntries(deps, caller, request)),
        answerUser(getCosts, (_request, { user }) => readCosts(db, user.id)),
        answerUser(getResults, (request, { user }) => readResults(deps, user.id, request)),
        answerUser(listResultEntries, (request, { user }) => readResultEntries(deps, user.id, request)),
        answerUser(getPerformance, (_request, { user }) => readPerformance(deps, user.id)),
      ],
    };
  },
};

// A user's balances, as the wallet calls answer them.

type WalletDeps = { readonly db: Database; readonly catalogue: Catalogue };

const NOTHING: AccountBalance = { available: ZERO, held: ZERO };

/**
 * All accounts of a user. Every currency has a row in every account, with zeros when it is empty; `currency` selects
 * rows whose name contains it, `hidesZero` those with a balance. Totals are of the whole account, independent of these
 * filters.
 */
async function readWallet(
  deps: WalletDeps,
  userId: UserId,
  request: RequestOf<typeof getWallet>,
): Promise<AnswerOf<typeof getWallet>> {
  const [currencies, markets, balances] = await readAll(deps, userId);
  const groupOf = (kind: AccountKind): Wallet['spot'] => {
    const rows = currencies.map((currency) => rowOf(currency, markets, balanceIn(balances, kind, currency)));
    const valued = rows.filter((row) => row.isValued);
    return {
      balances: rows.filter((row) => isAskedFor(row, request)),
      fiatTotal: null,
      usdtTotal: usdtTotalOf(valued.map((row) => ({ ...row, usdtPrice: row.usdtPrice ?? undefined }))),
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
async function readWalletDetail(
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
async function readUserCurrencies(deps: WalletDeps, userId: UserId): Promise<AnswerOf<typeof listUserCurrencies>> {
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
  return { ...commonFields(currency, markets), available, held, isValued: isValued(currency, markets) };
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

// A user's coins as CSV: their value now, their cost, and their unrealised gain.

type Columns = Readonly<Record<(typeof HOLDINGS_CSV_COLUMNS)[number], string>>;

const METHOD = 'average cost';

/** The file: the header row, then a line for each owned currency, in the exchange's order. */
async function* readHoldingsCsv(db: Database, userId: UserId): AsyncGenerator<string> {
  const [{ positions }, owned, markets] = await Promise.all([
    readCosts(db, userId),
    selectOwned(db, userId),
    listMarketRecords(db),
  ]);
  yield `${HOLDINGS_CSV_COLUMNS.join(',')}\r\n`;
  for (const { id, name, amount } of owned) {
    const position = positions.find(({ currency }) => currency === name);
    const row = name === COST_UNIT ? unitOf(amount) : position && coinOf(position, usdtPriceOf({ id, name }, markets));
    if (row !== undefined && isPositive(amount)) yield csvLine(HOLDINGS_CSV_COLUMNS, row);
  }
}

function coinOf(position: OwnCost, price: Decimal | undefined): Columns {
  const profit = unrealisedProfit(position, price);
  const worth = unrealisedProfit({ ...position, cost: ONE }, price)?.worth;
  return {
    currency: cell(position.currency),
    amount: position.amount,
    price_usdt: price ?? UNKNOWN,
    worth_usdt: worth ?? UNKNOWN,
    average_cost_usdt: averageCost(position) ?? UNKNOWN,
    cost_usdt: position.cost ?? UNKNOWN,
    unrealised_profit_usdt: profit?.amount ?? UNKNOWN,
    // Without a cost there is no percentage.
    unrealised_profit_percent: profit === undefined ? UNKNOWN : (profit.percent ?? ''),
    cost_unknown_since_utc: position.unknownSince ?? '',
    method: METHOD,
  };
}

/** The currency of costs: its value and cost equal its amount. */
function unitOf(amount: Decimal): Columns {
  return {
    currency: COST_UNIT,
    amount,
    price_usdt: ONE,
    worth_usdt: amount,
    average_cost_usdt: ONE,
    cost_usdt: amount,
    unrealised_profit_usdt: '0',
    unrealised_profit_percent: '0',
    cost_unknown_since_utc: '',
    method: METHOD,
  };
}
