/** Reducer of the transfer form, and its result with the transferable currencies. */
import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/wallet/calls';
import type { CodedError } from '@halyard/contract/errors';
import { compare, isPositive, parseDecimal, ZERO, type Decimal } from '@halyard/contract/money';
import { checkTransfer } from '@halyard/contract/wallet/transfer';
import type { MovableCurrency } from '../../domain/wallet/transfersApi.ts';

export type TransferForm = {
  /** Undefined until the initial account is known. */
  readonly direction: Direction | undefined;
  /** The source account named by a link. */
  readonly linked: AccountKind | undefined;
  /** The target account named by a link. */
  readonly linkedTo: AccountKind | undefined;
  readonly currency: string | undefined;
  /** Decimal text; '' is missing. */
  readonly amount: string;
};

/** Source and target account. */
export type Direction = { readonly from: AccountKind; readonly to: AccountKind };

export type TransferEvent =
  | { readonly type: 'started'; readonly start: TransferStart }
  | { readonly type: 'directionChosen'; readonly direction: Direction }
  | { readonly type: 'currencyChosen'; readonly currency: string }
  | { readonly type: 'amountEdited'; readonly amount: string }
  | { readonly type: 'transferred' };

/** Initial values: from an account with a balance. */
export type TransferStart = { readonly direction: Direction; readonly currency: string | undefined };

/** Available balance of a currency in an account. */
type AvailableOf = (account: AccountKind, currency: string) => Decimal | undefined;

/** A transfer: its accounts, the possible currencies, and the chosen one. */
export type TransferWay = Direction & {
  readonly currencies: readonly MovableCurrency[];
  readonly currency: MovableCurrency | undefined;
};

/** The form of a link; invalid values are ignored. */
export function transferFormOf(query: URLSearchParams): TransferForm {
  const accountOf = (name: string) => ACCOUNT_KINDS.find((kind) => kind === query.get(name));
  const [linked, linkedTo] = [accountOf('from'), accountOf('to')];
  return { direction: undefined, linked, linkedTo, currency: query.get('currency') ?? undefined, amount: '' };
}

/** The amount is cleared when it refers to another balance. */
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

/** The direction after one end changed; choosing the account of the other end swaps the two. */
export function redirect({ from, to }: Direction, end: keyof Direction, account: AccountKind): Direction {
  const other = end === 'from' ? to : from;
  const rest = other === account ? (end === 'from' ? from : to) : other;
  return end === 'from' ? { from: account, to: rest } : { from: rest, to: account };
}

/** Combines the form with the transferable currencies. */
export function transferWay(form: TransferForm, movable: readonly MovableCurrency[]): TransferWay {
  const { from, to } = form.direction ?? FIRST;
  const currencies = movable.filter(({ accounts }) => accounts.includes(from) && accounts.includes(to));
  const currency = currencies.find((known) => known.currency === form.currency) ?? currencies[0];
  return { from, to, currencies, currency };
}

/** The first error. `available` is unknown when undefined. */
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
 * Initial direction and currency. A linked source without a balance is the target, unless the link names a target;
 * without a link the spot account is the source, or the first one with a balance.
 */
export function transferStart(
  { linked, linkedTo, currency: named }: TransferForm,
  movable: readonly MovableCurrency[],
  availableOf: AvailableOf,
): TransferStart {
  const wanted = movable.filter(({ currency }) => named === undefined || currency === named);
  const ownedIn = (kind: AccountKind) =>
    wanted.find(({ currency, accounts }) => accounts.includes(kind) && isPositive(availableOf(kind, currency) ?? ZERO));
  const first = linked ?? FIRST.from;
  const sources = [first, ...LIKELY].filter((kind) => kind !== linkedTo);
  const from = sources.find((kind) => ownedIn(kind) !== undefined) ?? sources[0] ?? first;
  const owned = ownedIn(from);
  const going = owned ?? (named === undefined ? undefined : wanted[0]);
  const targets = [
    ...(linkedTo === undefined ? [] : [linkedTo]),
    ...(linked === undefined ? [] : [linked]),
    ...(from === 'spot' ? LIKELY : (['spot', ...LIKELY] as const)),
  ];
  const others = targets.filter((kind) => kind !== from);
  const to = others.find((kind) => going === undefined || going.accounts.includes(kind)) ?? others[0] ?? 'spot';
  return { direction: { from, to }, currency: named ?? owned?.currency };
}

// The most common transfer: from the spot to the futures account.
const FIRST: Direction = { from: 'spot', to: 'futures' };
const LIKELY: readonly AccountKind[] = [...new Set([FIRST.to, FIRST.from, ...ACCOUNT_KINDS.toReversed()])];
