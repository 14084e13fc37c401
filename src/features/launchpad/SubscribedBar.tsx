import { useTranslation } from 'react-i18next';
import type { Offering, OfferingState } from '@halyard/contract/launchpad/calls';
import { compare, decimal, toModelNumber } from '@halyard/contract/money';
import { filledPercent } from '@halyard/contract/launchpad/terms';
import { useFormat } from '../../shared/format/useFormat.ts';
import { countdownText } from '../../shared/time/countdownText.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { Progress } from '../../shared/ui/Progress.tsx';
import styles from './Launchpad.module.css';

/** How many times the supply is subscribed, and what that means. */
export function SubscribedBar({ offering }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const { overRatio } = offering;
  const ratio = format.amount(overRatio, 2);
  const isOver = compare(overRatio, decimal('1')) > 0;
  const isPast = offering.state !== 'open' && offering.state !== 'announced';
  const running = isOver
    ? t('ratio.over', { ratio, percent: format.percent(filledPercent(overRatio)) })
    : t('ratio.under', { ratio });
  const text = isPast ? t('ratio.past', { ratio }) : running;
  return (
    <span className={styles['ratio']}>
      <Progress label={t('ratio.label')} share={toModelNumber(overRatio)} />
      <span className={styles['soft']}>{text}</span>
    </span>
  );
}

type CountdownProps = { offering: Pick<Offering, 'startAt' | 'endAt'>; state: OfferingState };

/** Time until an offering begins or ends, by the exchange's clock. */
export function Countdown({ offering, state }: CountdownProps) {
  const { t } = useTranslation('launchpad');
  const isToCome = state === 'announced';
  const atMs = Date.parse(isToCome ? offering.startAt : offering.endAt);
  const left = useEachSecond((deviceMs) => countdownText(atMs - serverTimeMs(deviceMs)));
  return (
    <time dateTime={new Date(atMs).toISOString()} role="timer">
      {t(isToCome ? 'startsIn' : 'endsIn', { left })}
    </time>
  );
}
