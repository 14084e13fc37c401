import { useTranslation } from 'react-i18next';
import type { UserEntry } from '@halyard/contract/wallet/entryCalls';
import { useIsSandbox } from '../../../domain/sandbox/sandboxApi.ts';
import styles from './Records.module.css';

/** Beside a withdrawal that a sandbox sent: nothing was paid out. */
export function NothingPaid({ entry: { outcome, kind } }: { entry: UserEntry }) {
  return (outcome ?? kind) === 'withdraw_settle' ? <OfSandbox /> : null;
}

function OfSandbox() {
  const { t } = useTranslation('records');
  return useIsSandbox() && <span className={styles['soft']}>{t('detail.nothingPaid')}</span>;
}
