import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fill, Order } from '@halyard/contract/spot/calls';
import { ZERO } from '@halyard/contract/money';
import { quoteAmount } from '@halyard/contract/spot/rules';
import { isGroup, type OpenRow } from '../../../domain/spot/orderGroups.ts';
import { isForgotten, type HistoryLine, keyOfLine } from '../../../domain/spot/orderData.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { ActionCell, Cell, DataTable, OpenerCell } from '../../../shared/ui/DataTable.tsx';
import {
  CancelButton,
  EditButton,
  filledPercent,
  joinUnbroken,
  type OpenOrderRowProps,
  type OrderActions,
  OrderTime,
  OrderTotal,
  PairAndSide,
  SideWord,
  StatusNote,
  StatusText,
  StopWords,
} from './OrderRows.tsx';
import styles from './Orders.module.css';
import { GroupLines } from './GroupLines.tsx';
import { useCancelOrder } from './useCancelOrder.tsx';
import { usePairTerms } from './usePairs.ts';

/** Open orders as a table; a row opens its order. */
export function OpenOrderTable({ rows, ...actions }: OrderActions & { rows: readonly OpenRow[] }) {
  const { t } = useTranslation(['desktop', 'spot']);
  return (
    <DataTable
      label={t('spot:orders.open')}
      heads={[
        { name: `${t('columns.pair')}\n${t('columns.side')}` },
        { name: t('columns.type') },
        { name: t('columns.price'), isFigure: true },
        { name: `${t('columns.amount')}\n${t('columns.filled')}`, isFigure: true },
        { name: t('columns.condition') },
        { name: t('spot:orders.detail.placed') },
        { name: t('columns.actions'), isHidden: true },
      ]}
    >
      {rows.map((row) =>
        isGroup(row) ? (
          <GroupLines key={row.groupId} group={row} Line={OpenOrderLine} {...actions} />
        ) : (
          <OpenOrderLine key={row.id} order={row} {...actions} />
        ),
      )}
    </DataTable>
  );
}

function OpenOrderLine({ order, other, onOpen, onEdit, isOff }: OpenOrderRowProps) {
  const terms = usePairTerms(order);
  const { cancel, question, isSending, checking } = useCancelOrder(order, other);
  return (
    <tr>
      <OpenerCell onOpen={() => onOpen(order)}>
        <PairAndSide order={order} />
      </OpenerCell>
      <OrderKind order={order} />
      <Cell isFigure>
        <Num kind="price" value={order.price} places={terms.pricePlaces} />
      </Cell>
      <Cell isFigure>
        <span>
          <Num kind="amount" value={order.quantity} places={terms.quantityPlaces} unit={terms.base} />
        </span>
        <span>
          <Filled order={order} />
        </span>
      </Cell>
      <Cell isSoft isWrapping>
        <StopWords order={order} terms={terms} />
      </Cell>
      <Cell isSoft>
        <OrderTime at={order.createdAt} />
      </Cell>
      <ActionCell>
        {checking !== undefined && <StatusNote text={checking} />}
        <EditButton order={order} isOff={isOff || isSending} onEdit={onEdit} />
        <CancelButton order={order} isOff={isOff} isSending={isSending} onCancel={cancel} />
        {question}
      </ActionCell>
    </tr>
  );
}

/** Type with its terms, above the `condition` where a table has no column for it. */
function OrderKind({ order, condition }: { order: Order; condition?: ReactNode }) {
  const { t } = useTranslation('spot');
  const terms = order.isPostOnly ? t('tif.postOnly') : order.timeInForce.toUpperCase();
  // Good till cancelled is the default and not shown; a market order never waits.
  const isUsual = order.orderType === 'market' || (order.timeInForce === 'gtc' && !order.isPostOnly);
  const leg = order.leg === undefined || order.leg === 'entry' ? undefined : t(`orders.leg.${order.leg}`);
  const words = [leg, t(`type.${order.orderType}`), isUsual ? undefined : terms];
  return (
    <Cell isSoft isWrapping={condition !== undefined}>
      <span className={styles['kind']}>{joinUnbroken(words.filter((word) => word !== undefined))}</span>
      {condition}
    </Cell>
  );
}

function Filled({ order }: { order: Order }) {
  return useZonedFormat().share(filledPercent(order));
}

type HistoryTableProps = { lines: readonly HistoryLine[]; onOpen: (order: Order) => void };

