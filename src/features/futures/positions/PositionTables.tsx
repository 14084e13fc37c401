import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { add, isZero, negate, type Decimal } from '@halyard/contract/money';
import { feesOf, netProfitOf, profitInPercent, type LivePosition } from '../../../domain/futures/useFutures.ts';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { useIsStale } from '../../../shared/realtime/useRealtime.ts';
import { ActionCell, Cell, DataTable, OpenerCell } from '../../../shared/ui/DataTable.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import { LiquidationPrice } from '../BeforeAfter.tsx';
import { SideWord } from '../SideWord.tsx';
import { OrderActions, Actions, Profit } from './PositionCards.tsx';
import styles from './Positions.module.css';
import type { OpenSheet } from '../futuresTypes.ts';

type TableProps<Row> = { rows: readonly Row[]; onAct: (sheet: OpenSheet) => void };

/** Open positions as a table; a row opens its position. */
export function PositionTable({ rows, onAct }: TableProps<LivePosition>) {
  const { t } = useTranslation(['desktop', 'futures']);
  return (
    <DataTable
      label={t('futures:positions.open')}
      heads={[
        { name: t('columns.pair') },
        { name: t('columns.side') },
        { name: t('columns.size'), isFigure: true },
        { name: t('columns.profit'), isFigure: true },
        { name: t('columns.liquidation'), isFigure: true },
        { name: `${t('futures:card.open')}\n${t('futures:card.mark')}`, isFigure: true },
        { name: `${t('columns.margin')}\n${t('columns.rate')}`, isFigure: true },
        { name: t('columns.stops'), isFigure: true },
        { name: t('columns.actions'), isHidden: true },
      ]}
    >
      {rows.map((live) => (
        <PositionLine key={live.position.id} live={live} onAct={onAct} />
      ))}
    </DataTable>
  );
}

function PositionLine({ live, onAct }: { live: LivePosition; onAct: (sheet: OpenSheet) => void }) {
  const format = useFormat();
  const isStale = useIsStale();
  const { position, mark, liquidation, rate } = live;
  const { terms, margin, entryPrice } = position;
  const places = terms.pricePrecision;
  return (
    <tr>
      <OpenerCell onOpen={() => onAct({ kind: 'detail', position })}>{position.symbol}</OpenerCell>
      <Kind position={position} />
      <Size position={position} />
      <Cell isFigure>
        <Profit live={live} isStale={isStale} />
      </Cell>
      <Cell isFigure>
        <LiquidationPrice value={liquidation} places={places} />
      </Cell>
      <Cell isFigure>
        <span>
          <Num kind="price" value={entryPrice} places={places} />
        </span>
        <span className={classNames(isStale && styles['stale'])}>
          <Num kind="price" value={mark} places={places} />
        </span>
      </Cell>
      <Cell isFigure>
        <span>
          <Num kind="amount" value={margin} places={2} />
        </span>
        <span className={classNames(isStale && styles['stale'])}>
          {rate === undefined ? '—' : format.percent(rate, 'down')}
        </span>
      </Cell>
      <Stops position={position} />
      <ActionCell>
        <Actions live={live} onAct={onAct} />
      </ActionCell>
    </tr>
  );
}

/** Side, margin mode and leverage. */
function Kind({ position: { side, mode, leverage } }: { position: FuturesPosition }) {
  const { t } = useTranslation('futures');
  return (
    <Cell>
      <SideWord side={side} />
      <span className={styles['below']}>{` ${t(`mode.${mode}`)} ${t('leverage.times', { leverage })}`}</span>
    </Cell>
  );
}

function Size({ position: { lots, quantity, symbol } }: { position: FuturesPosition }) {
  const { t } = useTranslation('futures');
  return (
    <Cell isFigure>
      <Num kind="amount" value={quantity} unit={symbol.split('/')[0]} />
      <span className={styles['below']}>{t('lotCount', { count: lots })}</span>
    </Cell>
  );
}

function Stops({ position: { takeProfit, stopLoss, terms } }: { position: FuturesPosition }) {
  const stop = (value: Decimal) =>
    isZero(value) ? '—' : <Num kind="price" value={value} places={terms.pricePrecision} />;
  return (
    <Cell isFigure>
      <span>{stop(takeProfit)}</span>
      <span>{stop(stopLoss)}</span>
    </Cell>
  );
}

