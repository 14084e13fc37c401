import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { OptionDay } from '@halyard/contract/options/calls';
import { useOptionDays, useSelfLimits } from '../../../domain/options/useOptions.ts';
import { dayOf } from '../../../shared/format/dayRange.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { paths } from '../../../shared/navigation/paths.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { useTimeInUse } from './useTimeInUse.ts';

/** After so many minutes on this screen as the user chose: how long it has been, and what today came to. */
export function SessionReminder() {
  const { t } = useTranslation('option');
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
  const { t } = useTranslation('option');
  const today = useEachSecond((nowMs) => dayOf(serverTimeMs(nowMs)));
  const days: readonly OptionDay[] = useOptionDays({ from: today, to: today }) ?? [];
  if (days.length === 0) return <p>{t('reminder.nothing')}</p>;
  return days.map(({ currency, options, profit }) => (
    <p key={currency}>
      {`${t('reminder.today', { count: options })} `}
      <Num kind="pnl" value={profit} places={2} unit={currency} />
    </p>
  ));
}
