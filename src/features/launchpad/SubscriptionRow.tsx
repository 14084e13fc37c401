import { useTranslation } from 'react-i18next';
import type { Subscription } from '@halyard/contract/launchpad/calls';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import styles from './Launchpad.module.css';

/** A subscription in a list: for what, how much, and how far it is. */
export function SubscriptionRow({ subscription, onOpen }: { subscription: Subscription; onOpen: () => void }) {
  const { t } = useTranslation('publication');
  const format = useFormat();
  const { coin, amount, currency, allotted, unitPlaces, state, at } = subscription;
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={onOpen}>
      <span className={styles['line']}>
        <b>{coin}</b>
        {allotted === null ? (
          <Num kind="amount" value={amount} unit={currency} />
        ) : (
          <Num kind="amount" value={allotted} places={unitPlaces} unit={coin} />
        )}
      </span>
      <span className={styles['line']}>
        <span className={styles['soft']}>{t(`own.state.${state}`)}</span>
        <time className={styles['soft']} dateTime={at}>
          {format.moment(Date.parse(at), 'dayMinute')}
        </time>
      </span>
    </button>
  );
}
