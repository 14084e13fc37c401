import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadFills, downloadOrders } from '../../../domain/spot/downloadOrders.ts';
import { keyOfLine } from '../../../domain/spot/forgottenOrders.ts';
import type { OrderFilter } from '../../../domain/spot/orderData.ts';
import type { FillFilter } from '../../../domain/spot/ordersApi.ts';
import { useFills, useHistoryLines, useOrderPages } from '../../../domain/spot/useOrders.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { dayOf, dayStartMs } from '../../../shared/format/dayRange.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { UtcTimes, ZoneNote } from '../../../shared/time/UtcTimes.tsx';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { Button } from '../../../shared/ui/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { InfiniteList } from '../../../shared/ui/InfiniteList.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { FilterBar } from './FilterBar.tsx';
import { LazyOrderSheets } from './LazyOrderSheets.tsx';
import { AskToLogIn, RowLoading } from './OrderLists.tsx';
import { FillRow, HistoryRow } from './OrderRows.tsx';
import styles from './Orders.module.css';
import { type RecordsView, useOrderSheets } from './openedSheets.ts';
import { choiceOf, countFilters, type OrderChoice, toFillFilter, toOrderFilter } from './orderChoice.ts';
import { type Pair, usePairs } from './usePairs.ts';

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
          <div className={styles['records']}>
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
  const [choice, setChoice] = useState(() => choiceOf(symbol));
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const pairs = usePairs();
  const todayMs = useEachSecond((nowMs) => dayStartMs(dayOf(serverTimeMs(nowMs))) ?? 0);
  const orderFilter = useMemo(() => toOrderFilter(choice, pairs, todayMs), [choice, pairs, todayMs]);
  const fillFilter = useMemo(() => toFillFilter(choice, pairs, todayMs), [choice, pairs, todayMs]);
  if (!isLoggedIn) return <AskToLogIn />;
  const filtering = { choice, onChoose: setChoice, pairs };
  return (
    <Tabs
      label={t('orders.title')}
      value={view}
      onValueChange={show}
      items={[
        {
          value: 'history',
          label: t('orders.orders'),
          content: <OrderRecords filter={orderFilter} filtering={filtering} />,
        },
        {
          value: 'fills',
          label: t('orders.fills'),
          content: <FillRecords filter={fillFilter} filtering={filtering} />,
        },
      ]}
    />
  );
}

type OrderRecordsProps = { filter: OrderFilter; filtering: Filtering };

/** All orders: open, completed and cancelled, newest first, filtered. */
function OrderRecords({ filter, filtering }: OrderRecordsProps) {
  const { t } = useTranslation('spot');
  const { orders, known = [], ...paging } = useOrderPages(filter);
  const lines = useHistoryLines({ orders, hasMore: paging.hasMore }, filter);
  const sheets = useOrderSheets();
  return (
    <>
      <FilterBar {...filtering} hasStatus file={downloadOrders(filter)} />
      <RecordList
        label={t('orders.orders')}
        rows={lines}
        keyOf={keyOfLine}
        paging={paging}
        render={(line) => <HistoryRow line={line} onOpen={sheets.open} />}
        empty={t('orders.noOrders')}
        isFiltered={countFilters(filtering.choice, true) > 0}
        onChoose={filtering.onChoose}
      />
      <LazyOrderSheets control={sheets} known={known} />
    </>
  );
}

type FillRecordsProps = { filter: FillFilter; filtering: Filtering };

/** All executions, newest first, filtered. */
function FillRecords({ filter, filtering }: FillRecordsProps) {
  const { t } = useTranslation('spot');
  const { fills, ...paging } = useFills(filter);
  return (
    <>
      <FilterBar {...filtering} hasStatus={false} file={downloadFills(filter)} />
      <RecordList
        label={t('orders.fills')}
        rows={fills}
        keyOf={({ id }) => String(id)}
        paging={paging}
        render={(fill) => <FillRow fill={fill} />}
        empty={t('orders.noFills')}
        isFiltered={countFilters(filtering.choice, false) > 0}
        onChoose={filtering.onChoose}
      />
    </>
  );
}

/** The filters of a list. */
type Filtering = {
  readonly choice: OrderChoice;
  readonly onChoose: (choice: OrderChoice) => void;
  readonly pairs: readonly Pair[];
};

type RecordListProps<Row> = {
  label: string;
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  paging: Omit<ReturnType<typeof useFills>, 'fills'>;
  render: (row: Row) => ReactNode;
  /** Text of the empty list. */
  empty: string;
  isFiltered: boolean;
  onChoose: Filtering['onChoose'];
};

/** An infinite list in all its states. */
function RecordList<Row>(props: RecordListProps<Row>) {
  const { label, rows, keyOf, paging, render, empty, isFiltered, onChoose } = props;
  const { t } = useTranslation(['spot', 'forms']);
  const failure = paging.error ?? paging.moreError;
  const clear = (
    <Button kind="ghost" size="small" onClick={() => onChoose(choiceOf(undefined))}>
      {t('filter.clear', { ns: 'forms' })}
    </Button>
  );
  return (
    <>
      <AsOf atMs={paging.asOfMs} />
      <ZoneNote />
      <InfiniteList
        label={label}
        items={rows}
        keyOf={keyOf}
        renderItem={render}
        skeleton={<RowLoading />}
        empty={
          isFiltered ? (
            <EmptyState drawing="search" text={t('orders.noMatch')} action={clear} />
          ) : (
            <EmptyState text={empty} />
          )
        }
        hasMore={paging.hasMore}
        isLoading={paging.isLoadingMore}
        error={failure && appErrorText(failure)}
        onMore={() => void (rows === undefined ? paging.retry() : paging.loadMore())}
      />
    </>
  );
}
