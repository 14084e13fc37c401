import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { BETWEEN, checkConvertAmount } from '@halyard/contract/convert/rules';
import { DAYS_OF, type Interval } from '@halyard/contract/convert/schedule';
import { ONE, parseDecimal } from '@halyard/contract/money';
import { planStart } from '../../../domain/convert/plansApi.ts';
import { useMarkets } from '../../../domain/markets/useMarkets.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../../shared/money-mutations/useCheckingText.ts';
import { useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { convertCoins } from '../convertForm.ts';
import { nextDates, toSchedule, useNowMs, usualHour } from './localSchedule.ts';

/** Dates that are shown before a plan is started. */
const SHOWN_DATES = 3;

/** State of a new plan: what is chosen, its next dates, and starting it. */
export function usePlanForm() {
  const { t } = useTranslation('plans');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const nowMs = useNowMs();
  const [form, setForm] = useState(() => ({
    coin: query.get('to') ?? '',
    amount: '',
    every: 'week' as Interval,
    day: 1,
    hour: usualHour(nowMs),
  }));
  const [wasTried, setWasTried] = useState(false);
  const markets = useMarkets();
  const coins = convertCoins(markets.data).filter(({ name }) => name !== BETWEEN);
  const coin = coins.find(({ name }) => name === form.coin) ?? coins[0];
  const starting = useMoneyMutation(planStart);
  const checking = useCheckingText(starting.status);
  const amount = parseDecimal(form.amount);
  const found = checkConvertAmount(amount, ONE);
  const schedule = toSchedule(form, nowMs);

  // An app update waits until nothing typed or sent would be lost.
  useBusyWhile(form.amount !== '' || starting.isSending);

  return {
    form,
    coin,
    coins,
    amount,
    schedule,
    nowMs,
    dates: nextDates(schedule, nowMs, SHOWN_DATES),
    available: useBalance('spot', BETWEEN)?.available,
    fieldError: wasTried || found?.code !== 'AMOUNT_REQUIRED' ? found : undefined,
    isSending: starting.isSending,
    error: checking ?? (starting.error && appErrorText(starting.error, BETWEEN)),
    isLoading: markets.data === undefined && markets.error === undefined,
    loadError: markets.error,
    reload: markets.refetch,
    change: (changed: Partial<typeof form>) => {
      starting.reset();
      const next = { ...form, ...changed };
      setForm({ ...next, day: Math.min(next.day, Math.max(1, DAYS_OF[next.every])) });
    },
    async start() {
      setWasTried(true);
      if (found !== undefined || amount === undefined || coin === undefined) return;
      const { every, day, hour } = schedule;
      const request = { currencyId: coin.id, amount, every, ...(day !== null && { day }), hour };
      const outcome = await starting.send(request);
      if (outcome === undefined || outcome.error !== undefined) return;
      showToast({ kind: 'success', text: t('done.started') });
      void navigate(paths.plan({ id: outcome.data.id }), { replace: true });
    },
  } as const;
}

/** The page's state and actions. */
export type PlanFormControl = ReturnType<typeof usePlanForm>;
