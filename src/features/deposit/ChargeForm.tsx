import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { DepositChain, DepositChannel } from '@halyard/contract/deposits/calls';
import { isPositive, isZero } from '@halyard/contract/money';
import { useFormat } from '../../shared/format/useFormat.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../shared/money-mutations/useCheckingText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NumberField } from '../../shared/ui/NumberField.tsx';
import { PhotoField } from '../../shared/ui/PhotoField.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Deposit.module.css';
import { useCharge } from './useCharge.ts';
import { useIsTest } from './useIsTest.ts';
import { useShownAddress } from './useShownAddress.ts';

type ChargeFormProps = { channel: DepositChannel; chain: DepositChain | undefined };

/** What was paid, and the picture that proves it. */
export function ChargeForm({ channel, chain }: ChargeFormProps) {
  const { t } = useTranslation('deposit');
  const address = useShownAddress(chain?.address ?? '', useIsTest(channel) ?? true);
  const navigate = useNavigate();
  const charge = useCharge({ channel, chain }, (taken) => {
    if (typeof taken === 'string') {
      showToast({ kind: 'success', text: t('charge.taken') });
      void navigate(paths.assetsRecord({ tab: 'deposits' }), { replace: true });
    } else void navigate(paths.depositCharge({ id: taken.id }), { replace: true });
  });
  const { field, texts, isSending, proof } = charge;
  const unit = channel.isBank ? 'USD' : channel.name;
  return (
    <form {...charge.element} className={styles['stack']}>
      <KeyValue
        items={[
          { label: t('charge.way'), value: chain === undefined ? t('bank') : `${channel.name} · ${chain.chain}` },
        ]}
      />
      {chain !== undefined && <CopyRow label={t('address', { coin: channel.name })} value={address} look="whole" />}
      <NumberField
        label={t(channel.isBank ? 'charge.bankAmount' : 'charge.amount')}
        unit={unit}
        hint={<AmountHint channel={channel} unit={unit} />}
        {...field('amount')}
      />
      <PhotoField
        label={t(channel.isBank ? 'charge.voucher' : 'charge.proof')}
        hint={t(channel.isBank ? 'charge.voucherHint' : 'charge.proofHint')}
        error={texts.proof}
        value={proof.value}
        onChoose={proof.choose}
        onRetry={proof.retry}
        onRemove={proof.remove}
        isPdfAllowed={channel.isBank}
        isDisabled={isSending}
      />
      {!proof.isPersisted && <p className={styles['note']}>{errorText('DRAFT_NOT_KEPT')}</p>}
      <TextField label={t('charge.payer')} hint={t('charge.payerHint')} maxLength={200} {...field('payer')} />
      <Submit charge={charge} unit={unit} places={channel.places} />
    </form>
  );
}

function AmountHint({ channel, unit }: { channel: DepositChannel; unit: string }) {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  if (isZero(channel.min)) return null;
  return t('charge.amountHint', { min: format.amount(channel.min, channel.places), coin: unit });
}

type SubmitProps = { charge: ReturnType<typeof useCharge>; unit: string; places: number };

function Submit({ charge, unit, places }: SubmitProps) {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  const { amount, proof, texts, isOpen, isSending, status } = charge;
  const checking = useCheckingText(status);
  const words =
    amount !== undefined && isPositive(amount)
      ? t('charge.submitAmount', { amount: `${format.amount(amount, places)} ${unit}` })
      : t('charge.submit');
  return (
    <MoneyButton
      isSending={isSending}
      blockedReason={proof.value.status === 'uploading' ? t('charge.waiting') : undefined}
      error={checking ?? (isOpen ? t('charge.again') : texts.form)}
    >
      {words}
    </MoneyButton>
  );
}
