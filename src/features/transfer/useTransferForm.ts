/** The transfer form at work: what was chosen, what is wrong with it, and sending it. */
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { parseDecimal } from '@halyard/contract/money';
import { useMovable } from '../../domain/futures/useFutures.ts';
import { transferWrite, useListMovableQuery } from '../../domain/wallet/transfersApi.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { balanceOf } from '../../domain/wallet/walletData.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { useBusyWhile } from '../../shared/pwa/busy.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { transferError, transferFormOf, transferReducer, transferStart, transferWay } from './transferForm.ts';

/** The places of an amount in any currency. */
export const AMOUNT_PLACES = 8;

/** `error` is the one to be shown: a missing amount is only wrong once sending was tried. */
export function useTransferForm() {
  const { t } = useTranslation('transfer');
  const format = useFormat();
  const [query] = useSearchParams();
  const [form, dispatch] = useReducer(transferReducer, query, transferFormOf);
  const [wasTried, setWasTried] = useState(false);
  const movable = useListMovableQuery();
  const { wallet, error: walletError } = useWallet();
  const transfer = useMoneyMutation(transferWrite);
  const currencies = movable.currentData;
  if (form.direction === undefined && currencies !== undefined && (wallet ?? walletError) !== undefined) {
    const availableOf = (account: AccountKind, currency: string) => balanceOf(wallet, account, currency)?.available;
    dispatch({ type: 'started', start: transferStart(form, currencies, availableOf) });
  }
  const way = transferWay(form, currencies ?? []);
  const available = useMovable(way.from, way.currency?.currency);
  const error = transferError(way, form.amount, available);
  const isShown = wasTried || error?.code !== 'AMOUNT_REQUIRED';

  // A new version of the app waits until nothing typed and nothing sent would be lost by it.
  useBusyWhile(form.amount !== '' || transfer.isSending);

  async function submit(): Promise<void> {
    setWasTried(true);
    const amount = parseDecimal(form.amount);
    const { from, to, currency } = way;
    // The balance known here may be the one of before a deposit: whether it covers the amount is the exchange's to say.
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

/** A form and what can be done with it. */
export type TransferControl = ReturnType<typeof useTransferForm>;
