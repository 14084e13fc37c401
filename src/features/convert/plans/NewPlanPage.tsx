import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { BETWEEN } from '@halyard/contract/convert/rules';
import { planStart } from '../../../domain/convert/plansApi.ts';
import { usePurchaseBlock } from '../../../domain/limits/tradingBreakApi.ts';
import { useMarkets } from '../../../domain/markets/useMarkets.ts';
import { useCoinNames } from '../../../domain/markets/usualNames.ts';
import { appErrorText, codedText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useIsHere } from '../../../shared/navigation/useIsHere.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { SidesLoading } from '../../../shared/ui/SidesLoading.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { convertCoins } from '../convertForm.ts';
import { usualHour } from './PlanCard.tsx';
import { PlanFields, PlanTerms, usePlanForm } from './PlanForm.tsx';
import styles from './Plans.module.css';

/** Starts a recurring buy; its terms are shown above the button. The query may name the coin by `to`. */
export function NewPlanPage() {
  const { t } = useTranslation('plans');
  const starting = useNewPlan();
  const { control, isLoading, loadError, coins, coin, isSending } = starting;
  const nameOf = useCoinNames();
  const refused = codedText(usePurchaseBlock('spot'));
  return (
    <Page header={<NavBar title={t('actions.new')} />}>
      {loadError !== undefined && <ErrorState error={loadError} onRetry={starting.reload} />}
      {isLoading && <SidesLoading start={[68, 68, 68]} end={[160]} />}
      {!isLoading && loadError === undefined && coins.length === 0 && <EmptyState drawing="coins" text={t('none')} />}
      {coin !== undefined && (
        <form
          className={styles['screen']}
          aria-label={t('actions.new')}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isSending) void starting.start();
          }}
        >
          <div data-side="start">
            <PlanFields
              control={control}
              isSending={isSending}
              coin={
                <SelectField
                  label={t('coin')}
                  isDisabled={isSending}
                  value={coin.name}
                  onValueChange={starting.chooseCoin}
                  options={coins.map(({ name }) => ({
                    value: name,
                    label: name,
                    detail: nameOf(name),
                    start: <CoinIcon symbol={name} size="small" />,
                  }))}
                />
              }
            />
          </div>
          <div data-side="end">
            <PlanTerms control={control} title={t('terms.title')} coin={coin.name} spread={coin.spread} />
          </div>
          <MoneyButton
            isSending={isSending}
            isUnready={control.form.amount === '' || control.fieldError !== undefined}
            blockedReason={refused}
            error={starting.error}
          >
            {t('actions.start')}
          </MoneyButton>
        </form>
      )}
    </Page>
  );
}

/** State of a new plan: what is chosen, and starting it. */
function useNewPlan() {
  const { t } = useTranslation('plans');
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [query] = useSearchParams();
  const [coinName, setCoinName] = useState(query.get('to') ?? '');
  const markets = useMarkets();
  const coins = convertCoins(markets.data).filter(({ name }) => name !== BETWEEN);
  const coin = coins.find(({ name }) => name === coinName) ?? coins[0];
  const starting = useMoneyMutation(planStart);
  const checking = useCheckingText(starting.status);
  const control = usePlanForm(
    (nowMs) => ({ amount: '', every: 'week', day: 1, hour: usualHour(nowMs) }),
    starting.reset,
  );

  // An app update waits until nothing typed or sent would be lost.
  useBusyWhile(control.form.amount !== '' || starting.isSending);

  return {
    control,
    coin,
    coins,
    isSending: starting.isSending,
    error: checking ?? (starting.error && appErrorText(starting.error, BETWEEN)),
    isLoading: markets.data === undefined && markets.error === undefined,
    loadError: markets.error,
    reload: markets.refetch,
    chooseCoin(name: string) {
      starting.reset();
      setCoinName(name);
    },
    async start() {
      const terms = control.read();
      if (terms === undefined || coin === undefined) return;
      const notify = () => showToast({ kind: 'success', text: t('done.started') });
      const plan = await answerOf(starting.send({ currencyId: coin.id, ...terms }), notify);
      if (plan !== undefined && isHere.current) void navigate(paths.plan({ id: plan.id }), { replace: true });
    },
  } as const;
}
