import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FILLS_CSV_PATH, fillsCsvRequest, ORDERS_CSV_PATH, ordersCsvRequest } from '@halyard/contract/spot/calls';
import { useHasTables } from '../../../domain/desktop/useIsDesktop.ts';
import { keyOfLine, type OrderFilter } from '../../../domain/spot/orderData.ts';
import { useFills, useHistoryLines, useOrderPages, type FillFilter } from '../../../domain/spot/ordersApi.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { createDownload } from '../../../shared/api/downloadFile.ts';
import {
  HistoryEmpty,
  HistoryFilterBar,
  useHistoryChoice,
  useHistoryFilter,
  type HistoryFilter,
  type HistoryFilters,
} from '../../../shared/history/HistoryFilterBar.tsx';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { UtcTimes, ZoneNote } from '../../../shared/time/UtcTimes.tsx';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { InfiniteList } from '../../../shared/ui/InfiniteList.tsx';
import { SaveFile } from '../../../shared/ui/SaveFile.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { LazyOrderSheets } from './LazyOrderSheets.tsx';
import { AskToLogIn, FillTable, HistoryTable, RowLoading } from './OrderLists.tsx';
import { FillRow, HistoryRow } from './OrderRows.tsx';
import styles from './Orders.module.css';
import { type RecordsView, useOrderSheets } from './openedSheets.ts';
import { usePairs } from './usePairs.ts';

const SIDES = ['buy', 'sell'] as const;
const TYPES = ['limit', 'market', 'stop_limit', 'stop_market', 'trailing_stop'] as const;
const STATUSES = ['waiting', 'completed', 'cancelled'] as const;

const downloadOrders = createDownload(ORDERS_CSV_PATH, 'orders.csv', ordersCsvRequest);
const downloadFills = createDownload(FILLS_CSV_PATH, 'fills.csv', fillsCsvRequest);

type RecordsSheetProps = {
  /** The sheet is open while this is set. */
  view: RecordsView | undefined;
  show: (view: RecordsView) => void;
  close: () => void;
  /** The initial pair; all pairs without one. */
  symbol: string | undefined;
};

