import { useTranslation } from 'react-i18next';
import type { Offering, OfferingState } from '@halyard/contract/launchpad/calls';
import { decimal, type Decimal, HUNDRED, multiply, toModelNumber } from '@halyard/contract/money';
import { filledPercent, leastAmount } from '@halyard/contract/launchpad/terms';
import { DAY_MS, HOUR_MS } from '@halyard/contract/time';
import { Num } from '../../shared/format/Num.tsx';
import { type Formats, useFormat } from '../../shared/format/useFormat.ts';
import { countdownText } from '../../shared/time/countdownText.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { Progress } from '../../shared/ui/Progress.tsx';
import styles from './Launchpad.module.css';

/** The subscribed amount against the supply: the mark of the whole is labelled, and more than that is beyond it. */
export function SubscribedBar({ offering }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const { overRatio, subscribedAmount, currency } = offering;
  const share = toModelNumber(overRatio);
  const mark = Math.min(1, 1 / share);
  return (
    <div className={styles['ratio']}>
      <p className={styles['line']}>
        <span className={styles['soft']}>{t('ratio.label')}</span>
        <span className={styles['figure']}>
          <Num kind="amount" value={subscribedAmount} places={2} minPlaces={0} unit={currency} />
          {` · ${format.percent(multiply(overRatio, HUNDRED), 'down')}`}
        </span>
      </p>
      <Progress label={t('ratio.label')} share={share} mark={mark < 1 ? mark : undefined} />
      <div className={styles['marks']} aria-hidden="true">
        {mark > MARKS_APART && <span>{format.share(0)}</span>}
        <span style={{ insetInlineStart: `${mark * 100}%`, translate: `-${mark * 100}%` }}>{format.share(100)}</span>
      </div>
    </div>
  );
}

/** Share of the bar that two labels need beside each other. */
const MARKS_APART = 0.25;

/** A longer figure is shortened: the offering lists its terms in full. */
const LONGEST = 12;

type OfferingFiguresProps = {
  offering: Offering;
  state: OfferingState;
  /** Without the terms, which are listed on the same page. */
  isBrief?: boolean;
};

/** Key figures of an offering, each below its label. */
export function OfferingFigures({ offering, state, isBrief = false }: OfferingFiguresProps) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const { coin, currency, terms, overRatio } = offering;
  const money = (value: Decimal) => <Num kind="amount" value={value} unit={currency} />;
  const coins = (value: Decimal | null) => (
    <Num
      kind={!isBrief && value !== null && value.length > LONGEST ? 'compact' : 'amount'}
      value={value}
      places={terms.unitPlaces}
      minPlaces={0}
      unit={value === null ? undefined : coin}
    />
  );
  const isToCome = state === 'announced';
  const isUndecided = state === 'open' || state === 'closed';
  const general = [
    { label: t('fact.price'), value: money(offering.price) },
    { label: t('fact.supply'), value: coins(offering.supply) },
    { label: t('fact.lock'), value: t('days', { count: offering.lockDays }) },
  ];
  const limits = [
    { label: t('fact.least'), value: money(leastAmount(terms)) },
    { label: t('fact.cap'), value: terms.userCap === null ? t('fact.noCap') : coins(terms.userCap) },
  ];
  const demand = [
    {
      label: t('participants'),
      value: <Num kind="amount" value={decimal(String(offering.subscribers))} places={0} minPlaces={0} />,
    },
    isUndecided
      ? { label: t('ratio.share'), value: `≈ ${format.percent(filledPercent(overRatio))}` }
      : { label: t('fact.allotted'), value: coins(offering.allotted) },
  ];
  const items = [
    {
      label: t(isToCome ? 'startsIn' : state === 'open' ? 'endsIn' : 'ended'),
      value: <Until {...{ offering, state }} />,
    },
    ...(isBrief ? [] : general),
    ...(isToCome ? (isBrief ? [] : limits) : demand),
  ];
  return (
    <dl className={styles['figures']}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type UntilProps = { offering: Pick<Offering, 'startAt' | 'endAt'>; state: OfferingState };

/** Time until an offering begins or ends, by the exchange's clock; afterwards, when it ended. */
function Until({ offering, state }: UntilProps) {
  const format = useFormat();
  const isToCome = state === 'announced';
  const atMs = Date.parse(isToCome ? offering.startAt : offering.endAt);
  const left = useEachSecond((deviceMs) => leftText(atMs - serverTimeMs(deviceMs), format));
  const isRunning = isToCome || state === 'open';
  return (
    <time dateTime={new Date(atMs).toISOString()} role={isRunning ? 'timer' : undefined}>
      {isRunning ? left : format.moment(atMs, 'dayMinute')}
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
