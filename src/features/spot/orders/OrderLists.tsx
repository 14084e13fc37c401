import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/spot/calls';
import { useHasTables } from '../../../domain/desktop/useIsDesktop.ts';
import { keyOfLine, type MarketFilter } from '../../../domain/spot/orderData.ts';
import { groupRows, isGroup } from '../../../domain/spot/orderGroups.ts';
import {
  useFills,
  useHistoryLines,
  type FillFilter,
  type useOpenOrders,
  type useOrderHistory,
} from '../../../domain/spot/ordersApi.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { useLoginPath } from '../../../shared/navigation/useBack.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { Button, ButtonLink } from '../../../shared/ui/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { FillRow, HistoryRow, OpenOrderRow, type OrderActions, StatusNote } from './OrderRows.tsx';
import styles from './Orders.module.css';

// Not on phones.
const OpenOrderTable = lazyPart(async () => (await import('./OrderTables.tsx')).OpenOrderTable);
export const HistoryTable = lazyPart(async () => (await import('./OrderTables.tsx')).HistoryTable);
export const FillTable = lazyPart(async () => (await import('./OrderTables.tsx')).FillTable);

// Most lists have no group.
const GroupOfOrders = lazyPart(async () => (await import('./GroupLines.tsx')).GroupOfOrders);

type ListStatesProps<Row> = {
  rows: readonly Row[] | undefined;
  error: AppError | undefined;
  /** Time of the rows when they are not current. */
  asOfMs: number | undefined;
  onRetry: () => void;
  /** Text of the empty list. */
  empty: string;
  render: (row: Row) => ReactNode;
  /** Instead of `render`: all rows in a table. */
  renderTable?: ((rows: readonly Row[]) => ReactNode) | undefined;
  keyOf: (row: Row) => number | string;
  /** Loads older rows; undefined when there are none. */
  onMore?: (() => void) | undefined;
  /** Older rows are loading. */
  isLoadingMore?: boolean;
};

/** A list of the user's own in all its states: failed, loading, empty, rows. */
function ListStates<Row>(props: ListStatesProps<Row>) {
  const { t } = useTranslation('spot');
  const { rows, error, asOfMs, onRetry, empty, render, renderTable, keyOf, onMore, isLoadingMore = false } = props;
  if (error !== undefined) return <ErrorState error={error} onRetry={onRetry} />;
  if (rows === undefined) return <RowsLoading />;
  const age = <AsOf atMs={asOfMs} />;
  if (rows.length === 0 && onMore === undefined) {
    return (
      <>
        {age}
        <EmptyState text={empty} />
      </>
    );
  }
  return (
    <>
      {age}
      {renderTable !== undefined ? (
        <Suspense fallback={<RowsLoading />}>{renderTable(rows)}</Suspense>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={keyOf(row)} className={styles['row']}>
              {render(row)}
            </li>
          ))}
        </ul>
      )}
      {onMore !== undefined && (
        <Button kind="quiet" isLoading={isLoadingMore} onClick={onMore}>
          {t('orders.more')}
        </Button>
      )}
    </>
  );
}

/** A row while it loads. */
export function RowLoading() {
  return (
    <div className={styles['loading']}>
      <Skeleton width="60%" />
      <Skeleton width="40%" />
      <Skeleton width="50%" />
    </div>
  );
}

function RowsLoading() {
  return (
    <Loading>
      <RowLoading />
      <RowLoading />
    </Loading>
  );
}

type OpenOrderListProps = Omit<OrderActions, 'isOff'> & { open: ReturnType<typeof useOpenOrders> };

/** Open orders, each with its filled part and buttons to change and cancel it. Offline they are read-only. */
export function OpenOrderList({ open, onOpen, onEdit }: OpenOrderListProps) {
  const { t } = useTranslation('spot');
  const isOff = useMoneyBlockedReason() !== undefined;
  const isTable = useHasTables();
  const rows = useMemo(() => open.orders && groupRows(open.orders), [open.orders]);
  const hasOrders = rows !== undefined && rows.length > 0;
  const actions = { onOpen, onEdit, isOff };
  return (
    <>
      <ListStates
        asOfMs={open.asOfMs}
        rows={rows}
        error={open.error}
        onRetry={() => void open.retry()}
        empty={t('orders.noOpen')}
        keyOf={(row) => (isGroup(row) ? `group-${row.groupId}` : row.id)}
        render={(row) =>
          isGroup(row) ? (
            <Suspense fallback={<RowLoading />}>
              <GroupOfOrders group={row} {...actions} />
            </Suspense>
          ) : (
            <OpenOrderRow order={row} {...actions} />
          )
        }
        renderTable={isTable ? (shown) => <OpenOrderTable rows={shown} {...actions} /> : undefined}
      />
      {isOff && hasOrders && <StatusNote text={t('orders.offline')} />}
    </>
  );
}

type OrderHistoryListProps = {
  over: ReturnType<typeof useOrderHistory>;
  /** The pair of the orders; `{}` for all pairs. */
  pair: MarketFilter;
  onOpen: (order: Order) => void;
};

/** Finished orders: completed or cancelled, with the filled quantity and its average price. */
export function OrderHistoryList({ over, pair, onOpen }: OrderHistoryListProps) {
  const { t } = useTranslation('spot');
  const lines = useHistoryLines(over, pair);
  const isTable = useHasTables();
  return (
    <ListStates
      asOfMs={over.asOfMs}
      rows={lines}
      error={over.error}
      onRetry={() => void over.retry()}
      empty={t('orders.noHistory')}
      keyOf={keyOfLine}
      onMore={over.hasMore ? () => void over.loadMore() : undefined}
      isLoadingMore={over.isLoadingMore}
      render={(line) => <HistoryRow line={line} onOpen={onOpen} />}
      renderTable={isTable ? (rows) => <HistoryTable lines={rows} onOpen={onOpen} /> : undefined}
    />
  );
}

type FillListProps = {
  filter: FillFilter;
  /** Without the order's side and pair, which are shown above. */
  isBrief?: boolean;
};

/** Executions with price, quantity and fee. */
export function FillList({ filter, isBrief = false }: FillListProps) {
  const { t } = useTranslation('spot');
  const { fills, error, retry, hasMore, loadMore, isLoadingMore, asOfMs } = useFills(filter);
  const isTable = useHasTables() && !isBrief;
  return (
    <ListStates
      asOfMs={asOfMs}
      rows={fills}
      error={error}
      onRetry={() => void retry()}
      empty={t('orders.noFills')}
      keyOf={(fill) => fill.id}
      onMore={hasMore ? () => void loadMore() : undefined}
      isLoadingMore={isLoadingMore}
      render={(fill) => <FillRow fill={fill} isBrief={isBrief} />}
      renderTable={isTable ? (rows) => <FillTable fills={rows} /> : undefined}
    />
  );
}

/** Shown in place of the user's own lists while logged out. */
export function AskToLogIn() {
  const { t } = useTranslation('spot');
  const path = useLoginPath();
  const logIn = (
    <ButtonLink kind="ghost" size="small" to={path}>
      {t('ticket.logIn')}
    </ButtonLink>
  );
  return <EmptyState drawing="lock" text={t('orders.anonymous')} action={logIn} />;
}
