import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { ArrowUpDown, Diff, type LucideIcon } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero, toModelNumber, add, type Decimal } from '@halyard/contract/money';
import { positionCancellation } from '../../../domain/futures/product.ts';
import type { LivePosition } from '../../../domain/futures/useFutures.ts';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { answerOf, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { useIsStale } from '../../../shared/realtime/useRealtime.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { Chip } from '../../../shared/ui/Chip.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { LiquidationPrice } from '../BeforeAfter.tsx';
import { PositionSize } from '../PositionSize.tsx';
import { SideWord } from '../SideWord.tsx';
import { useCloseBlock, useFuturesBlock } from '../useFuturesBlock.ts';
import styles from './Positions.module.css';
import type { OpenSheet, SheetKind } from '../futuresTypes.ts';

/** The end of the bar: twice the opening margin. */
const FULL = 200;

/** The bar warns below one and a half times the liquidation rate. */
const NEAR = 1.5;

type PositionCardProps = { live: LivePosition; onAct: (sheet: OpenSheet) => void };

const isSame = (a: PositionCardProps, b: PositionCardProps) =>
  a.onAct === b.onAct &&
  a.live.position === b.live.position &&
  a.live.mark === b.live.mark &&
  a.live.rate === b.live.rate &&
  a.live.liquidation === b.live.liquidation;

/** A position at the last price: profit, distance to liquidation, and actions. */
export const PositionCard = memo(function PositionCard({ live, onAct }: PositionCardProps) {
  const { t } = useTranslation('futures');
  const isStale = useIsStale();
  const { position } = live;
  const { side, symbol, mode, leverage, terms } = position;
  return (
    <article className={styles['card']} aria-label={`${symbol} ${t(`side.${side}`)}`}>
      <button
        type="button"
        className={styles['opener']}
        aria-haspopup="dialog"
        onClick={() => onAct({ kind: 'detail', position })}
      >
        <span className={styles['title']}>
          <SideWord side={side} />
          <b>{symbol}</b>
          <Chip>{`${t(`mode.${mode}`)} ${t('leverage.times', { leverage })}`}</Chip>
        </span>
        <Profit live={live} isStale={isStale} />
      </button>
      <Figures live={live} isStale={isStale} />
      <RateBar rate={live.rate} liquidationLevel={terms.liquidationLevel} isStale={isStale} />
      <Actions live={live} onAct={onAct} />
    </article>
  );
}, isSame);

export function Profit({ live, isStale }: { live: LivePosition; isStale: boolean }) {
  const format = useFormat();
  const { profit, percent, position } = live;
  return (
    <span className={classNames(styles['profit'], isStale && styles['stale'])}>
      <Num kind="pnl" value={profit} places={2} unit={position.currency} tone="sign" />
      <span className={styles['percent']}>{percent === undefined ? '—' : format.change(percent)}</span>
    </span>
  );
}

function Figures({ live, isStale }: { live: LivePosition; isStale: boolean }) {
  const { t } = useTranslation('futures');
  const { position, mark, liquidation } = live;
  const { terms, entryPrice, margin, takeProfit, stopLoss, currency } = position;
  const places = terms.pricePrecision;
  const price = (value: Decimal | undefined) => <Num kind="price" value={value} places={places} />;
  const stop = (value: Decimal) => (isZero(value) ? t('none') : price(value));
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('card.lots'), <PositionSize key="size" of={position} />],
    [t('card.open'), price(entryPrice)],
    [
      t('card.mark'),
      <span key="mark" className={classNames(isStale && styles['stale'])}>
        {price(mark)}
      </span>,
    ],
    [t('figures.liquidation'), <LiquidationPrice key="liquidation" value={liquidation} places={places} />],
    [t('figures.margin'), <Num key="margin" kind="amount" value={margin} places={2} unit={currency} />],
    [
      t('stops.both'),
      <span key="stops">
        {stop(takeProfit)}
        {' / '}
        {stop(stopLoss)}
      </span>,
    ],
  ];
  return (
    <dl className={styles['figures']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Actions({ live: { position }, onAct }: PositionCardProps) {
  const { t } = useTranslation('futures');
  const status = useMarketRow(position.marketId)?.status;
  const blocked = useFuturesBlock(status);
  const closeBlock = useCloseBlock(status);
  const isClosing = position.closingFrom !== undefined;
  const act = (kind: SheetKind) => () => onAct({ kind, position });
  const button = (kind: 'close' | 'stops' | 'margin' | 'reverse', isOff: boolean, Icon?: LucideIcon) => (
    <Button kind="ghost" size="small" disabled={isOff} title={t(`act.${kind}`)} onClick={act(kind)}>
      {Icon && <Icon aria-hidden className={styles['icon']} />}
      <span>{t(`act.${kind}`)}</span>
    </Button>
  );
  const isOff = blocked !== undefined;
  return (
    <>
      <div className={styles['actions']}>
        {button('close', closeBlock !== undefined || isClosing)}
        {button('stops', isOff)}
        {position.mode === 'isolated' && button('margin', isOff, Diff)}
        {button('reverse', isOff || isClosing, ArrowUpDown)}
      </div>
      {isClosing && (
        <p role="status" className={styles['reason']}>
          {t('card.closing')}
        </p>
      )}
      {blocked !== undefined && <p className={styles['reason']}>{errorText(blocked.code)}</p>}
    </>
  );
}

type RateBarProps = {
  /** Percent of the opening margin. */
  rate: Decimal | undefined;
  /** The rate at which it is liquidated. */
  liquidationLevel: Decimal;
  /** Whether the price behind the rate is outdated. */
  isStale?: boolean;
};

/** Distance of a position to its liquidation. */
function RateBar({ rate, liquidationLevel, isStale = false }: RateBarProps) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const level = toModelNumber(liquidationLevel);
  const now = rate === undefined ? undefined : toModelNumber(rate);
  const share = (percent: number) => `${Math.min(100, Math.max(0, (percent / FULL) * 100))}%`;
  const text = rate === undefined ? '—' : format.percent(rate, 'down');
  return (
    <div className={styles['rate']}>
      <p className={styles['rateHead']}>
        <span>{t('card.rate')}</span>
        <b className={classNames(isStale && styles['stale'])}>{text}</b>
        <span>{t('card.liquidation', { level: format.percent(liquidationLevel) })}</span>
      </p>
      <div
        className={styles['track']}
        role="meter"
        aria-label={t('card.rate')}
        aria-valuemin={0}
        aria-valuemax={FULL}
        aria-valuenow={now === undefined ? 0 : Math.min(FULL, Math.max(0, now))}
        aria-valuetext={text}
        data-near={(now !== undefined && now <= level * NEAR) || undefined}
      >
        {now !== undefined && <div className={styles['filled']} style={{ inlineSize: share(now) }} />}
        <i className={styles['level']} style={{ insetInlineStart: share(level) }} />
      </div>
    </div>
  );
}

type OrderCardProps = { order: FuturesPosition; onAct: (sheet: OpenSheet) => void };

/** An order waiting for its price, with the amount held for it. */
export const OrderCard = memo(function OrderCard({ order, onAct }: OrderCardProps) {
  const { t } = useTranslation('futures');
  const mark = useMarketRow(order.marketId)?.lastPrice;
  const { side, symbol, mode, leverage, entryPrice, margin, fee, currency, terms } = order;
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
          <dd>
            <PositionSize of={order} />
          </dd>
        </div>
        <div>
          <dt>{t('card.target')}</dt>
          <dd>{price(entryPrice)}</dd>
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
            {stop(order.takeProfit)}
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
  const notify = () =>
    showToast({ kind: 'success', text: t('act.cancelled', { symbol: order.symbol }), isBrief: true });
  const isOut = useMoneyBlockedReason() !== undefined;
  return (
    <div className={styles['actions']}>
      <Button kind="ghost" size="small" disabled={isOut} onClick={() => onAct({ kind: 'stops', position: order })}>
        {t('act.stops')}
      </Button>
      <Button
        kind="ghost"
        size="small"
        disabled={isOut}
        isLoading={cancelling.isSending}
        onClick={() => void answerOf(cancelling.send({ id: order.id }), notify)}
      >
        {t('act.cancel')}
      </Button>
    </div>
  );
}