/** The full lists of orders and executions, with filters and downloads. */
export function RecordsSheet({ view, show, close, symbol }: RecordsSheetProps) {
  const { t } = useTranslation('spot');
  const shown = useLastKnown(view);
  return (
    <Sheet
      isOpen={view !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={t('orders.title')}
    >
      {shown !== undefined && (
        <UtcTimes>
          <div className={styles['records']} data-large>
            <Lists view={shown} show={show} symbol={symbol} />
          </div>
        </UtcTimes>
      )}
    </Sheet>
  );
}

type ListsProps = Pick<RecordsSheetProps, 'show' | 'symbol'> & { view: RecordsView };

function Lists({ view, show, symbol }: ListsProps) {
  const { t } = useTranslation('spot');
  const choice = useHistoryChoice({ pair: symbol });
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (!isLoggedIn) return <AskToLogIn />;
  return (
    <Tabs
      label={t('orders.title')}
      value={view}
      onValueChange={show}
      items={[
        { value: 'history', label: t('orders.orders'), content: <OrderRecords choice={choice} /> },
        { value: 'fills', label: t('orders.fills'), content: <FillRecords choice={choice} /> },
      ]}
    />
  );
}

/** The choices of filters, which orders and executions share. */
type RecordsProps = { choice: ReturnType<typeof useHistoryChoice> };

/** All orders: open, completed and cancelled, newest first, filtered. */
function OrderRecords({ choice }: RecordsProps) {
  const { t } = useTranslation('spot');
  const filter = useHistoryFilter(useOrderFilters(), choice);
  const { orders, known = [], ...paging } = useOrderPages(filter.request);
  const lines = useHistoryLines({ orders, hasMore: paging.hasMore }, filter.request);
  const sheets = useOrderSheets();
  const isTable = useHasTables();
  return (
    <>
      <HistoryFilterBar filter={filter} tools={<SaveFile file={downloadOrders(filter.request)} />} />
      <RecordList
        label={t('orders.orders')}
        filter={filter}
        rows={lines}
        keyOf={keyOfLine}
        paging={paging}
        render={(line) => <HistoryRow line={line} onOpen={sheets.open} />}
        renderTable={isTable ? (shown) => <HistoryTable lines={shown} onOpen={sheets.open} /> : undefined}
        empty={t('orders.noOrders')}
      />
      <LazyOrderSheets control={sheets} known={known} />
    </>
  );
}

/** All executions, newest first, filtered. */
function FillRecords({ choice }: RecordsProps) {
  const { t } = useTranslation('spot');
  const filter = useHistoryFilter(useFillFilters(), choice);
  const { fills, ...paging } = useFills(filter.request);
  const isTable = useHasTables();
  return (
    <>
      <HistoryFilterBar filter={filter} tools={<SaveFile file={downloadFills(filter.request)} />} />
      <RecordList
        label={t('orders.fills')}
        filter={filter}
        rows={fills}
        keyOf={({ id }) => String(id)}
        paging={paging}
        render={(fill) => <FillRow fill={fill} />}
        renderTable={isTable ? (shown) => <FillTable fills={shown} /> : undefined}
        empty={t('orders.noFills')}
      />
    </>
  );
}

function useOrderFilters(): HistoryFilters<OrderFilter> {
  const { t } = useTranslation('spot');
  const pairs = usePairs();
  return {
    dates: t('orders.filter.dates'),
    noMatch: t('orders.noMatch'),
    fields: [
      {
        name: 'pair',
        label: t('orders.pair'),
        all: t('orders.allPairs'),
        choices: pairs.map(({ symbol, baseId, quoteId }) => ({
          value: symbol,
          label: symbol,
          request: { baseId, quoteId },
        })),
      },
      {
        name: 'side',
        label: t('orders.filter.side'),
        all: t('orders.filter.allSides'),
        choices: SIDES.map((side) => ({ value: side, label: t(`side.${side}`), request: { side } })),
      },
      {
        name: 'type',
        label: t('orders.filter.type'),
        all: t('orders.filter.allTypes'),
        choices: TYPES.map((type) => ({ value: type, label: t(`type.${type}`), request: { orderType: type } })),
      },
      {
        name: 'status',
        label: t('orders.filter.status'),
        all: t('orders.filter.allStatuses'),
        choices: STATUSES.map((status) => ({ value: status, label: t(`status.${status}`), request: { status } })),
      },
    ],
  };
}

/** Executions have no status. */
function useFillFilters(): HistoryFilters<FillFilter> {
  const { fields, ...texts } = useOrderFilters();
  return { ...texts, fields: fields.filter(({ name }) => name !== 'status') };
}

type RecordListProps<Row> = {
  label: string;
  filter: HistoryFilter;
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  paging: Omit<ReturnType<typeof useFills>, 'fills'>;
  render: (row: Row) => ReactNode;
  /** Instead of `render`: all rows in a table. */
  renderTable: ((rows: readonly Row[]) => ReactNode) | undefined;
  /** Text of the empty list. */
  empty: string;
};

/** An infinite list in all its states. */
function RecordList<Row>(props: RecordListProps<Row>) {
  const { label, filter, rows, keyOf, paging, render, renderTable, empty } = props;
  const failure = paging.error ?? paging.moreError;
  return (
    <>
      <AsOf atMs={paging.asOfMs} />
      <ZoneNote />
      <InfiniteList
        label={label}
        items={rows}
        keyOf={keyOf}
        renderItem={render}
        renderTable={renderTable}
        skeleton={<RowLoading />}
        empty={
          <HistoryEmpty filter={filter} drawing="search">
            <EmptyState text={empty} />
          </HistoryEmpty>
        }
        hasMore={paging.hasMore}
        isLoading={paging.isLoadingMore}
        error={failure && appErrorText(failure)}
        onMore={() => void (rows === undefined ? paging.retry() : paging.loadMore())}
      />
    </>
  );
}
