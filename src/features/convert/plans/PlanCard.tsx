import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/contract/time';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SKIPS_MAX, type Plan } from '@halyard/contract/convert/planCalls';
import { BETWEEN } from '@halyard/contract/convert/rules';
import { nextDateMs, DAYS_OF, shiftDay, type Schedule, type Interval } from '@halyard/contract/convert/schedule';
import { multiply, round, subtract } from '@halyard/contract/money';
import { profitPercent } from '@halyard/contract/wallet/cost';
import { planChange } from '../../../domain/convert/plansApi.ts';
import { useMarket } from '../../../domain/markets/useMarkets.ts';
import { Change } from '../../../shared/format/Change.tsx';
import { Num } from '../../../shared/format/Num.tsx';
import { timeOfDay } from '../../../shared/format/timeOfDay.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { Button, ButtonLink } from '../../../shared/ui/Button.tsx';
import { Chip } from '../../../shared/ui/Chip.tsx';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { SourceLabel } from '../../../shared/ui/SourceLabel.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { ratePlaces } from '../convertForm.ts';
import styles from './Plans.module.css';

type PlanCardProps = {
  plan: Plan;
  /** Whether the heading links to the page of the plan. */
  isLinked?: boolean;
};

/** A recurring buy: when it buys next, what it bought, and its changes. */
export function PlanCard({ plan, isLinked = false }: PlanCardProps) {
  const { t } = useTranslation('plans');
  const { id, currency, amount, status } = plan;
  const head = (
    <>
      <CoinIcon symbol={currency} size="small" />
      <span>{currency}</span>
      <Num kind="amount" value={amount} unit={BETWEEN} />
    </>
  );
  return (
    <article className={styles['card']}>
      <p className={styles['head']}>
        {isLinked ? (
          <Link to={paths.plan({ id })} className={styles['link']}>
            {head}
            <ChevronRight aria-hidden />
          </Link>
        ) : (
          head
        )}
        <Chip tone={status === 'active' ? 'accent' : 'neutral'}>{t(`status.${status}`)}</Chip>
      </p>
      <p className={styles['soft']}>
        <When schedule={plan} />
      </p>
      <Note plan={plan} />
      <Figures plan={plan} />
      {status !== 'ended' && <Changes plan={plan} />}
    </article>
  );
}

/** A schedule in words, in local time. */
export function When({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation('plans');
  const { every, day, time } = shownSchedule(schedule, useNowMs());
  if (every === 'day') return t('when.day', { time });
  if (every === 'week') return t('when.week', { day: t(`weekday.${day as 1}`), time });
  return t('when.month', { day, time });
}

/** Why it waits, is paused or has ended. */
function Note({ plan: { waits, reason, currency: coin } }: { plan: Plan }) {
  const { t } = useTranslation('plans');
  if (waits !== null) return <p className={styles['note']}>{t(`waits.${waits}`)}</p>;
  if (reason === null || reason === 'user') return null;
  return <p className={styles['note']}>{t(`reason.${reason}`, { coin, times: SKIPS_MAX })}</p>;
}

function Figures({ plan }: { plan: Plan }) {
  const { t } = useTranslation('plans');
  const format = useFormat();
  const { average, bought, spent, buys, currency, nextAt } = plan;
  const { market } = useMarket(`${currency}/${BETWEEN}`);
  const price = market?.lastPrice;
  // Rounded as it is shown, so that the profit is the difference of two shown figures.
  const value = price == null ? undefined : round(multiply(bought, price), 2, 'down');
  const profit = value && subtract(value, spent);
  const percent = profit && profitPercent(profit, spent);
  const next = { label: t('next'), value: nextAt && format.moment(Date.parse(nextAt), 'dateMinute') };
  return (
    <KeyValue
      items={[
        ...(nextAt === null ? [] : [next]),
        {
          label: t('average'),
          value:
            average === null ? '—' : <Num kind="price" value={average} places={ratePlaces(average)} unit={BETWEEN} />,
        },
        { label: t('bought'), value: <Num kind="amount" value={bought} unit={currency} /> },
        { label: t('spent'), value: <Num kind="amount" value={spent} unit={BETWEEN} /> },
        {
          label: t('value'),
          beside: market && <SourceLabel source={market.priceSource} isShort />,
          value: <Num kind="amount" value={value} places={2} minPlaces={2} unit={value && BETWEEN} />,
        },
        {
          label: t('profit'),
          value: (
            <span>
              <Num kind="pnl" value={profit} places={2} tone="sign" unit={profit && BETWEEN} />
              {percent != null && (
                <>
                  {' '}
                  <Change percent={percent} />
                </>
              )}
            </span>
          ),
        },
        { label: t('buys'), value: String(buys) },
      ]}
    />
  );
}

/** Editing, pausing or resuming, and ending. What buys again, or ends for good, is confirmed. */
function Changes({ plan }: { plan: Plan }) {
  const { t } = useTranslation('plans');
  const format = useFormat();
  const [asked, setAsked] = useState<'active' | 'ended'>();
  const changing = useMoneyMutation(planChange);
  const checking = useCheckingText(changing.status);
  const unreachable = useMoneyBlockedReason();
  const nowMs = useNowMs();
  const { id, currency, amount, status } = plan;
  const error = checking ?? (changing.error && appErrorText(changing.error));
  const change = async (to: Plan['status']) => {
    const notify = () => showToast({ kind: 'success', text: t(`done.${to}`) });
    if ((await answerOf(changing.send({ id, status: to }), notify)) !== undefined) setAsked(undefined);
  };
  const isOut = unreachable !== undefined;
  const next = format.moment(nextDateMs(plan, nowMs), 'dateMinute');
  const kind = asked === 'active' ? 'resume' : 'end';
  return (
    <>
      <div className={styles['actions']}>
        <ButtonLink kind="ghost" size="small" to={paths.editPlan({ id })}>
          {t('actions.edit')}
        </ButtonLink>
        {status === 'active' ? (
          <Button
            kind="ghost"
            size="small"
            disabled={isOut}
            isLoading={changing.isSending && asked === undefined}
            onClick={() => void change('paused')}
          >
            {t('actions.pause')}
          </Button>
        ) : (
          <Button kind="ghost" size="small" disabled={isOut} onClick={() => setAsked('active')}>
            {t('actions.resume')}
          </Button>
        )}
        <Button kind="danger" size="small" disabled={isOut} onClick={() => setAsked('ended')}>
          {t('actions.end')}
        </Button>
      </div>
      {unreachable !== undefined && <p className={styles['soft']}>{errorText(unreachable.code)}</p>}
      {asked === undefined && error !== undefined && <p role="alert">{error}</p>}
      <ConfirmSheet
        isOpen={asked !== undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen) setAsked(undefined);
        }}
        title={t(`${kind}.title`)}
        description={t(`${kind}.text`)}
        figures={[
          { label: t('coin'), value: currency },
          { label: t('amount'), value: <Num kind="amount" value={amount} unit={BETWEEN} /> },
          ...(asked === 'active' ? [{ label: t('next'), value: next }] : []),
        ]}
        kind={kind === 'end' ? 'danger' : 'primary'}
        confirmLabel={t(`actions.${kind}`)}
        error={error}
        isConfirming={changing.isSending}
        isDisabled={isOut}
        onConfirm={() => asked !== undefined && void change(asked)}
      />
    </>
  );
}

