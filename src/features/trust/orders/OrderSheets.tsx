import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RenewalOffer, TrustOrder } from '@halyard/contract/trust/calls';
import { negate, subtract } from '@halyard/contract/money';
import { startOfDate } from '@halyard/contract/time';
import {
  gainOfWaiting,
  endsOn,
  keepsTerms,
  RENEWALS,
  renewedAmount,
  totalInterest,
  yearPercent,
  type Renewal,
  type TrustTerms,
} from '@halyard/contract/trust/rules';
import { useQuoteRedemptionMutation, useRenewalOffer } from '../../../domain/trust/trustApi.ts';
import { usePurchaseBlock } from '../../../domain/limits/tradingBreakApi.ts';
import { trustRedemption, renewalChange } from '../../../domain/trust/product.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { appErrorText, codedText, errorText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { useQuoteAcceptance } from '../../../shared/money-mutations/useQuoteAcceptance.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { EarlyExit } from '../ProductCard.tsx';
import styles from '../Trust.module.css';

type OrderSheetProps = {
  /** The sheet is open while this is set. */
  order: TrustOrder | undefined;
  onClose: () => void;
};

/** Proceeds of early redemption, by a quote valid for a minute, compared with staying. */
export function RedeemSheet(props: OrderSheetProps) {
  const { t } = useTranslation('trust');
  return (
    <OrderSheet {...props} title={t('redeem.title')}>
      {(order) => <Quoted key={order.id} order={order} onClose={props.onClose} />}
    </OrderSheet>
  );
}

/** Choice between paying out and renewing at the end, with the terms of the new order. */
export function RenewalSheet(props: OrderSheetProps) {
  const { t } = useTranslation('trust');
  const { order: opened, onClose } = props;
  return (
    <OrderSheet {...props} title={t('renewal.title')}>
      {(order) => <Offered key={order.id} order={order} isOpen={opened !== undefined} onClose={onClose} />}
    </OrderSheet>
  );
}

/** A sheet for one order, which it still shows while it closes. */
function OrderSheet({
  order,
  onClose,
  title,
  children,
}: OrderSheetProps & { title: string; children: (order: TrustOrder) => ReactNode }) {
  const shown = useLastKnown(order);
  return (
    <Sheet
      isOpen={order !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={title}
    >
      {shown !== undefined && children(shown)}
    </Sheet>
  );
}

/** Skeletons of these different heights (px) while a sheet loads. */
function SheetLoading({ heights }: { heights: readonly number[] }) {
  return (
    <Loading>
      <div className={styles['sheet']}>
        {heights.map((height) => (
          <Skeleton key={height} shape="block" height={height} />
        ))}
      </div>
    </Loading>
  );
}

function Quoted({ order, onClose }: { order: TrustOrder; onClose: () => void }) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const [ask, { data: quote, error, isLoading }] = useQuoteRedemptionMutation();
  const redeeming = useQuoteAcceptance(trustRedemption, quote);
  const { id, currency } = order;
  useEffect(() => void ask(id), [ask, id]);
  if (error !== undefined) {
    return <ErrorState error={error} onRetry={() => void ask(id)} />;
  }
  if (quote === undefined || isLoading) return <SheetLoading heights={[120, 48]} />;
  const { isOver, isSending, secondsLeft } = redeeming;
  const wrong = redeeming.isOpen ? ({ code: 'OUTCOME_UNKNOWN' } as const) : redeeming.error;
  const failure = redeeming.checking ?? (wrong && appErrorText(wrong));
  const money = (value: typeof quote.refund) => <Num kind="amount" value={value} unit={currency} />;
  const renew = () => {
    redeeming.reset();
    void ask(id);
  };
  const submit = async () => {
    const text = t('redeem.done', { amount: format.amountOf(quote.refund, currency), currency });
    const sending = redeeming.send({ id, quote: quote.id });
    if ((await answerOf(sending, () => showToast({ kind: 'success', text }))) !== undefined) onClose();
  };
  return (
    <div className={styles['sheet']}>
      <p className={styles['outcome']}>
        <span className={styles['soft']}>{t('redeem.refund')}</span>
        <b>{money(quote.refund)}</b>
      </p>
      <KeyValue
        items={[
          { label: t('redeem.principal'), value: money(order.amount) },
          { label: t('penalty.word'), value: money(negate(quote.penalty)) },
          { label: t('redeem.to'), value: t('redeem.account') },
          { label: t('redeem.stays'), value: money(quote.paid) },
        ]}
      />
      <Waiting order={order} paid={quote.paid} />
      {isOver && <p className={styles['soft']}>{t('redeem.expired')}</p>}
      {secondsLeft > 0 && <p className={styles['soft']}>{t('redeem.valid', { count: secondsLeft })}</p>}
      {isOver ? (
        <MoneyButton isSending={isSending} error={failure} onPress={renew}>
          {t('redeem.again')}
        </MoneyButton>
      ) : (
        <MoneyButton kind="ghost" isSending={isSending} error={failure} onPress={() => void submit()}>
          {t('redeem.action', { amount: format.amountOf(quote.refund, currency), currency })}
        </MoneyButton>
      )}
    </div>
  );
}

