import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { count } from '@halyard/contract/codec';
import { SKIPS_MAX } from '@halyard/contract/convert/planCalls';
import { BETWEEN, checkConvertAmount, convertRange } from '@halyard/contract/convert/rules';
import { INTERVALS, DAYS_OF, type Interval } from '@halyard/contract/convert/schedule';
import { MONEY_PLACES, ONE, parseDecimal } from '@halyard/contract/money';
import { planStart } from '../../../domain/convert/plansApi.ts';
import { useCoinNames } from '../../../domain/markets/usualNames.ts';
import { useMarkets } from '../../../domain/markets/useMarkets.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useIsHere } from '../../../shared/navigation/useIsHere.ts';
import { usePurchaseBlock } from '../../../domain/limits/tradingBreakApi.ts';
import { appErrorText, codedText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { SidesLoading } from '../../../shared/ui/SidesLoading.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { convertCoins, type ConvertCoin } from '../convertForm.ts';
import { daysOf, hoursOf, nextDates, toSchedule, useNowMs, usualHour, When } from './PlanCard.tsx';
import styles from './Plans.module.css';

/** Starts a recurring buy; its terms are shown above the button. The query may name the coin by `to`. */
export function NewPlanPage() {
  const { t } = useTranslation('plans');
  const control = usePlanForm();
  const { isLoading, loadError, coins, coin } = control;
  const refused = codedText(usePurchaseBlock('spot'));
  return (
    <Page header={<NavBar title={t('actions.new')} />}>
      {loadError !== undefined && <ErrorState error={loadError} onRetry={control.reload} />}
      {isLoading && <SidesLoading start={[68, 68, 68]} end={[160]} />}
      {!isLoading && loadError === undefined && coins.length === 0 && <EmptyState drawing="coins" text={t('none')} />}
      {coin !== undefined && (
        <form
          className={styles['screen']}
          aria-label={t('actions.new')}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!control.isSending) void control.start();
          }}
        >
          <div data-side="start">
            <Fields control={control} coin={coin.name} />
          </div>
          <div data-side="end">
            <Terms control={control} coin={coin.name} spread={coin.spread} />
          </div>
          <MoneyButton
            isSending={control.isSending}
            isUnready={control.form.amount === '' || control.fieldError !== undefined}
            blockedReason={refused}
            error={control.error}
          >
            {t('actions.start')}
          </MoneyButton>
        </form>
      )}
    </Page>
  );
}

type PartProps = { control: PlanFormControl; coin: string };

function Fields({ control, coin }: PartProps) {
  const { t } = useTranslation(['plans', 'forms']);
  const format = useFormat();
  const nameOf = useCoinNames();
  const { form, coins, change, isSending } = control;
  return (
    <>
      <SelectField
        label={t('coin')}
        isDisabled={isSending}
        value={coin}
        onValueChange={(name) => change({ coin: name })}
        options={coins.map(({ name }) => ({
          value: name,
          label: name,
          detail: nameOf(name),
          start: <CoinIcon symbol={name} size="small" />,
        }))}
      />
      {/* Without "All": nothing would be left for the second date. */}
      <NumberField
        label={t('amount')}
        unit={BETWEEN}
        places={MONEY_PLACES}
        value={form.amount}
        onValueChange={(amount) => change({ amount })}
        placeholder={t('minimum', { amount: format.amount(convertRange(ONE).min, MONEY_PLACES, 0) })}
        isDisabled={isSending}
        error={codedText(control.fieldError, BETWEEN)}
        hint={
          <KeyValue
            items={[
              {
                label: t('amount.available', { ns: 'forms' }),
                value: <Num value={control.available} kind="amount" unit={BETWEEN} />,
              },
            ]}
          />
        }
      />
      <Segmented
        label={t('every.label')}
        value={form.every}
        onValueChange={(every) => change({ every })}
        isDisabled={isSending}
        options={INTERVALS.map((value) => ({ value, label: t(`every.${value}`) }))}
      />
      <div className={styles['pair']}>
        {form.every !== 'day' && (
          <SelectField
            label={t(`day.${form.every}`)}
            isDisabled={isSending}
            value={String(form.day)}
            hasSearch={false}
            onValueChange={(day) => change({ day: z.decode(count, day) })}
            options={daysOf(form.every).map((day) => ({
              value: String(day),
              label: form.every === 'week' ? t(`weekday.${day as 1}`) : String(day),
              ...(day > SHORTEST_MONTH && { detail: t('day.shorter') }),
            }))}
          />
        )}
        <SelectField
          label={t('time')}
          isDisabled={isSending}
          value={String(form.hour)}
          hasSearch={false}
          onValueChange={(hour) => change({ hour: z.decode(count, hour) })}
          options={hoursOf(control.nowMs).map(({ hour, time }) => ({ value: String(hour), label: time }))}
        />
      </div>
    </>
  );
}

const SHORTEST_MONTH = 28;

/** The terms of the plan. */
function Terms({ control: { amount, schedule, dates }, coin, spread }: PartProps & Pick<ConvertCoin, 'spread'>) {
  const { t } = useTranslation(['plans', 'convert']);
  const format = useFormat();
  const utc = `${String(schedule.hour).padStart(2, '0')}:00`;
  return (
    <section className={styles['terms']} aria-label={t('terms.title')}>
      <h2 className={styles['heading']}>{t('terms.title')}</h2>
      <KeyValue
        items={[
          { label: t('terms.pay'), value: <Num kind="amount" value={amount} unit={BETWEEN} /> },
          { label: t('terms.receive'), value: t('terms.receiveText', { coin }) },
          ...(spread === undefined
            ? []
            : [
                {
                  label: t('quote.spread', { ns: 'convert' }),
                  value: t('quote.atLeast', { ns: 'convert', percent: format.rate(spread) }),
                },
              ]),
          { label: t('terms.when'), value: <When schedule={schedule} /> },
          {
            label: t('terms.dates'),
            value: (
              <span className={styles['dates']}>
                {dates.map((date) => (
                  <time key={date} dateTime={new Date(date).toISOString()}>
                    {format.moment(date, 'dateMinute')}
                  </time>
                ))}
              </span>
            ),
          },
        ]}
      />
      <ul className={styles['rules']}>
        <li>{t('terms.rate')}</li>
        <li>{t('terms.balance', { times: SKIPS_MAX })}</li>
        <li>{t('terms.late')}</li>
        <li>{t('terms.clock', { time: utc })}</li>
      </ul>
    </section>
  );
}

/** Dates that are shown before a plan is started. */
const SHOWN_DATES = 3;

/** State of a new plan: what is chosen, its next dates, and starting it. */
function usePlanForm() {
  const { t } = useTranslation('plans');
  const navigate = useNavigate();
  const isHere = useIsHere();
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
      const notify = () => showToast({ kind: 'success', text: t('done.started') });
      const plan = await answerOf(starting.send(request), notify);
      if (plan !== undefined && isHere.current) void navigate(paths.plan({ id: plan.id }), { replace: true });
    },
  } as const;
}

/** The page's state and actions. */
type PlanFormControl = ReturnType<typeof usePlanForm>;