// Schedules in the device's time zone: they are fixed in UTC, and shown and chosen as local days and times.

/** The choice of the user: a local day, and an hour of UTC that is offered by its local time. */
export type LocalSchedule = { readonly every: Interval; readonly day: number; readonly hour: number };

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The local time that a new plan begins with. */
const USUAL = '09:00';

/** The server's time, to the minute. */
export function useNowMs(): number {
  return useEachSecond((deviceMs) => Math.floor(serverTimeMs(deviceMs) / MINUTE_MS) * MINUTE_MS);
}

/** Days from which a schedule chooses. */
export const daysOf = (every: Interval) => Array.from({ length: DAYS_OF[every] }, (_, index) => index + 1);

/** The hours of UTC with their local times now, from midnight on. */
export function hoursOf(nowMs: number): readonly { readonly hour: number; readonly time: string }[] {
  const midnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return HOURS.map((hour) => ({ hour, time: timeOfDay(midnightMs + hour * HOUR_MS, 'minute') })).toSorted((a, b) =>
    a.time.localeCompare(b.time),
  );
}

/** The hour that a new plan begins with: the first from nine in the morning on. */
export function usualHour(nowMs: number): number {
  return hoursOf(nowMs).find(({ time }) => time >= USUAL)?.hour ?? 0;
}

/** The schedule in UTC. */
export function toSchedule({ every, day, hour }: LocalSchedule, nowMs: number): Schedule {
  if (every === 'day') return { every, day: null, hour };
  return { every, day: shiftDay(every, day, -dayShift(dateAt(hour, nowMs))), hour };
}

/** The schedule as it is shown: its local day, and its local time at the next date. */
export function shownSchedule(schedule: Schedule, nowMs: number) {
  const { every, day, hour } = schedule;
  const atMs = nextDateMs(schedule, nowMs);
  return {
    every,
    day: day === null ? 0 : shiftDay(every, day, dayShift(dateAt(hour, nowMs))),
    time: timeOfDay(atMs, 'minute'),
  };
}

export function nextDates(schedule: Schedule, nowMs: number, count: number): readonly number[] {
  const dates: number[] = [];
  for (let at = nowMs; dates.length < count;) dates.push((at = nextDateMs(schedule, at)));
  return dates;
}

const dateAt = (hour: number, nowMs: number) => nextDateMs({ every: 'day', day: null, hour }, nowMs);

/** Days by which the local date is ahead of that of UTC. */
function dayShift(atMs: number): number {
  const at = new Date(atMs);
  const local = Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
  return Math.round((local - Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())) / DAY_MS);
}
