import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SKIPS_MAX, type Plan } from '@halyard/contract/convert/planCalls';
import { BETWEEN } from '@halyard/contract/convert/rules';
import { nextDateMs, type Schedule } from '@halyard/contract/convert/schedule';
import { planChange } from '../../../domain/convert/plansApi.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../../shared/money-mutations/useCheckingText.ts';
import { useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { Chip } from '../../../shared/ui/Chip.tsx';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { ratePlaces } from '../convertForm.ts';
import { shownSchedule, useNowMs } from './localSchedule.ts';
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
      <b>{currency}</b>
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
        { label: t('buys'), value: String(buys) },
      ]}
    />
  );
}

/** Pausing, or resuming, and ending. What buys again, or ends for good, is confirmed. */
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
    const outcome = await changing.send({ id, status: to });
    if (outcome === undefined || outcome.error !== undefined) return;
    showToast({ kind: 'success', text: t(`done.${to}`) });
    setAsked(undefined);
  };
  const isOut = unreachable !== undefined;
  const next = format.moment(nextDateMs(plan, nowMs), 'dateMinute');
  const kind = asked === 'active' ? 'resume' : 'end';
  return (
    <>
      <div className={styles['actions']}>
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
        <Button kind="ghost" size="small" disabled={isOut} onClick={() => setAsked('ended')}>
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
        confirmLabel={t(`actions.${kind}`)}
        error={error}
        isConfirming={changing.isSending}
        isDisabled={isOut}
        onConfirm={() => asked !== undefined && void change(asked)}
      />
    </>
  );
}
