import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Offering } from '@halyard/contract/launchpad/calls';
import { useOfferingState } from '../../domain/launchpad/useOfferings.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { Chip } from '../../shared/ui/Chip.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { Countdown } from './Countdown.tsx';
import styles from './Launchpad.module.css';
import { SubscribedBar } from './SubscribedBar.tsx';

/** An offer in the list: the coin, what it costs, how far it is, and how much is subscribed. */
export function OfferingCard({ offer }: { offer: Offering }) {
  const { t } = useTranslation('publication');
  const format = useFormat();
  const state = useOfferingState(offer);
  const isRunning = state === 'open';
  return (
    <Link to={paths.publication({ id: offer.id })} className={styles['card']}>
      <span className={styles['line']}>
        <span className={styles['coin']}>
          <CoinIcon symbol={offer.coin} size="small" />
          <b>{offer.coin}</b>
          <Chip tone={isRunning ? 'accent' : 'neutral'}>{t(`state.${state}`)}</Chip>
        </span>
        <Num kind="amount" value={offer.price} unit={offer.currency} />
      </span>
      <span className={styles['line']}>
        <span className={styles['soft']}>
          {state === 'announced' || isRunning ? (
            <Countdown offer={offer} state={state} />
          ) : (
            <time dateTime={offer.endAt}>
              {t('ended', { time: format.moment(Date.parse(offer.endAt), 'dayMinute') })}
            </time>
          )}
        </span>
        <span className={styles['soft']}>{t('lockShort', { count: offer.lockDays })}</span>
      </span>
      <SubscribedBar offer={offer} />
    </Link>
  );
}
