import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Offering } from '@halyard/contract/launchpad/calls';
import type { ErrorCode } from '@halyard/contract/errors';
import { add, type Decimal, isZero, MONEY_PLACES, multiply, parseDecimal, round, ZERO } from '@halyard/contract/money';
import { checkSubscription, expectedCoins, interestOf, leastAmount } from '@halyard/contract/launchpad/terms';
import { UnverifiedNote } from '../../domain/exposure/UnverifiedNote.tsx';
import { checkUnverifiedLimit, useUnverifiedLimit, withinLimit } from '../../domain/exposure/useExposure.ts';
import { usePurchaseBlock } from '../../domain/limits/tradingBreakApi.ts';
import { subscribing } from '../../domain/launchpad/product.ts';
import { useOffering, useOfferingState, useWaitingSubscriptions } from '../../domain/launchpad/offeringsApi.ts';
import { useBalance } from '../../domain/wallet/useWallet.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { type Faults, useForm } from '../../shared/forms/useForm.ts';
import { useIsHere } from '../../shared/navigation/useIsHere.ts';
import { codedText, errorText } from '../../shared/i18n/errorText.ts';
import { useCheckingText, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBusyWhile } from '../../shared/pwa/busy.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { AmountField } from '../../shared/ui/AmountField.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { SidesLoading } from '../../shared/ui/SidesLoading.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import {
  CoinRange,
  OfferingAbsent,
  useOfferingDates,
  useOfferingId,
  OfferingFacts,
  OfferingHead,
} from './OfferingFacts.tsx';
import styles from './Launchpad.module.css';

/** Subscribing to the offering that the query's `id` names. */
export function SubscribePage() {
  const { t } = useTranslation('launchpad');
  const id = useOfferingId();
  const { offering, error, retry } = useOffering(id);
  if (offering !== undefined) return <Subscribing offering={offering} />;
  return (
    <Page header={<NavBar title={t('subscribe')} />}>
      <OfferingAbsent
        isNamed={id !== undefined}
        error={error}
        onRetry={() => void retry()}
        loading={<SidesLoading start={[150, 170]} end={[68, 46, 180]} />}
      />
    </Page>
  );
}

const EMPTY = { amount: '' };

const AMOUNT_CODES: readonly ErrorCode[] = ['INSUFFICIENT_BALANCE', 'UNVERIFIED_LIMIT'];

function useSubscribing(offering: Offering) {
  const limit = useUnverifiedLimit(offering.currency);
  const { t } = useTranslation('launchpad');
  const navigate = useNavigate();
  const isHere = useIsHere();
  const mutation = useMoneyMutation(subscribing);
  const [isAsking, setAsking] = useState(false);
  const form = useForm({
    initial: EMPTY,
    isForgiving: true,
    check: ({ amount: text }): Faults<'amount'> => {
      const amount = parseDecimal(text);
      return { amount: checkSubscription(amount, offering.terms) ?? checkUnverifiedLimit(amount, limit) };
    },
    review: () => setAsking(true),
    send: ({ amount }) =>
      mutation.send({ offeringId: offering.id, amount: parseDecimal(amount), termsHash: offering.termsHash }),
    fieldOf: ({ code }: AppError) => (code.startsWith('AMOUNT_') || AMOUNT_CODES.includes(code) ? 'amount' : undefined),
    onDone: () => {
      showToast({ kind: 'success', text: t('done') });
      if (isHere.current) void navigate(paths.publication({ id: offering.id }), { replace: true });
    },
  });
  useBusyWhile(form.typed.amount !== '' || mutation.isSending);
  return { form, write: mutation, limit, isAsking, setAsking };
}

