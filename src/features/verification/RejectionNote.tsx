import { CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { IdentityLevel } from '@halyard/contract/identity/calls';
import { reasonText } from '../../shared/i18n/reasonText.ts';
import styles from './Verification.module.css';

/** Why a level was rejected; nothing otherwise. */
export function RejectionNote({ level: { status, rejectReason } }: { level: IdentityLevel }) {
  const { t } = useTranslation('verification');
  if (status !== 'rejected') return null;
  return (
    <p className={styles['rejection']}>
      <CircleX aria-hidden />
      <span>
        {rejectReason === null ? t('rejection.plain') : t('rejection.reason', { reason: reasonText(rejectReason) })}
      </span>
    </p>
  );
}
