import { useTranslation } from 'react-i18next';
import type { Offering, OfferingState } from '@halyard/contract/launchpad/calls';
import { compare, decimal, toModelNumber } from '@halyard/contract/money';
import { filledPercent } from '@halyard/contract/launchpad/terms';
import { DAY_MS, HOUR_MS } from '@halyard/contract/time';
import { type Formats, useFormat } from '../../shared/format/useFormat.ts';
import { countdownText } from '../../shared/time/countdownText.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { Progress } from '../../shared/ui/Progress.tsx';
import styles from './Launchpad.module.css';

/** How many times the supply is subscribed, and what that means; more than the supply is beyond a mark in the bar. */
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
  const share = toModelNumber(overRatio);
  const text = isPast ? t('ratio.past', { ratio }) : running;
  return (
    <span className={styles['ratio']}>
      {!isPast && <Progress label={t('ratio.label')} share={share} mark={share > 1 ? 1 / share : undefined} />}
      <span className={styles['soft']}>{text}</span>
    </span>
  );
}

/** The subscribed amount and the number of participants. */
export function Subscribed({ offering: { subscribedAmount, subscribers, currency } }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const amount = `${format.amount(subscribedAmount, 2, 0)} ${currency}`;
  return (
    <span className={styles['soft']}>
      {`${t('subscribedAmount', { amount })} · ${t('subscribers', { count: subscribers })}`}
    </span>
  );
}

type CountdownProps = { offering: Pick<Offering, 'startAt' | 'endAt'>; state: OfferingState };

/** Time until an offering begins or ends, by the exchange's clock. */
export function Countdown({ offering, state }: CountdownProps) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const isToCome = state === 'announced';
  const atMs = Date.parse(isToCome ? offering.startAt : offering.endAt);
  const left = useEachSecond((deviceMs) => leftText(atMs - serverTimeMs(deviceMs), format));
  return (
    <time dateTime={new Date(atMs).toISOString()} role="timer">
      {t(isToCome ? 'startsIn' : 'endsIn', { left })}
    </time>
  );
}

/** Days and hours in words, without zero hours; less than a day as a clock. */
function leftText(leftMs: number, format: Formats): string {
  if (leftMs < DAY_MS) return countdownText(leftMs);
  const hours = Math.floor(leftMs / HOUR_MS);
  const days = format.span(Math.floor(hours / 24), 'day');
  return hours % 24 === 0 ? days : `${days} ${format.span(hours % 24, 'hour')}`;
}