/** Finished orders as a table; deleted ones are counted by month. */
export function HistoryTable({ lines, onOpen }: HistoryTableProps) {
  const { t } = useTranslation(['desktop', 'spot']);
  return (
    <DataTable
      label={t('spot:orders.history')}
      heads={[
        { name: `${t('columns.pair')}\n${t('columns.side')}` },
        { name: t('columns.type') },
        { name: `${t('columns.price')}\n${t('spot:orders.average')}`, isFigure: true },
        { name: `${t('columns.amount')}\n${t('columns.filled')}`, isFigure: true },
        { name: t('spot:ticket.total'), isFigure: true },
        { name: t('columns.status') },
        { name: t('spot:orders.detail.placed'), isFigure: true },
      ]}
    >
      {lines.map((line) =>
        isForgotten(line) ? (
          <ForgottenLine key={keyOfLine(line)} line={line} />
        ) : (
          <HistoryTableLine key={keyOfLine(line)} order={line} onOpen={onOpen} />
        ),
      )}
    </DataTable>
  );
}

function ForgottenLine({ line }: { line: Extract<HistoryLine, { month: string }> }) {
  const { t } = useTranslation('spot');
  const format = useZonedFormat();
  return (
    <tr>
      <td colSpan={6} className={styles['soft']}>
        {`${t('orders.forgottenCount', { count: line.orders })}: ${t('orders.forgotten')}`}
      </td>
      <Cell isFigure isSoft>
        {format.moment(Date.parse(`${line.month}-01T00:00:00Z`), 'month', 'utc')}
      </Cell>
    </tr>
  );
}

function HistoryTableLine({ order, onOpen }: { order: Order; onOpen: (order: Order) => void }) {
  const terms = usePairTerms(order);
  return (
    <tr>
      <OpenerCell onOpen={() => onOpen(order)}>
        <PairAndSide order={order} />
      </OpenerCell>
      <OrderKind order={order} condition={<StopWords order={order} terms={terms} />} />
      <Cell isFigure>
        <span>
          <Num kind="price" value={order.price} places={terms.pricePlaces} />
        </span>
        <span>
          <Num kind="price" value={order.averagePrice} places={terms.pricePlaces} />
        </span>
      </Cell>
      <Cell isFigure>
        <span>
          <Num kind="amount" value={order.quantity} places={terms.quantityPlaces} unit={terms.base} />
        </span>
        <span>
          <Num kind="amount" value={order.filledQuantity ?? ZERO} places={terms.quantityPlaces} unit={terms.base} />
        </span>
      </Cell>
      <Cell isFigure>
        <OrderTotal order={order} terms={terms} />
      </Cell>
      <Cell isSoft>
        <StatusText order={order} />
      </Cell>
      <Cell isFigure isSoft>
        <OrderTime at={order.createdAt} />
      </Cell>
    </tr>
  );
}

/** Executions as a table. */
export function FillTable({ fills }: { fills: readonly Fill[] }) {
  const { t } = useTranslation(['desktop', 'spot']);
  return (
    <DataTable
      label={t('spot:orders.fills')}
      heads={[
        { name: t('columns.pair') },
        { name: t('columns.side') },
        { name: t('columns.role') },
        { name: t('columns.price'), isFigure: true },
        { name: t('columns.amount'), isFigure: true },
        { name: t('spot:ticket.total'), isFigure: true },
        { name: t('columns.fee'), isFigure: true },
        { name: t('columns.time'), isFigure: true },
      ]}
    >
      {fills.map((fill) => (
        <FillLine key={fill.id} fill={fill} />
      ))}
    </DataTable>
  );
}

function FillLine({ fill }: { fill: Fill }) {
  const { t } = useTranslation('spot');
  const terms = usePairTerms(fill);
  return (
    <tr>
      <Cell>
        <b>{fill.symbol}</b>
      </Cell>
      <Cell>
        <SideWord side={fill.side} />
      </Cell>
      <Cell isSoft>{t(fill.role === 'maker' ? 'role.maker' : 'role.taker')}</Cell>
      <Cell isFigure>
        <Num kind="price" value={fill.price} places={terms.pricePlaces} />
      </Cell>
      <Cell isFigure>
        <Num kind="amount" value={fill.quantity} places={terms.quantityPlaces} unit={terms.base} />
      </Cell>
      <Cell isFigure>
        <Num kind="amount" value={quoteAmount(fill.quantity, fill.price)} unit={terms.quote} />
      </Cell>
      <Cell isFigure>
        <Num kind="amount" value={fill.fee} unit={fill.feeCurrency} />
      </Cell>
      <Cell isFigure isSoft>
        <OrderTime at={fill.at} isExact />
      </Cell>
    </tr>
  );
}
