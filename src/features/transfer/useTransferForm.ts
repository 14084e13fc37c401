import type { CodedError } from '@halyard/contract/errors';
import { checkTransfer } from '@halyard/contract/wallet/transfer';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/wallet/calls';
import { parseDecimal, compare, isPositive, ZERO, type Decimal } from '@halyard/contract/money';
import { useMovable } from '../../domain/futures/useFutures.ts';
import { transferMutation, useListMovableQuery, type MovableCurrency } from '../../domain/wallet/transfersApi.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { balanceOf } from '../../domain/wallet/walletData.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { answerOf, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { useBusyWhile } from '../../shared/pwa/busy.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';

/** Decimal places of an amount in any currency. */
export const AMOUNT_PLACES = 8;

/** State of the transfer form. `error` is the one to show: a missing amount is an error only after a try. */
export function useTransferForm() {
  const { t } = useTranslation('transfer');
  const format = useFormat();
  const [query] = useSearchParams();
  const [form, dispatch] = useReducer(transferReducer, query, transferFormOf);
  const [wasTried, setWasTried] = useState(false);
  const movable = useListMovableQuery();
  const { wallet, error: walletError } = useWallet();
  const transfer = useMoneyMutation(transferMutation);
  const currencies = movable.currentData;
  if (form.direction === undefined && currencies !== undefined && (wallet ?? walletError) !== undefined) {
    const availableOf = (account: AccountKind, currency: string) => balanceOf(wallet, account, currency)?.available;
    dispatch({ type: 'started', start: transferStart(form, currencies, availableOf) });
  }
  const way = transferWay(form, currencies ?? []);
  const available = useMovable(way.from, way.currency?.currency);
  const error = transferError(way, form.amount, available);
  const isShown = wasTried || error?.code !== 'AMOUNT_REQUIRED';

  // An app update waits until nothing typed or sent would be lost.
  useBusyWhile(form.amount !== '' || transfer.isSending);

  async function submit(): Promise<void> {
    setWasTried(true);
    const amount = parseDecimal(form.amount);
    const { from, to, currency } = way;
    // The known balance may be older than a deposit: the exchange decides whether it covers the amount.
    const isRefused = error !== undefined && error.code !== 'INSUFFICIENT_BALANCE';
    if (isRefused || amount === undefined || currency === undefined || transfer.isSending) return;
    const text = t('done', { amount: format.amountOf(amount, currency.currency), coin: currency.currency });
    const sending = transfer.send({ from, to, currencyId: currency.currencyId, amount });
    if ((await answerOf(sending, () => showToast({ kind: 'success', text }))) === undefined) return;
    // The user may have typed the next amount already.
    dispatch({ type: 'transferred', sent: form });
    setWasTried(false);
  }

  return {
    form,
    dispatch,
    way,
    available,
    error: isShown ? error : undefined,
    isSending: transfer.isSending,
    status: transfer.status,
    failure: transfer.error,
    submit,
    isLoading: form.direction === undefined,
    loadError: movable.currentData === undefined ? (movable.error as AppError | undefined) : undefined,
    reload: movable.refetch,
  } as const;
}

/** A form and its actions. */
export type TransferControl = ReturnType<typeof useTransferForm>;

// Reducer of the transfer form, and its result with the transferable currencies.

type TransferForm = {
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

type TransferEvent =
  | { readonly type: 'started'; readonly start: TransferStart }
  | { readonly type: 'directionChosen'; readonly direction: Direction }
  | { readonly type: 'currencyChosen'; readonly currency: string }
  | { readonly type: 'amountEdited'; readonly amount: string }
  | { readonly type: 'transferred'; readonly sent: TransferForm };

/** Initial values: from an account with a balance. */
type TransferStart = { readonly direction: Direction; readonly currency: string | undefined };

/** Available balance of a currency in an account. */
type AvailableOf = (account: AccountKind, currency: string) => Decimal | undefined;

/** A transfer: its accounts, the possible currencies, and the chosen one. */
type TransferWay = Direction & {
  readonly currencies: readonly MovableCurrency[];
  readonly currency: MovableCurrency | undefined;
};

/** The form of a link; invalid values are ignored. */
function transferFormOf(query: URLSearchParams): TransferForm {
  const accountOf = (name: string) => ACCOUNT_KINDS.find((kind) => kind === query.get(name));
  const [linked, linkedTo] = [accountOf('from'), accountOf('to')];
  return { direction: undefined, linked, linkedTo, currency: query.get('currency') ?? undefined, amount: '' };
}

/** The amount is cleared when it refers to another balance. */
function transferReducer(form: TransferForm, event: TransferEvent): TransferForm {
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
      return form === event.sent ? { ...form, amount: '' } : form;
  }
}

/** The direction after one end changed; choosing the account of the other end swaps the two. */
export function redirect({ from, to }: Direction, end: keyof Direction, account: AccountKind): Direction {
  const other = end === 'from' ? to : from;
  const rest = other === account ? (end === 'from' ? from : to) : other;
  return end === 'from' ? { from: account, to: rest } : { from: rest, to: account };
}

/** Combines the form with the transferable currencies. */
function transferWay(form: TransferForm, movable: readonly MovableCurrency[]): TransferWay {
  const { from, to } = form.direction ?? FIRST;
  const currencies = movable.filter(({ accounts }) => accounts.includes(from) && accounts.includes(to));
  const currency = currencies.find((known) => known.currency === form.currency) ?? currencies[0];
  return { from, to, currencies, currency };
}

/** The first error. `available` is unknown when undefined. */
function transferError(way: TransferWay, amountText: string, available: Decimal | undefined): CodedError | undefined {
  const amount = parseDecimal(amountText);
  const error = checkTransfer({ from: way.from, to: way.to, amount });
  if (error !== undefined || amount === undefined || available === undefined) return error;
  return compare(amount, available) > 0 ? { code: 'INSUFFICIENT_BALANCE' } : undefined;
}

/**
 * Initial direction and currency. A linked source without a balance is the target, unless the link names a target;
 * without a link the spot account is the source, or the first one with a balance.
 */
function transferStart(
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
