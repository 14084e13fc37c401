import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { parseDecimal } from '@halyard/contract/money';
import { useMovable } from '../../domain/futures/useFutures.ts';
import { transferMutation, useListMovableQuery } from '../../domain/wallet/transfersApi.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { balanceOf } from '../../domain/wallet/walletData.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { useBusyWhile } from '../../shared/pwa/busy.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { transferError, transferFormOf, transferReducer, transferStart, transferWay } from './transferForm.ts';

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
    const outcome = await transfer.send({ from, to, currencyId: currency.currencyId, amount });
    if (outcome === undefined || outcome.error !== undefined) return;
    const moved = { amount: format.amountOf(amount, currency.currency), coin: currency.currency };
    showToast({ kind: 'success', text: t('done', moved) });
    dispatch({ type: 'transferred' });
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
