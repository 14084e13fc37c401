import { useTranslation } from 'react-i18next';
import type { UserEntry } from '@halyard/contract/calls/records';
import { isNegative, isZero } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { momentOf } from './momentOf.ts';
import styles from './Records.module.css';
import { Signed } from './Signed.tsx';
import { useKindText } from './useKindText.ts';

type EntryRowProps = { entry: UserEntry; onOpen: () => void };

/** A ledger entry in the list: what it was, where and when, how much. The whole row opens its details. */
export function EntryRow({ entry, onOpen }: EntryRowProps) {
  const { t } = useTranslation(['records', 'assets']);
  const format = useFormat();
  const kindText = useKindText();
  const atMs = momentOf(entry);
  const when = format.moment(atMs, 'dayMinute');
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={onOpen}>
      <span className={styles['words']}>
        <span className={styles['title']}>{kindText(entry)}</span>
        <span className={styles['soft']}>
          {entry.account !== undefined && `${t(`accounts.${entry.account}`, { ns: 'assets' })} · `}
          <time dateTime={new Date(atMs).toISOString()}>{when}</time>
        </span>
      </span>
      <span className={styles['figures']}>
        <Signed value={entry.value} unit={entry.currency} />
        {entry.isHold && !isZero(entry.value) && (
          <span className={styles['soft']}>{t(isNegative(entry.value) ? 'hold.aside' : 'hold.back')}</span>
        )}
      </span>
    </button>
  );
}