function Waiting({ order, paid }: { order: TrustOrder; paid: TrustOrder['paid'] }) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const { amount, terms, currency, interest, remainDays: remain } = order;
  const more = gainOfWaiting(amount, terms, { remain, unpaid: subtract(interest, paid) });
  const date = format.moment(startOfDate(order.endsOn), 'date', 'utc');
  return <p>{t('redeem.waiting', { date, amount: format.amountOf(more, currency), currency })}</p>;
}

type OfferedProps = { order: TrustOrder; isOpen: boolean; onClose: () => void };

function Offered({ order, isOpen, onClose }: OfferedProps) {
  const { offer, error, retry } = useRenewalOffer(isOpen ? order.id : undefined);
  const shown = useLastKnown(offer);
  if (shown !== undefined) return <Choice order={order} offer={shown} onClose={onClose} />;
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  return <SheetLoading heights={[200, 160, 48]} />;
}

type ChoiceProps = { order: TrustOrder; offer: RenewalOffer; onClose: () => void };

function Choice({ order, offer, onClose }: ChoiceProps) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const [renewal, setRenewal] = useState(order.renewal);
  const changing = useMoneyMutation(renewalChange);
  const checking = useCheckingText(changing.status);
  const closesAtMs = Date.parse(offer.closesAt);
  const isClosed = useEachSecond((nowMs) => serverTimeMs(nowMs) >= closesAtMs);
  const refused = codedText(usePurchaseBlock('trust'));
  const { terms, termsHash } = offer;
  const save = async () => {
    const agreed = renewal !== 'none' && termsHash !== null ? { termsHash } : {};
    const text = t(renewal === 'none' ? 'renewal.done.off' : 'renewal.done.on');
    const sending = changing.send({ id: order.id, renewal, ...agreed });
    if ((await answerOf(sending, () => showToast({ kind: 'success', text }))) !== undefined) onClose();
  };
  return (
    <div className={styles['sheet']}>
      <RadioRows
        label={t('renewal.title')}
        isLabelHidden
        options={RENEWALS.map((value) => ({
          value,
          label: t(`renewal.choice.${value}`),
          detail: <Detail order={order} value={value} />,
          isDisabled: value !== 'none' && terms === null,
        }))}
        value={renewal}
        onValueChange={setRenewal}
      />
      <Note order={order} terms={terms} />
      {terms !== null && renewal !== 'none' && <Terms order={order} terms={terms} renewal={renewal} />}
      <p className={styles['soft']}>{t('renewal.until', { time: format.moment(closesAtMs, 'dateMinute') })}</p>
      <MoneyButton
        isSending={changing.isSending}
        blockedReason={isClosed ? errorText('TRUST_RENEWAL_CLOSED') : renewal === 'none' ? undefined : refused}
        error={checking ?? (changing.error && appErrorText(changing.error))}
        onPress={() => void save()}
      >
        {t('renewal.save')}
      </MoneyButton>
    </div>
  );
}

/** Outcome of a choice, in money. */
function Detail({ order, value }: { order: TrustOrder; value: Renewal }) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const { currency } = order;
  const amount = value === 'none' ? order.amount : renewedAmount(order, value);
  return t(`renewal.detail.${value}`, { amount: format.amountOf(amount, currency), currency });
}

/** A change since the user agreed, which they decide on. */
function Note({ order, terms }: { order: TrustOrder; terms: TrustTerms | null }) {
  const { t } = useTranslation('trust');
  if (terms === null) return <p className={styles['reason']}>{t('renewal.closed')}</p>;
  const { renewalTerms } = order;
  if (renewalTerms === null || keepsTerms(renewalTerms, terms)) return null;
  return <p className={styles['reason']}>{t('renewal.worse')}</p>;
}

function Terms({ order, terms, renewal }: { order: TrustOrder; terms: TrustTerms; renewal: Renewal }) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const { currency } = order;
  const date = (text: string) => format.moment(startOfDate(text), 'date', 'utc');
  const items: ComponentProps<typeof KeyValue>['items'] = [
    { label: t('rate.year'), value: format.percent(yearPercent(terms)) },
    {
      label: t('calc.total', { count: terms.days }),
      value: <Num kind="amount" value={totalInterest(renewedAmount(order, renewal), terms)} unit={currency} />,
    },
    { label: t('renewal.begins'), value: date(order.endsOn) },
    { label: t('buy.ends'), value: date(endsOn(order.endsOn, terms.days)) },
  ];
  return (
    <section className={styles['part']}>
      <h3>{t('renewal.terms')}</h3>
      <KeyValue items={items} />
      <EarlyExit terms={terms} />
      <p className={styles['soft']}>{t('renewal.rule')}</p>
    </section>
  );
}
