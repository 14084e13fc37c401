import { useTranslation } from 'react-i18next';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../shared/money-mutations/useCheckingText.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { PinField } from '../../shared/ui/PinField.tsx';
import { receiptOf, type KnownTerms, type WithdrawFormState } from './useWithdraw.ts';
import styles from './Withdraw.module.css';

type ConfirmWithdrawalProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onConfirm: () => void;
  form: WithdrawFormState;
  known: KnownTerms;
  unit: string;
};

/** The last look before the money is held: where it goes, what it costs, and the fund password. */
export function ConfirmWithdrawal({ isOpen, onOpenChange, onConfirm, form, known, unit }: ConfirmWithdrawalProps) {
  const { t } = useTranslation('withdraw');
  const format = useFormat();
  const unreachable = useMoneyBlockedReason();
  const { amount, destination, texts, isSending, status, isOpen: isUnknown } = form;
  const checking = useCheckingText(status);
  const receipt = receiptOf(amount, known);
  if (amount === undefined || destination === undefined || receipt === undefined) return null;
  const refusal = texts.form ?? texts.amount ?? texts.destination;
  const failure = checking ?? (isUnknown ? t('again') : refusal);
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('confirm.title', { amount: `${format.amount(amount, known.places)} ${unit}` })}
      description={t('confirm.explain')}
      figures={[
        { label: t('confirm.to'), value: <span className={styles['mono']}>{destination.detail}</span> },
        ...(destination.chain === undefined ? [] : [{ label: t('confirm.chain'), value: destination.chain }]),
        { label: t('fee'), value: <Num kind="amount" value={receipt.fee} places={known.places} unit={unit} /> },
        { label: t('receipt'), value: <Num kind="amount" value={receipt.receipt} places={known.places} unit={unit} /> },
      ]}
      error={unreachable === undefined ? failure : errorText(unreachable.code, unreachable.params)}
      confirmLabel={t('confirm.action')}
      onConfirm={onConfirm}
      isConfirming={isSending}
      isDisabled={unreachable !== undefined}
    >
      <PinField label={t('confirm.password')} {...form.field('password')} />
    </ConfirmSheet>
  );
}