/** Orders that wait for their price, as a table. */
export function FuturesOrderTable({ rows, onAct }: TableProps<FuturesPosition>) {
  const { t } = useTranslation(['desktop', 'futures']);
  return (
    <DataTable
      label={t('futures:positions.orders')}
      heads={[
        { name: t('columns.pair') },
        { name: t('columns.side') },
        { name: t('columns.size'), isFigure: true },
        { name: t('columns.limit'), isFigure: true },
        { name: t('columns.last'), isFigure: true },
        { name: t('columns.margin'), isFigure: true },
        { name: t('columns.stops'), isFigure: true },
        { name: t('columns.time'), isFigure: true },
        { name: t('columns.actions'), isHidden: true },
      ]}
    >
      {rows.map((order) => (
        <FuturesOrderLine key={order.id} order={order} onAct={onAct} />
      ))}
    </DataTable>
  );
}

function FuturesOrderLine({ order, onAct }: { order: FuturesPosition; onAct: (sheet: OpenSheet) => void }) {
  const format = useZonedFormat();
  const mark = useMarketRow(order.marketId)?.lastPrice;
  const { entryPrice, margin, fee, currency, terms, submittedAt } = order;
  return (
    <tr>
      <Cell>
        <b>{order.symbol}</b>
      </Cell>
      <Kind position={order} />
      <Size position={order} />
      <Cell isFigure>
        <Num kind="price" value={entryPrice} places={terms.pricePrecision} />
      </Cell>
      <Cell isFigure>
        <Num kind="price" value={mark} places={terms.pricePrecision} />
      </Cell>
      <Cell isFigure>
        <Num kind="amount" value={add(margin, fee)} places={2} unit={currency} />
      </Cell>
      <Stops position={order} />
      <Cell isFigure isSoft>
        <time dateTime={submittedAt}>{format.moment(Date.parse(submittedAt), 'dayMinute')}</time>
      </Cell>
      <ActionCell>
        <OrderActions order={order} onAct={onAct} />
      </ActionCell>
    </tr>
  );
}

type HistoryProps = { rows: readonly FuturesPosition[]; onOpen: (position: FuturesPosition) => void };

/** Closed positions as a table. */
export function ClosedTable({ rows, onOpen }: HistoryProps) {
  const { t } = useTranslation(['desktop', 'futures']);
  return (
    <DataTable
      label={t('futures:positions.history')}
      heads={[
        { name: t('columns.pair') },
        { name: t('columns.side') },
        { name: t('columns.size'), isFigure: true },
        { name: `${t('columns.entry')}\n${t('columns.close')}`, isFigure: true },
        { name: `${t('columns.profit')}\n${t('columns.fee')}`, isFigure: true },
        { name: t('futures:history.net'), isFigure: true },
        { name: t('columns.result') },
        { name: t('columns.time'), isFigure: true },
      ]}
    >
      {rows.map((position) => (
        <ClosedLine key={position.id} position={position} onOpen={onOpen} />
      ))}
    </DataTable>
  );
}

function ClosedLine({ position, onOpen }: { position: FuturesPosition; onOpen: HistoryProps['onOpen'] }) {
  const { t } = useTranslation('futures');
  const format = useZonedFormat();
  const { entryPrice, closeTick, currency, terms, status, closeReason, realizedProfit, originMargin } = position;
  const net = netProfitOf(position);
  const at = position.endedAt ?? position.submittedAt;
  return (
    <tr>
      <OpenerCell onOpen={() => onOpen(position)}>{position.symbol}</OpenerCell>
      <Kind position={position} />
      <Size position={position} />
      <Cell isFigure>
        <span>
          <Num kind="price" value={entryPrice} places={terms.pricePrecision} />
        </span>
        <span>
          <Num kind="price" value={closeTick?.price} places={terms.pricePrecision} />
        </span>
      </Cell>
      <Cell isFigure isSoft>
        {status === 'closed' && (
          <>
            <span>
              <Num kind="pnl" value={realizedProfit} places={2} />
            </span>
            <span>
              <Num kind="pnl" value={negate(feesOf(position))} places={2} />
            </span>
          </>
        )}
      </Cell>
      <Cell isFigure>
        {status === 'closed' && (
          <>
            <Num kind="pnl" value={net} places={2} unit={currency} tone="sign" />
            <span className={styles['below']}>{format.change(profitInPercent(net, originMargin))}</span>
          </>
        )}
      </Cell>
      <Cell isSoft>{closeReason === null ? t('reason.cancelled') : t(`reason.${closeReason}`)}</Cell>
      <Cell isFigure isSoft>
        <time dateTime={at}>{format.moment(Date.parse(at), 'dateSecond')}</time>
      </Cell>
    </tr>
  );
}
