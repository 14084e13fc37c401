import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '@halyard/contract/convert/planCalls';
import { BETWEEN } from '@halyard/contract/convert/rules';
import { compare } from '@halyard/contract/money';
import { planEdit } from '../../../domain/convert/plansApi.ts';
import { usePurchaseBlock } from '../../../domain/limits/tradingBreakApi.ts';
import { useMarkets } from '../../../domain/markets/useMarkets.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { appErrorText, codedText, errorText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useBackIfHere } from '../../../shared/navigation/useIsHere.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { ButtonLink } from '../../../shared/ui/Button.tsx';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { SidesLoading } from '../../../shared/ui/SidesLoading.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden.tsx';
import { convertCoins } from '../convertForm.ts';
import { shownSchedule, When } from './PlanCard.tsx';
import { Dates, PlanFields, PlanTerms, usePlanForm } from './PlanForm.tsx';
import { OnePlan } from './PlanPage.tsx';
import styles from './Plans.module.css';

/** Changes amount and dates of a recurring buy. The query names it by `id`. */
export function EditPlanPage() {
  const { t } = useTranslation('shell');
  return (
    <OnePlan title={t('titles.editPlan')} loading={<FormLoading />}>
      {(plan) => <EditPlan key={plan.id} plan={plan} />}
    </OnePlan>
  );
}

const FormLoading = () => <SidesLoading start={[24, 68, 68]} end={[160]} />;

function EditPlan({ plan }: { plan: Plan }) {
  const { t } = useTranslation('shell');
  const markets = useMarkets();
  if (plan.status === 'ended') {
    return (
      <EmptyState
        text={errorText('PLAN_ENDED')}
        action={
          <ButtonLink kind="ghost" size="small" to={paths.plan({ id: plan.id })} replace>
            {t('titles.plan')}
          </ButtonLink>
        }
      />
    );
  }
  if (markets.error !== undefined && markets.data === undefined) {
    return <ErrorState error={markets.error} onRetry={markets.refetch} />;
  }
  if (markets.data === undefined) return <FormLoading />;
  const spread = convertCoins(markets.data).find(({ name }) => name === plan.currency)?.spread;
  return <EditForm plan={plan} spread={spread} />;
}

type EditFormProps = { plan: Plan; spread: Parameters<typeof PlanTerms>[0]['spread'] };

function EditForm({ plan, spread }: EditFormProps) {
  const { t } = useTranslation(['plans', 'shell']);
  const { currency } = plan;
  const edit = useEditPlan(plan);
  const { control, isSending } = edit;
  return (
    <>
      <form
        className={styles['screen']}
        aria-label={t('titles.editPlan', { ns: 'shell' })}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          edit.ask();
        }}
      >
        <div data-side="start">
          <PlanFields
            control={control}
            isSending={isSending}
            coin={
              <p className={styles['coin']}>
                <CoinIcon symbol={currency} size="small" />
                <span>{currency}</span>
              </p>
            }
          />
        </div>
        <div data-side="end">
          <PlanTerms control={control} title={t('edit.terms')} coin={currency} spread={spread} />
        </div>
        <MoneyButton
          isSending={isSending}
          isUnready={edit.isSame || control.fieldError !== undefined}
          blockedReason={edit.refused}
          error={edit.notice}
        >
          {t('actions.review')}
        </MoneyButton>
      </form>
      <Confirmation plan={plan} edit={edit} />
    </>
  );
}

type Edit = ReturnType<typeof useEditPlan>;

/** Old and new terms, and the next dates, before they are stored. */
function Confirmation({ plan, edit }: { plan: Plan; edit: Edit }) {
  const { t } = useTranslation('plans');
  const unreachable = useMoneyBlockedReason();
  const { amount, schedule, dates } = edit.control;
  const blocked = unreachable === undefined ? edit.refused : errorText(unreachable.code, unreachable.params);
  return (
    <ConfirmSheet
      isOpen={edit.isAsked}
      onOpenChange={(isOpen) => {
        if (!isOpen) edit.close();
      }}
      title={t('edit.confirm')}
      description={t(plan.status === 'paused' ? 'edit.paused' : plan.waits === null ? 'edit.text' : 'edit.waits')}
      figures={[
        { label: t('coin'), value: plan.currency },
        {
          label: t('amount'),
          value: (
            <Changed
              isSame={edit.isSameAmount}
              before={<Num kind="amount" value={plan.amount} unit={BETWEEN} />}
              after={<Num kind="amount" value={amount} unit={BETWEEN} />}
            />
          ),
        },
        {
          label: t('terms.when'),
          value: (
            <Changed
              isSame={edit.isSameSchedule}
              before={<When schedule={plan} />}
              after={<When schedule={schedule} />}
            />
          ),
        },
        { label: t('terms.dates'), value: <Dates dates={dates} /> },
      ]}
      confirmLabel={t('actions.save')}
      error={blocked ?? edit.error}
      isConfirming={edit.isSending}
      isDisabled={blocked !== undefined}
      onConfirm={() => void edit.save()}
    />
  );
}

type ChangedProps = { isSame: boolean; before: ReactNode; after: ReactNode };

/** A value before and after the change; one of them where they are equal. */
function Changed({ isSame, before, after }: ChangedProps) {
  const { t } = useTranslation('plans');
  if (isSame) return after;
  return (
    <span className={styles['changed']}>
      <span className={styles['before']}>
        <VisuallyHidden>{t('edit.before')}</VisuallyHidden> {before}
      </span>
      <span>
        <span aria-hidden="true">{'→ '}</span>
        <VisuallyHidden>{t('edit.after')}</VisuallyHidden> {after}
      </span>
    </span>
  );
}

/** State of a change: what is chosen, its confirmation, and storing it. */
function useEditPlan(plan: Plan) {
  const { t } = useTranslation('plans');
  const back = useBackIfHere();
  const editing = useMoneyMutation(planEdit);
  const checking = useCheckingText(editing.status);
  const [isAsked, setAsked] = useState(false);
  const [wasSame, setWasSame] = useState(false);
  const control = usePlanForm(
    (nowMs) => {
      const { every, day } = shownSchedule(plan, nowMs);
      return { amount: plan.amount, every, day: Math.max(1, day), hour: plan.hour };
    },
    () => {
      editing.reset();
      setWasSame(false);
    },
  );
  const { amount, schedule } = control;
  const isSameAmount = amount !== undefined && compare(amount, plan.amount) === 0;
  const isSameSchedule = schedule.every === plan.every && schedule.day === plan.day && schedule.hour === plan.hour;
  const isSame = isSameAmount && isSameSchedule;
  const error = checking ?? (editing.error && appErrorText(editing.error, BETWEEN));

  // An app update waits until nothing typed or sent would be lost.
  useBusyWhile(!isSame || editing.isSending);

  return {
    control,
    isSameAmount,
    isSameSchedule,
    isSame,
    isAsked,
    isSending: editing.isSending,
    refused: codedText(usePurchaseBlock('spot')),
    error,
    /** Below the button of the form. */
    notice: wasSame ? t('edit.same') : error,
    ask() {
      if (editing.isSending || control.read() === undefined) return;
      setWasSame(isSame);
      setAsked(!isSame);
    },
    close: () => setAsked(false),
    async save() {
      const terms = control.read();
      if (terms === undefined) return;
      const notify = () => showToast({ kind: 'success', text: t('done.changed') });
      if ((await answerOf(editing.send({ id: plan.id, ...terms }), notify)) === undefined) return;
      setAsked(false);
      back();
    },
  } as const;
}
