import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { RenewalOffer, TrustOrder } from '@halyard/contract/trust/calls';
import { startOfDate } from '@halyard/contract/time';
import {
  endsOn,
  keepsTerms,
  RENEWALS,
  renewedAmount,
  totalInterest,
  yearPercent,
  type Renewal,
  type TrustTerms,
} from '@halyard/contract/trust/rules';
import { renewalChange } from '../../../domain/trust/trustMutations.ts';
import { useRenewalOffer } from '../../../domain/trust/useTrust.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../../shared/money-mutations/useCheckingText.ts';
import { useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { EarlyExit } from '../ProductCard.tsx';
import styles from '../Trust.module.css';

type RenewalSheetProps = {
  /** The sheet is open while this is set. */
  order: TrustOrder | undefined;
  onClose: () => void;
};

/** Choice between paying out and renewing at the end, with the terms of the new order. */
export function RenewalSheet({ order, onClose }: RenewalSheetProps) {
  const { t } = useTranslation('trust');
  const shown = useLastKnown(order);
  return (
    <Sheet
      isOpen={order !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('renewal.title')}
    >
      {shown !== undefined && <Offered key={shown.id} order={shown} isOpen={order !== undefined} onClose={onClose} />}
    </Sheet>
  );
}

type OfferedProps = { order: TrustOrder; isOpen: boolean; onClose: () => void };

function Offered({ order, isOpen, onClose }: OfferedProps) {
  const { offer, error, retry } = useRenewalOffer(isOpen ? order.id : undefined);
  const shown = useLastKnown(offer);
  if (shown !== undefined) return <Choice order={order} offer={shown} onClose={onClose} />;
  if (error !== undefined) return <ErrorState what={appErrorText(error)} onRetry={() => void retry()} />;
  return (
    <Loading>
      <div className={styles['sheet']}>
        <Skeleton shape="block" height={200} />
        <Skeleton shape="block" height={160} />
        <Skeleton shape="block" height={48} />
      </div>
    </Loading>
  );
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
  const { terms, termsHash } = offer;
  const save = async () => {
    const agreed = renewal !== 'none' && termsHash !== null ? { termsHash } : {};
    const outcome = await changing.send({ id: order.id, renewal, ...agreed });
    if (outcome === undefined || outcome.error !== undefined) return;
    showToast({ kind: 'success', text: t(renewal === 'none' ? 'renewal.done.off' : 'renewal.done.on') });
    onClose();
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
        blockedReason={isClosed ? errorText('TRUST_RENEWAL_CLOSED') : undefined}
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
