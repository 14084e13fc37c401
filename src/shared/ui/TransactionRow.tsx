import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from './classNames.ts';
import { CopyRow } from './CopyRow.tsx';
import styles from './CopyRow.module.css';
import buttonStyles from './IconButton.module.css';

type TransactionRowProps = {
  label: string;
  /** Id of the transaction, or the bank's reference. */
  id: string;
  /** Page of the transaction in its network's explorer. */
  explorerUrl: string | undefined;
  /** The network is simulated: no explorer knows the transaction. */
  isTest: boolean;
};

/** The id of a transaction, to copy or to open in the explorer of its network. */
export function TransactionRow({ label, id, explorerUrl, isTest }: TransactionRowProps) {
  const { t } = useTranslation('forms');
  const link = !isTest && explorerUrl !== undefined && (
    <a
      href={explorerUrl}
      target="_blank"
      rel="noopener noreferrer"
      className={classNames(buttonStyles['button'], styles['open'])}
      aria-label={t('explorer.open')}
      title={t('explorer.open')}
    >
      <ExternalLink aria-hidden />
    </a>
  );
  return (
    <CopyRow label={label} value={id} variant="whole" note={isTest ? t('explorer.test') : undefined} action={link} />
  );
}
