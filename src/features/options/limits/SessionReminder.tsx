import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { OptionDay } from '@halyard/contract/options/calls';
import { dateOf, MINUTE_MS } from '@halyard/contract/time';
import { useOptionDays, useSelfLimits } from '../../../domain/options/useOptions.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { paths } from '../../../shared/navigation/paths.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';

/** A longer step means that the device was asleep. */
const STEP_MAX_MS = 5000;

/** Per page, so a reload restarts it. */
const use = { spentMs: 0, shownMs: 0 };

/** Reminder after the user's chosen number of minutes on this screen: the time spent, and today's result. */
export function SessionReminder() {
  const { t } = useTranslation('options');
  const navigate = useNavigate();
  const { limits } = useSelfLimits();
  const { minutes, isDue, goOn } = useTimeInUse(limits?.reminderMinutes ?? undefined);
  const leave = () => {
    goOn();
    void navigate(paths.home());
  };
  return (
    <ConfirmSheet
      isOpen={isDue}
      onOpenChange={goOn}
      title={t('reminder.title')}
      description={t('reminder.text', { count: minutes })}
      confirmLabel={t('reminder.stop')}
      cancelLabel={t('reminder.goOn')}
      onConfirm={leave}
    >
      {isDue && <Today />}
    </ConfirmSheet>
  );
}

function Today() {
  const { t } = useTranslation('options');
  const today = useEachSecond((nowMs) => dateOf(serverTimeMs(nowMs)));
  const days: readonly OptionDay[] = useOptionDays({ from: today, to: today }) ?? [];
  if (days.length === 0) return <p>{t('reminder.nothing')}</p>;
  return days.map(({ currency, options, profit }) => (
    <p key={currency}>
      {`${t('reminder.today', { count: options })} `}
      <Num kind="pnl" value={profit} places={2} unit={currency} />
    </p>
  ));
}

/**
 * Visible time of the screen in this browser session, across visits. `isDue` once `everyMinutes` have passed since the
 * last reminder; `goOn` dismisses it.
 */
function useTimeInUse(everyMinutes: number | undefined) {
  const [isDue, setDue] = useState(false);
  const minutes = useEachSecond(() => Math.floor(use.spentMs / MINUTE_MS));
  useEffect(() => {
    let before = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      if (!document.hidden) use.spentMs += Math.min(now - before, STEP_MAX_MS);
      before = now;
      if (everyMinutes !== undefined && use.spentMs - use.shownMs >= everyMinutes * MINUTE_MS) setDue(true);
    }, 1000);
    return () => clearInterval(timer);
  }, [everyMinutes]);
  const goOn = () => {
    use.shownMs = use.spentMs;
    setDue(false);
  };
  return { minutes, isDue, goOn } as const;
}
