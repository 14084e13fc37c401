import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { add, isZero, type Decimal } from '@halyard/contract/money';
import { positionCancellation } from '../../../domain/futures/futuresMutations.ts';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { Chip } from '../../../shared/ui/Chip.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { SideWord } from '../SideWord.tsx';
import styles from './Positions.module.css';
import type { OpenSheet } from './sheetKinds.ts';

type OrderCardProps = { order: FuturesPosition; onAct: (sheet: OpenSheet) => void };

/** An order waiting for its price, with the amount held for it. */
export const OrderCard = memo(function OrderCard({ order, onAct }: OrderCardProps) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const mark = useMarketRow(order.marketId)?.lastPrice;
  const { side, symbol, mode, leverage, lots, quantity, openPrice, margin, fee, currency, terms } = order;
  const price = (value: Decimal | null | undefined) => <Num kind="price" value={value} places={terms.pricePrecision} />;
  const stop = (value: Decimal) => (isZero(value) ? t('none') : price(value));
  return (
    <article className={styles['card']} aria-label={`${symbol} ${t(`side.${side}`)}`}>
      <p className={styles['title']}>
        <SideWord side={side} />
        <b>{symbol}</b>
        <Chip>{`${t(`mode.${mode}`)} ${t('leverage.times', { leverage })}`}</Chip>
      </p>
      <dl className={styles['figures']}>
        <div>
          <dt>{t('card.lots')}</dt>
          <dd>{t('card.size', { lots, quantity: format.money(quantity, symbol.split('/')[0] ?? '') })}</dd>
        </div>
        <div>
          <dt>{t('card.target')}</dt>
          <dd>{price(openPrice)}</dd>
        </div>
        <div>
          <dt>{t('card.mark')}</dt>
          <dd>{price(mark)}</dd>
        </div>
        <div>
          <dt>{t('card.held')}</dt>
          <dd>
            <Num kind="amount" value={add(margin, fee)} places={2} unit={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('stops.both')}</dt>
          <dd>
            {stop(order.stopProfit)}
            {' / '}
            {stop(order.stopLoss)}
          </dd>
        </div>
      </dl>
      <OrderActions order={order} onAct={onAct} />
    </article>
  );
});

/** Changes the stops of a waiting order, or cancels it. */
export function OrderActions({ order, onAct }: OrderCardProps) {
  const { t } = useTranslation('futures');
  const cancelling = useMoneyMutation(positionCancellation);
  const cancel = async () => {
    const outcome = await cancelling.send({ id: order.id });
    if (outcome?.data === undefined) return;
    showToast({ kind: 'success', text: t('act.cancelled', { symbol: order.symbol }), isBrief: true });
  };
  const isOut = useMoneyBlockedReason() !== undefined;
  return (
    <div className={styles['actions']}>
      <Button kind="ghost" size="small" disabled={isOut} onClick={() => onAct({ kind: 'stops', position: order })}>
        {t('act.stops')}
      </Button>
      <Button kind="ghost" size="small" disabled={isOut} isLoading={cancelling.isSending} onClick={() => void cancel()}>
        {t('act.cancel')}
      </Button>
    </div>
  );
}
