import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import type { Decimal } from '@halyard/contract/money';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { useFiguredErrorText } from '../../../shared/i18n/useFiguredErrorText.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { LiquidationPrice } from '../BeforeAfter.tsx';
import type { LeverMarket } from '../leverTypes.ts';
import styles from './Ticket.module.css';
import type { LeverTicketControl, ReadyOrder } from './useLeverTicket.ts';

type OpenConfirmationProps = {
  ticket: LeverTicketControl;
  market: LeverMarket;
  blockedReason: CodedError | undefined;
};

/** All that an order comes to at the price of now, before it is sent: exactly these prices are sent along. */
export function OpenConfirmation({ ticket, market, blockedReason }: OpenConfirmationProps) {
  const { t } = useTranslation('lever');
  const errorTextOf = useFiguredErrorText();
  const order = useLastKnown(ticket.order);
  const figures = useFigures(order, market);
  const { wrong, isAsking, write, withdraw, confirm } = ticket;
  if (order === undefined) return null;
  const { side, lots } = order.draft;
  const wrongText =
    wrong?.code === 'STOPS_MISSING'
      ? t('stops.missing')
      : wrong && errorTextOf({ code: wrong.code, params: wrong.params ?? {} });
  return (
    <ConfirmSheet
      isOpen={isAsking}
      onOpenChange={(isOpen) => {
        if (!isOpen) withdraw();
      }}
      title={t('confirm.title', { symbol: market.symbol })}
      description={t('confirm.what', {
        side: t(`side.${side}`),
        size: t('lotCount', { count: lots }),
        mode: t(`mode.${order.draft.mode}`),
        leverage: order.draft.leverage,
      })}
      figures={figures}
      kind={side === 'long' ? 'buy' : 'sell'}
      confirmLabel={t(`ticket.open.${side}`, { base: market.base })}
      isConfirming={write.isSending}
      isDisabled={blockedReason !== undefined || wrong !== undefined}
      error={(blockedReason && errorText(blockedReason.code)) ?? (isAsking ? wrongText : undefined)}
      onConfirm={confirm}
    >
      <p className={styles['soft']}>{t(order.preview.opensNow ? 'ticket.opensNow' : 'confirm.risk')}</p>
    </ConfirmSheet>
  );
}

function useFigures(order: ReadyOrder | undefined, market: LeverMarket) {
  const { t } = useTranslation('lever');
  const format = useFormat();
  if (order === undefined) return [];
  const { preview, offer, stops, draft } = order;
  const { currency } = offer.terms;
  const money = (value: Decimal | undefined, places = 8) => (
    <Num kind="amount" value={value} places={places} unit={currency} />
  );
  const price = (value: Decimal | null | undefined) =>
    value == null ? t('none') : <Num kind="price" value={value} places={market.pricePrecision} />;
  const night = `${format.amount(preview.overnight, 8)} ${currency}`;
  return [
    { label: t('figures.openPrice'), value: price(preview.openPrice) },
    draft.targetPrice === undefined
      ? { label: t('figures.worstPrice'), value: price(preview.worstPrice) }
      : { label: t('figures.limitPrice'), value: price(draft.targetPrice) },
    { label: t('figures.notional'), value: money(preview.notional) },
    { label: t('figures.margin'), value: money(preview.margin) },
    { label: t('figures.fee'), value: money(preview.fee) },
    {
      label: t('figures.overnight'),
      value: t('figures.nightFrom', { night, time: format.moment(Date.parse(offer.nextNightAt), 'dayMinute') }),
    },
    {
      label: t('figures.liquidation'),
      value: <LiquidationPrice value={preview.liquidationPrice ?? 'none'} places={market.pricePrecision} />,
    },
    { label: t('figures.profitCap'), value: price(preview.profitCapPrice) },
    { label: t('stops.profit'), value: price(stops.stopProfit) },
    { label: t('stops.loss'), value: price(stops.stopLoss) },
    { label: t('figures.freeAfter'), value: money(preview.freeAfter, 4) },
  ];
}
