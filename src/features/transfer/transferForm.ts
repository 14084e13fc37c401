/**
 * The form of a transfer: a reducer over what was chosen and typed, and what it comes to with the currencies that can
 * be moved.
 */
import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/wallet/calls';
import type { CodedError } from '@halyard/contract/errors';
import { compare, isPositive, parseDecimal, ZERO, type Decimal } from '@halyard/contract/money';
import { checkTransfer } from '@halyard/contract/wallet/transfer';
import type { MovableCurrency } from '../../domain/wallet/transfersApi.ts';

export type TransferForm = {
  /** Absent until it is known where it can start. */
  readonly direction: Direction | undefined;
  /** The account that a link says. */
  readonly linked: AccountKind | undefined;
  readonly currency: string | undefined;
  /** Decimal text; '' is missing. */
  readonly amount: string;
};

/** From where to where. */
export type Direction = { readonly from: AccountKind; readonly to: AccountKind };

export type TransferEvent =
  | { readonly type: 'started'; readonly start: TransferStart }
  | { readonly type: 'directionChosen'; readonly direction: Direction }
  | { readonly type: 'currencyChosen'; readonly currency: string }
  | { readonly type: 'amountEdited'; readonly amount: string }
  | { readonly type: 'transferred' };

/** How a form starts: from an account that has something to move. */
export type TransferStart = { readonly direction: Direction; readonly currency: string | undefined };

/** What there is of a currency in an account. */
type AvailableOf = (account: AccountKind, currency: string) => Decimal | undefined;

/** What a transfer would be: its accounts, the currencies that can go that way, and the one that does. */
export type TransferWay = Direction & {
  readonly currencies: readonly MovableCurrency[];
  readonly currency: MovableCurrency | undefined;
};

/** The form as a link to it says; what a link says wrong counts as not said. */
export function transferFormOf(query: URLSearchParams): TransferForm {
  const linked = ACCOUNT_KINDS.find((kind) => kind === query.get('from'));
  return { direction: undefined, linked, currency: query.get('currency') ?? undefined, amount: '' };
}

/** The amount is cleared when it would be one of another balance. */
export function transferReducer(form: TransferForm, event: TransferEvent): TransferForm {
  switch (event.type) {
    case 'started':
      return { ...form, ...event.start };
    case 'directionChosen':
      return { ...form, ...event, amount: event.direction.from === form.direction?.from ? form.amount : '' };
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
  const { from, to } = form.direction ?? FIRST;
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

/**
 * Where a form starts. An account that a link says, and that has nothing to move, is where something is to go; without
 * a link it is the spot account that starts, or the first one that has something.
 */
export function transferStart(
  { linked, currency: named }: TransferForm,
  movable: readonly MovableCurrency[],
  availableOf: AvailableOf,
): TransferStart {
  const wanted = movable.filter(({ currency }) => named === undefined || currency === named);
  const ownedIn = (kind: AccountKind) =>
    wanted.find(({ currency, accounts }) => accounts.includes(kind) && isPositive(availableOf(kind, currency) ?? ZERO));
  const first = linked ?? FIRST.from;
  const from = [first, ...LIKELY].find((kind) => ownedIn(kind) !== undefined) ?? first;
  const owned = ownedIn(from);
  const going = owned ?? (named === undefined ? undefined : wanted[0]);
  const targets = [
    ...(linked === undefined ? [] : [linked]),
    ...(from === 'spot' ? LIKELY : (['spot', ...LIKELY] as const)),
  ];
  const others = targets.filter((kind) => kind !== from);
  const to = others.find((kind) => going === undefined || going.accounts.includes(kind)) ?? others[0] ?? 'spot';
  return { direction: { from, to }, currency: named ?? owned?.currency };
}

// Most money goes from the spot account to contracts and back.
const FIRST: Direction = { from: 'spot', to: 'contract' };
const LIKELY: readonly AccountKind[] = ['contract', 'spot', 'trust', 'option'];
