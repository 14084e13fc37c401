import { useTranslation } from 'react-i18next';
import type { Withdrawal } from '@halyard/contract/withdrawals/calls';
import { Num } from '../../shared/format/Num.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { Deadline } from '../../shared/ui/Deadline.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { StatusBadge, type ReviewStatus } from '../../shared/ui/StatusBadge.tsx';
import { Timeline } from '../../shared/ui/Timeline.tsx';
import { CancelWithdrawal } from './CancelWithdrawal.tsx';
import { useWithdrawalSteps } from './useWithdrawalSteps.ts';
import styles from './Withdraw.module.css';

const BADGES = {
  pending: 'underReview',
  passed: 'passed',
  rejected: 'rejected',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<Withdrawal['status'], ReviewStatus>>;

const PLACES = 8;

/** How far a withdrawal is; it moves on by itself when the exchange says so. */
export function WithdrawalStatus({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('withdraw');
  const steps = useWithdrawalSteps(withdrawal);
  const { status, amount, address, chain, paymentId, deadlineAt } = withdrawal;
  const unit = withdrawal.settlement ?? withdrawal.channel;
  const isToAddress = address !== null && address !== '' && address !== '--';
  return (
    <div className={styles['stack']}>
      <div className={styles['head']}>
        <span className={styles['sum']}>
          <Num kind="amount" value={amount} places={PLACES} unit={unit} />
        </span>
        <StatusBadge status={BADGES[status]} />
      </div>
      {status === 'pending' && deadlineAt !== undefined && <Deadline atMs={Date.parse(deadlineAt)} />}
      <Timeline label={t('status.progress')} steps={steps} />
      {isToAddress && <CopyRow label={t('status.address')} value={address} look="whole" />}
      {paymentId != null && (
        <CopyRow label={t(chain == null ? 'status.bankPayment' : 'status.transaction')} value={paymentId} />
      )}
      <KeyValue items={useFacts(withdrawal, unit)} />
      {status === 'pending' && <CancelWithdrawal withdrawal={withdrawal} unit={unit} />}
      <ButtonLink kind="ghost" to={paths.assetsRecord({ tab: 'withdrawals' })}>
        {t('status.toRecords')}
      </ButtonLink>
    </div>
  );
}

function useFacts({ id, channel, chain, bankName, accountNumber, fee, receipt, remark }: Withdrawal, unit: string) {
  const { t } = useTranslation('withdraw');
  const way = chain == null ? [bankName, accountNumber].filter(Boolean).join(' · ') : `${channel} · ${chain}`;
  return [
    { label: t('status.number'), value: String(id) },
    { label: t('status.way'), value: way === '' ? t('bank') : way },
    { label: t('fee'), value: <Num kind="amount" value={fee} places={PLACES} unit={unit} /> },
    { label: t('receipt'), value: <Num kind="amount" value={receipt} places={PLACES} unit={unit} /> },
    ...(remark === undefined || remark === '' ? [] : [{ label: t('status.remark'), value: remark }]),
  ];
}
