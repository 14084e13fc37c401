import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Decimal, isZero, toModelNumber } from '@halyard/contract/money';
import type { LivePosition } from '../../../domain/futures/liveAccount.ts';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { useIsStale } from '../../../shared/realtime/useRealtime.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { Chip } from '../../../shared/ui/Chip.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import { LiquidationPrice } from '../BeforeAfter.tsx';
import { SideWord } from '../SideWord.tsx';
import { useCloseBlock, useFuturesBlock } from '../useFuturesBlock.ts';
import styles from './Positions.module.css';
import type { OpenSheet, SheetKind } from './sheetKinds.ts';

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
      <RateBar rate={live.rate} closeOutLevel={terms.closeOutLevel} isStale={isStale} />
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
  const format = useFormat();
  const { position, mark, liquidation } = live;
  const { terms, lots, quantity, openPrice, margin, stopProfit, stopLoss, currency } = position;
  const places = terms.pricePrecision;
  const price = (value: Decimal | undefined) => <Num kind="price" value={value} places={places} />;
  const stop = (value: Decimal) => (isZero(value) ? t('none') : price(value));
  const base = position.symbol.split('/')[0] ?? '';
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('card.lots'), t('card.size', { lots, quantity: format.money(quantity, base) })],
    [t('card.open'), price(openPrice)],
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
        {stop(stopProfit)}
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
  const button = (kind: SheetKind, isOff: boolean) => (
    <Button kind="ghost" size="small" disabled={isOff} onClick={act(kind)}>
      {t(`act.${kind as 'close' | 'stops' | 'margin' | 'reverse'}`)}
    </Button>
  );
  const isOff = blocked !== undefined;
  return (
    <>
      <div className={styles['actions']}>
        {button('close', closeBlock !== undefined || isClosing)}
        {button('stops', isOff)}
        {position.mode === 'isolated' && button('margin', isOff)}
        {button('reverse', isOff || isClosing)}
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
  closeOutLevel: Decimal;
  /** Whether the price behind the rate is outdated. */
  isStale?: boolean;
};

/** Distance of a position to its liquidation. */
function RateBar({ rate, closeOutLevel, isStale = false }: RateBarProps) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const level = toModelNumber(closeOutLevel);
  const now = rate === undefined ? undefined : toModelNumber(rate);
  const share = (percent: number) => `${Math.min(100, Math.max(0, (percent / FULL) * 100))}%`;
  const text = rate === undefined ? '—' : format.percent(rate, 'down');
  return (
    <div className={styles['rate']}>
      <p className={styles['rateHead']}>
        <span>{t('card.rate')}</span>
        <b className={classNames(isStale && styles['stale'])}>{text}</b>
        <span>{t('card.closeOut', { level: format.percent(closeOutLevel) })}</span>
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