function Subscribing({ offering }: { offering: Offering }) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const unreachable = useMoneyBlockedReason();
  const state = useOfferingState(offering);
  const available = useBalance('spot', offering.currency)?.available;
  const { form, write: mutation, limit, isAsking, setAsking } = useSubscribing(offering);
  const checking = useCheckingText(mutation.status);
  const refused = codedText(usePurchaseBlock('launchpad'));
  const blocked = state === 'open' ? refused : t(`why.${state}`);
  const amount = parseDecimal(form.typed.amount);
  const { figures, before, note: estimateNote } = useEstimate(offering, amount);
  // Dates after the start, which is past.
  const dates = useOfferingDates(offering).slice(1);
  return (
    <Page header={<NavBar title={t('subscribeTo', { coin: offering.coin })} />}>
      <form className={styles['page']} aria-label={t('subscribe')} {...form.element}>
        <div data-side="start">
          <OfferingHead offering={offering} state={state} />
          <div className={styles['terms']}>
            <OfferingFacts offering={offering} />
          </div>
        </div>
        <div data-side="end">
          <AmountField
            label={t('amount')}
            unit={offering.currency}
            places={MONEY_PLACES}
            before={before}
            available={available}
            most={withinLimit(available, limit)}
            placeholder={`${t('fact.least')} ${format.amount(leastAmount(offering.terms), MONEY_PLACES, 0)}`}
            hint={t('heldHint')}
            enterKeyHint="go"
            {...form.field('amount')}
          />
          <section className={styles['estimate']}>
            <KeyValue items={[...figures, ...dates]} />
            {amount !== undefined && <p className={styles['soft']}>{estimateNote}</p>}
          </section>
          <UnverifiedNote limit={limit} />
        </div>
        <MoneyButton isSending={form.isSending} blockedReason={blocked} error={checking ?? form.texts.form}>
          {amount === undefined || checkSubscription(amount, offering.terms) !== undefined
            ? t('subscribe')
            : t('subscribeWith', { amount: format.money(amount, offering.currency) })}
        </MoneyButton>
      </form>
      <ConfirmSheet
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('confirm')}
        description={t('subscribeTo', { coin: offering.coin })}
        figures={[
          { label: t('fact.price'), value: <Num kind="price" value={offering.terms.price} unit={offering.currency} /> },
          ...figures,
          ...dates,
        ]}
        confirmLabel={t('subscribe')}
        isConfirming={form.isSending}
        isDisabled={blocked !== undefined || unreachable !== undefined}
        error={
          unreachable === undefined
            ? (blocked ?? checking ?? form.texts.form ?? form.texts.amount)
            : errorText(unreachable.code, unreachable.params)
        }
        onConfirm={form.send}
      >
        <p className={styles['soft']}>{t('heldHint')}</p>
        <p className={styles['soft']}>{estimateNote}</p>
      </ConfirmSheet>
    </Page>
  );
}

/**
 * Expected allotment of an amount with what the user subscribed before: the most if no one else subscribes, the least
 * if the subscribed amount doubles by the end. The result is unknown until then.
 */
function useEstimate(offering: Offering, amount: Decimal | undefined) {
  const { t } = useTranslation('launchpad');
  const format = useFormat();
  const waiting = useWaitingSubscriptions(offering.id);
  const before = waiting && add(ZERO, ...waiting.map((one) => one.amount));
  const { terms, coin, currency, subscribedAmount } = offering;
  const added = amount && round(amount, MONEY_PLACES, 'down');
  const expected =
    added === undefined || before === undefined
      ? undefined
      : expectedCoins(add(before, added), add(subscribedAmount, added), terms);
  const bounds = (of: (coins: Decimal) => Decimal) => ({
    least: expected && of(expected.least),
    most: expected && of(expected.most),
  });
  const inCoins = { unit: coin, places: terms.unitPlaces };
  const figures = [
    { label: t('estimate.held'), value: <Num kind="amount" value={amount} unit={currency} /> },
    { label: t('estimate.coins'), value: <CoinRange {...bounds((coins) => coins)} {...inCoins} /> },
    {
      label: t('estimate.paid'),
      value: (
        <CoinRange
          {...bounds((coins) => multiply(coins, terms.price))}
          unit={currency}
          places={currency === 'USDT' ? 2 : MONEY_PLACES}
          minPlaces={2}
        />
      ),
    },
    {
      label: t('estimate.interest'),
      value: <CoinRange {...bounds((coins) => interestOf(coins, terms))} {...inCoins} />,
    },
  ];
  if (before === undefined || isZero(before)) return { figures, note: t('estimate.note') };
  const included = t('estimate.before', { amount: format.money(before, currency) });
  return {
    figures,
    before: { label: t('estimate.subscribed'), value: before },
    note: `${included} ${t('estimate.note')}`,
  };
}
