import { useState } from 'react';
import type { NoticeCode } from '@halyard/contract/errors';
import { appErrorText, errorText, noticeText } from '../../shared/i18n/errorText.ts';
import type { MoneyCall, MoneyMutation, PendingRequestOf } from '../../shared/money-mutations/moneyMutation.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './RemoveButton.module.css';

type RemoveButtonProps<C extends MoneyCall> = {
  mutation: MoneyMutation<C>;
  request: PendingRequestOf<C>;
  /** Toast after success. */
  notice: NoticeCode;
  /** The label, and those of the sheet that asks for confirmation. */
  texts: { readonly remove: string; readonly ask: string; readonly explain: string; readonly keep: string };
  onRemoved?: () => void;
};

/** Removes a target of withdrawals after a confirmation. */
export function RemoveButton<C extends MoneyCall>({
  mutation,
  request,
  notice,
  texts,
  onRemoved,
}: RemoveButtonProps<C>) {
  const [isAsking, setAsking] = useState(false);
  const { send, isSending, status, error } = useMoneyMutation(mutation);
  const checking = useCheckingText(status);
  const unreachable = useMoneyBlockedReason();

  async function remove(): Promise<void> {
    const notify = () => showToast({ kind: 'success', text: noticeText(notice) });
    if ((await answerOf(send(request), notify)) === undefined) return;
    setAsking(false);
    onRemoved?.();
  }
  return (
    <>
      <Button kind="quiet" className={styles['remove']} onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      <ConfirmSheet
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={texts.ask}
        description={texts.explain}
        confirmLabel={texts.remove}
        kind="danger"
        cancelLabel={texts.keep}
        onConfirm={() => void remove()}
        isConfirming={isSending}
        isDisabled={unreachable !== undefined}
        error={
          unreachable === undefined
            ? (checking ?? (error && appErrorText(error)))
            : errorText(unreachable.code, unreachable.params)
        }
      />
    </>
  );
}
