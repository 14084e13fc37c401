import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrustOrder } from '@halyard/contract/trust/calls';
import { subtract } from '@halyard/contract/money';
import { gainOfWaiting } from '@halyard/contract/trust/rules';
import { startOfDate } from '@halyard/contract/time';
import { useQuoteRedemptionMutation } from '../../../domain/trust/trustApi.ts';
import { trustRedemption } from '../../../domain/trust/trustMutations.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../../shared/money-mutations/useCheckingText.ts';
import { useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { MoneyButton } from '../../../shared/ui/MoneyButton.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import styles from '../Trust.module.css';

const NOT_KNOWN = -1;

type RedeemSheetProps = {
  /** The sheet is open while this is set. */
  order: TrustOrder | undefined;
  onClose: () => void;
};

/** Proceeds of early redemption, by a quote valid for a minute, compared with staying. */
export function RedeemSheet({ order, onClose }: RedeemSheetProps) {
  const { t } = useTranslation('trust');
  const shown = useLastKnown(order);
  return (
    <Sheet
      isOpen={order !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('redeem.title')}
    >
      {shown !== undefined && <Quoted key={shown.id} order={shown} onClose={onClose} />}
    </Sheet>
  );
}

function Quoted({ order, onClose }: { order: TrustOrder; onClose: () => void }) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const [ask, { data: quote, error, isLoading }] = useQuoteRedemptionMutation();
  const redeeming = useMoneyMutation(trustRedemption);
  const checking = useCheckingText(redeeming.status);
  const { id, currency } = order;
  useEffect(() => void ask(id), [ask, id]);
  const validMs = quote === undefined ? undefined : Date.parse(quote.validUntil);
  const secondsLeft = useEachSecond((nowMs) =>
    validMs === undefined ? NOT_KNOWN : Math.max(0, Math.ceil((validMs - serverTimeMs(nowMs)) / 1000)),
  );
  if (error !== undefined) {
    return <ErrorState what={appErrorText(error as AppError)} onRetry={() => void ask(id)} />;
  }
  if (quote === undefined || isLoading) return <QuoteLoading />;
  const isOver = secondsLeft === 0;
  const money = (value: typeof quote.refund) => <Num kind="amount" value={value} unit={currency} />;
  const submit = async () => {
    const outcome = await redeeming.send({ id, quote: quote.id });
    if (outcome === undefined || outcome.error !== undefined) return;
    showToast({
      kind: 'success',
      text: t('redeem.done', { amount: format.amountOf(quote.refund, currency), currency }),
    });
    onClose();
  };
  return (
    <div className={styles['sheet']}>
      <p className={styles['outcome']}>
        <span className={styles['soft']}>{t('redeem.refund')}</span>
        <b>{money(quote.refund)}</b>
      </p>
      <KeyValue
        items={[
          { label: t('amount'), value: money(order.amount) },
          { label: t('penalty.word'), value: money(quote.penalty) },
          { label: t('redeem.stays'), value: money(quote.paid) },
        ]}
      />
      <Waiting order={order} paid={quote.paid} />
      {isOver && !redeeming.isSending ? (
        <Button onClick={() => void ask(id)}>{t('redeem.again')}</Button>
      ) : (
        <MoneyButton
          kind="ghost"
          isSending={redeeming.isSending}
          error={checking ?? (redeeming.error && appErrorText(redeeming.error))}
          onPress={() => void submit()}
        >
          {t('redeem.action', { amount: format.amountOf(quote.refund, currency), currency })}
        </MoneyButton>
      )}
      <p className={styles['soft']}>{isOver ? t('redeem.expired') : t('redeem.valid', { count: secondsLeft })}</p>
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

function QuoteLoading() {
  return (
    <Loading>
      <div className={styles['sheet']}>
        <Skeleton shape="block" height={120} />
        <Skeleton shape="block" height={48} />
      </div>
    </Loading>
  );
}
