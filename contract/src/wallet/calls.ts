/** Accounts and balances (docs/product.md 7). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  code,
  count,
  decimalNumber,
  decimalWire,
  field,
  flag,
  noParameters,
  wireObject,
  wireRequest,
} from '../codec.ts';
import { currencyId } from '../ids.ts';

/** The four accounts of a user, in the field's terms. */
export const ACCOUNT_KINDS = ['spot', 'option', 'futures', 'trust'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The flag of the currencies that an account exists for. */
export const ACCOUNT_FLAGS = { spot: 'isSpot', option: 'isOption', futures: 'isFutures', trust: 'isSpot' } as const;

/** Something of every account. */
export function eachAccount<T>(of: (kind: AccountKind) => T): Readonly<Record<AccountKind, T>> {
  return { spot: of('spot'), option: of('option'), futures: of('futures'), trust: of('trust') };
}

/** Accounts and the words the wire has for them. */
export const accountKind = code({ spot: 'change', option: 'micro', futures: 'lever', trust: 'trust' });

/** Accounts and their words in the CSV file of ledger entries. */
export const CSV_ACCOUNTS = { spot: 'spot', option: 'option', futures: 'contract', trust: 'trust' } as const;

/** Account numbers of legacy clients; the fiat account is always empty. */
export const accountNumber = code({ legal: 1, spot: 2, futures: 3, option: 4, trust: 6 });

const walletFields = {
  currencyId: field('currency', currencyId),
  currency: field('currency_name', z.string()),
  /** Worth of one unit in USDT; `null` without a market. */
  usdtPrice: field('usdt_price', z.optional(z.nullable(decimalWire))),
  isSpot: field('is_match', z.optional(flag)),
  isFutures: field('is_lever', z.optional(flag)),
  isOption: field('is_micro', z.optional(flag)),
  isLegal: field('is_legal', z.optional(flag)),
} as const;

function walletRow<const W extends string>(word: W) {
  return wireObject({
    ...walletFields,
    available: field(`${word}_balance`, decimalWire),
    held: field(`lock_${word}_balance`, decimalWire),
    /** Whether totals count it: a coin that no market can value is left out. */
    isValued: field('is_valued', z.optional(flag)),
  });
}

const spotRow = walletRow('change');
/** One currency of one account. */
export type Balance = z.output<typeof spotRow>;

function walletGroup<const W extends string>(word: W) {
  return wireObject({
    balances: field('balance', z.array(walletRow(word))),
    /** In the fiat currency of legacy clients, which this exchange does not quote. */
    fiatTotal: field('totle', z.optional(z.nullable(decimalWire))),
    /** A number, because legacy clients add it up directly. */
    usdtTotal: field('usdt_totle', z.nullable(decimalNumber)),
  });
}

const walletList = wireObject({
  legal: field('legal_wallet', z.optional(walletGroup('legal'))),
  spot: field('change_wallet', walletGroup('change')),
  futures: field('lever_wallet', walletGroup('lever')),
  option: field('micro_wallet', walletGroup('micro')),
  trust: field('trust_wallet', z.optional(walletGroup('trust'))),
});
/** Balances of all accounts. */
export type Wallet = z.output<typeof walletList>;

export const getWallet = defineCall({
  method: 'POST',
  path: 'wallet/list',
  access: 'user',
  summary: 'Balances of all accounts with their worth in USDT.',
  request: wireRequest({
    currency: field('currency_name', z.optional(z.string().check(z.maxLength(32)))),
    hidesZero: field('zero_flag', z.optional(count)),
  }),
  answer: walletList,
});

const walletDetail = wireObject({
  ...walletFields,
  spotAvailable: field('change_balance', z.optional(decimalWire)),
  spotHeld: field('lock_change_balance', z.optional(decimalWire)),
  futuresAvailable: field('lever_balance', z.optional(decimalWire)),
  futuresHeld: field('lock_lever_balance', z.optional(decimalWire)),
  optionAvailable: field('micro_balance', z.optional(decimalWire)),
  optionHeld: field('lock_micro_balance', z.optional(decimalWire)),
  trustAvailable: field('trust_balance', z.optional(decimalWire)),
  trustHeld: field('lock_trust_balance', z.optional(decimalWire)),
  /** A fraction; the taker's. */
  spotFeeRate: field('coin_trade_fee', z.optional(decimalWire)),
});
export type WalletDetail = z.output<typeof walletDetail>;

/**
 * Answers balances of the requested account, or of all accounts; the first currency where none is named. Errors:
 * CURRENCY_NOT_FOUND.
 */
export const getWalletDetail = defineCall({
  method: 'POST',
  path: 'wallet/detail',
  access: 'user',
  summary: 'One currency of one account.',
  request: wireRequest({
    currencyId: field('currency', choiceOf(currencyId)),
    account: field('type', choiceOf(z.union([accountKind, z.literal('legal')]))),
  }),
  answer: walletDetail,
});

const currencyFields = {
  id: field('id', currencyId),
  name: field('name', z.string()),
  isSpot: field('is_match', flag),
  isFutures: field('is_lever', flag),
  isOption: field('is_micro', flag),
  isLegal: field('is_legal', flag),
} as const;

const userCurrency = wireObject({
  ...currencyFields,
  wallet: field('wallet', z.nullable(walletDetail)),
});
export type UserCurrency = z.output<typeof userCurrency>;

export const listUserCurrencies = defineCall({
  method: 'GET',
  path: 'currency/user_currency_list',
  access: 'user',
  summary: 'Currencies that can be moved between accounts, each with its wallet.',
  request: noParameters,
  answer: z.array(userCurrency),
});

/** For legacy clients. */
export const listCurrencies = defineCall({
  method: 'GET',
  path: 'currency/list',
  summary: 'All currencies.',
  request: noParameters,
  answer: z.array(
    // Ours: the common name.
    wireObject({ ...currencyFields, title: field('title', z.optional(z.nullable(z.string()))) }),
  ),
});
