import { useTranslation } from 'react-i18next';
import type { UserMovement } from '@halyard/contract/calls/records';
import { isNegative, isZero } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { momentOf } from './momentOf.ts';
import styles from './Records.module.css';
import { Signed } from './Signed.tsx';
import { useKindText } from './useKindText.ts';

type MovementRowProps = { movement: UserMovement; onOpen: () => void };

/** A movement in the list: what it was, where and when, how much. The whole row opens its details. */
export function MovementRow({ movement, onOpen }: MovementRowProps) {
  const { t } = useTranslation(['records', 'assets']);
  const format = useFormat();
  const kindText = useKindText();
  const atMs = momentOf(movement);
  const when = format.moment(atMs, 'dayMinute');
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={onOpen}>
      <span className={styles['words']}>
        <span className={styles['title']}>{kindText(movement)}</span>
        <span className={styles['soft']}>
          {movement.account !== undefined && `${t(`accounts.${movement.account}`, { ns: 'assets' })} · `}
          <time dateTime={new Date(atMs).toISOString()}>{when}</time>
        </span>
      </span>
      <span className={styles['figures']}>
        <Signed value={movement.value} unit={movement.currency} />
        {movement.isHold && !isZero(movement.value) && (
          <span className={styles['soft']}>{t(isNegative(movement.value) ? 'hold.aside' : 'hold.back')}</span>
        )}
      </span>
    </button>
  );
}
