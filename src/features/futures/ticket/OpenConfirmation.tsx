import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import type { Decimal } from '@halyard/contract/money';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { LiquidationPrice } from '../BeforeAfter.tsx';
import type { FuturesMarket } from '../futuresTypes.ts';
import type { FuturesError } from './futuresErrors.ts';
import styles from './Ticket.module.css';
import type { FuturesTicketControl, ReadyOrder } from './useFuturesTicket.ts';

type OpenConfirmationProps = {
  ticket: FuturesTicketControl;
  market: FuturesMarket;
  blockedReason: CodedError | undefined;
};

/** All figures of an order at the current price before it is sent; exactly these prices are sent. */
export function OpenConfirmation({ ticket, market, blockedReason }: OpenConfirmationProps) {
  const { t } = useTranslation('futures');
  const ready = useLastKnown(ticket.ready);
  const figures = useFigures(ready, market);
  const { wrong, isAsking, opening, dismiss, confirm } = ticket;
  const reason = useReason(wrong, blockedReason);
  if (ready === undefined) return null;
  const { order, preview } = ready;
  const { side, lots } = order;
  return (
    <ConfirmSheet
      isOpen={isAsking}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismiss();
      }}
      title={t('confirm.title', { symbol: market.symbol })}
      description={t('confirm.what', {
        side: t(`side.${side}`),
        size: t('lotCount', { count: lots }),
        mode: t(`mode.${order.mode}`),
        leverage: order.leverage,
      })}
      figures={figures}
      kind={side === 'long' ? 'buy' : 'sell'}
      confirmLabel={t(`ticket.open.${side}`)}
      isConfirming={opening.isSending}
      isDisabled={reason !== undefined}
      error={isAsking ? reason : undefined}
      onConfirm={confirm}
    >
      <p className={styles['soft']}>
        {t(preview.opensNow && order.targetPrice !== null ? 'ticket.opensNow' : 'confirm.risk')}
      </p>
    </ConfirmSheet>
  );
}

/** Why it cannot be sent now: prices may have changed since it was confirmed. */
function useReason(wrong: FuturesError | undefined, blockedReason: CodedError | undefined): string | undefined {
  const { t } = useTranslation('futures');
  if (blockedReason !== undefined) return codedText(blockedReason);
  return wrong?.code === 'STOPS_MISSING' ? t('stops.missing') : codedText(wrong);
}

function useFigures(ready: ReadyOrder | undefined, market: FuturesMarket) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  if (ready === undefined) return [];
  const { preview, current, order } = ready;
  const { currency } = current.terms;
  const money = (value: Decimal | undefined, places = 8) => (
    <Num kind="amount" value={value} places={places} unit={currency} />
  );
  const price = (value: Decimal | null | undefined) =>
    value == null ? t('none') : <Num kind="price" value={value} places={market.pricePrecision} />;
  const night = format.money(preview.overnight, currency);
  return [
    { label: t('figures.entryPrice'), value: price(preview.entryPrice) },
    order.targetPrice === null
      ? { label: t('figures.worstPrice'), value: price(preview.worstPrice) }
      : { label: t('figures.limitPrice'), value: price(order.targetPrice) },
    { label: t('figures.notional'), value: money(preview.notional) },
    { label: t('figures.margin'), value: money(preview.margin) },
    { label: t('figures.fee'), value: money(preview.fee) },
    {
      label: t('figures.overnight'),
      value: t('figures.nightFrom', { night, time: format.moment(Date.parse(current.nextOvernightAt), 'dayMinute') }),
    },
    {
      label: t('figures.liquidation'),
      value: <LiquidationPrice value={preview.liquidationPrice ?? 'none'} places={market.pricePrecision} />,
    },
    { label: t('figures.profitCap'), value: price(preview.profitCapPrice) },
    { label: t('stops.profit'), value: price(order.takeProfit) },
    { label: t('stops.loss'), value: price(order.stopLoss) },
    { label: t('figures.freeAfter'), value: money(preview.freeAfter, 4) },
  ];
}
