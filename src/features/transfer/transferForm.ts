/**
 * The form of a transfer: a reducer over what was chosen and typed, and what it comes to with the currencies that can
 * be moved.
 */
import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/calls/wallet';
import type { CodedError } from '@halyard/contract/errors';
import { compare, parseDecimal, type Decimal } from '@halyard/contract/money';
import { checkTransfer } from '@halyard/contract/rules/transfer';
import type { MovableCurrency } from '../../domain/wallet/transfersApi.ts';

export type TransferForm = {
  readonly from: AccountKind;
  /** Absent until it is chosen: then it is one that the currency can go to. */
  readonly to: AccountKind | undefined;
  readonly currency: string | undefined;
  /** Decimal text; '' is missing. */
  readonly amount: string;
};

/** From where to where. */
export type Direction = { readonly from: AccountKind; readonly to: AccountKind };

export type TransferEvent =
  | { readonly type: 'directionChosen'; readonly direction: Direction }
  | { readonly type: 'currencyChosen'; readonly currency: string }
  | { readonly type: 'amountEdited'; readonly amount: string }
  | { readonly type: 'transferred' };

/** What a transfer would be: its accounts, the currencies that can go that way, and the one that does. */
export type TransferWay = Direction & {
  readonly currencies: readonly MovableCurrency[];
  readonly currency: MovableCurrency | undefined;
};

/** The form as a link to it says; what a link says wrong counts as not said. */
export function transferFormOf(query: URLSearchParams): TransferForm {
  const from = ACCOUNT_KINDS.find((kind) => kind === query.get('from')) ?? 'spot';
  return { from, to: undefined, currency: query.get('currency') ?? undefined, amount: '' };
}

/** The amount is cleared when it would be one of another balance. */
export function transferReducer(form: TransferForm, event: TransferEvent): TransferForm {
  switch (event.type) {
    case 'directionChosen':
      return { ...form, ...event.direction, amount: event.direction.from === form.from ? form.amount : '' };
    case 'currencyChosen':
      return event.currency === form.currency ? form : { ...form, currency: event.currency, amount: '' };
    case 'amountEdited':
      return { ...form, amount: event.amount };
    case 'transferred':
      return { ...form, amount: '' };
  }
}

/** The direction after one of its ends was chosen anew; choosing the account of the other end swaps the two. */
export function redirect({ from, to }: Direction, end: keyof Direction, account: AccountKind): Direction {
  const other = end === 'from' ? to : from;
  const rest = other === account ? (end === 'from' ? from : to) : other;
  return end === 'from' ? { from: account, to: rest } : { from: rest, to: account };
}

/** Puts the form together with the currencies that can be moved. */
export function transferWay(form: TransferForm, movable: readonly MovableCurrency[]): TransferWay {
  const { from } = form;
  const to = form.to ?? likelyTarget(form, movable);
  const currencies = movable.filter(({ accounts }) => accounts.includes(from) && accounts.includes(to));
  const currency = currencies.find((known) => known.currency === form.currency) ?? currencies[0];
  return { from, to, currencies, currency };
}

/**
 * Everything that is wrong; at most one error, since one at a time is enough to act on. `available` is unknown when
 * undefined.
 */
export function transferError(
  way: TransferWay,
  amountText: string,
  available: Decimal | undefined,
): CodedError | undefined {
  const amount = parseDecimal(amountText);
  const error = checkTransfer({ from: way.from, to: way.to, amount });
  if (error !== undefined || amount === undefined || available === undefined) return error;
  return compare(amount, available) > 0 ? { code: 'INSUFFICIENT_BALANCE' } : undefined;
}

// Most money goes from the spot account to contracts and back, unless the currency that a link names cannot.
const LIKELY: readonly AccountKind[] = ['contract', 'spot', 'trust', 'option'];

function likelyTarget({ from, currency }: TransferForm, movable: readonly MovableCurrency[]): AccountKind {
  const named = movable.find((known) => known.currency === currency);
  const targets = from === 'spot' ? LIKELY : (['spot', ...LIKELY] as const);
  const others = targets.filter((kind) => kind !== from);
  return others.find((kind) => named === undefined || named.accounts.includes(kind)) ?? others[0] ?? 'spot';
}
