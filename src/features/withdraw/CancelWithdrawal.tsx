import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Withdrawal } from '@halyard/contract/withdrawals/calls';
import { withdrawalCancellation } from '../../domain/withdrawals/withdrawalsApi.ts';
import { isStillOpen, type AppError } from '../../shared/api/appError.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText, errorText } from '../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../shared/money-mutations/useCheckingText.ts';
import { useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';

/** Takes a withdrawal back while it is under review. */
export function CancelWithdrawal({ withdrawal, unit }: { withdrawal: Withdrawal; unit: string }) {
  const { t } = useTranslation('withdraw');
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<AppError>();
  const { send, isSending, status } = useMoneyMutation(withdrawalCancellation);
  const checking = useCheckingText(status);
  const unreachable = useMoneyBlockedReason();
  const failed = error && (isStillOpen(error) ? t('status.unknown') : appErrorText(error));
  const amount = format.money(withdrawal.amount, unit);

  async function cancel(): Promise<void> {
    const outcome = await send({ id: withdrawal.id });
    if (outcome === undefined) return;
    const { error: failure } = outcome;
    if (failure !== undefined) return setError(failure);
    setAsking(false);
    showToast({ kind: 'success', text: t('status.cancelDone', { amount }) });
  }
  const ask = (isOpen: boolean) => {
    setError(undefined);
    setAsking(isOpen);
  };
  return (
    <>
      <MoneyButton kind="ghost" isSending={false} onPress={() => ask(true)}>
        {t('status.cancel')}
      </MoneyButton>
      <ConfirmSheet
        isOpen={isAsking}
        onOpenChange={ask}
        title={t('status.cancelAsk')}
        description={t('status.cancelExplain', { amount })}
        confirmLabel={t('status.cancel')}
        cancelLabel={t('status.keep')}
        onConfirm={() => void cancel()}
        isConfirming={isSending}
        isDisabled={unreachable !== undefined}
        error={unreachable === undefined ? (checking ?? failed) : errorText(unreachable.code, unreachable.params)}
      />
    </>
  );
}
