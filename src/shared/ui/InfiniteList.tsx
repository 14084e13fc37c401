import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PagedRows } from '../api/usePagedList.ts';
import { appErrorText } from '../i18n/errorText.ts';
import { AsOf } from './AsOf.tsx';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import styles from './InfiniteList.module.css';
import { PullToRefresh } from './PullToRefresh.tsx';
import { Loading } from './Skeleton.tsx';
import { useInView } from '../viewport/useInView.ts';

type InfiniteListProps<Item> = {
  /** Content of the list, for screen readers. */
  label: string;
  /** Loaded items; `undefined` before the first answer. */
  items: readonly Item[] | undefined;
  keyOf: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
  /** Instead of `renderItem`: all items in a table. */
  renderTable?: ((items: readonly Item[]) => ReactNode) | undefined;
  /** Shape of a loading row. */
  skeleton: ReactNode;
  /** Shown for an empty list: an `EmptyState`. */
  empty: ReactNode;
  /** Whether there are more pages. */
  hasMore: boolean;
  /** A page is loading, the first or a further one. */
  isLoading: boolean;
  /** Error of the last page, in words. Nothing is requested again until the user does so. */
  error?: string | undefined;
  /** Requests the next page, or the first one again. */
  onMore: () => void;
};

const FIRST_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];
const NEXT_ROWS = FIRST_ROWS.slice(0, 2);

/**
 * A list that loads more while scrolling. A button does the same, for keyboards, screen readers and browsers that do
 * not report visibility; a failed page waits for it.
 */
export function InfiniteList<Item>(props: InfiniteListProps<Item>) {
  const { items, skeleton, empty, isLoading, error, onMore } = props;
  if (items === undefined) {
    if (error !== undefined) return <ErrorState what={error} onRetry={onMore} isRetrying={isLoading} />;
    return <Skeletons rows={FIRST_ROWS}>{skeleton}</Skeletons>;
  }
  return (
    <>
      {items.length === 0 && !props.hasMore && error === undefined && !isLoading ? (
        empty
      ) : (
        <Rows {...props} items={items} />
      )}
      <Tail {...props} count={items.length} />
    </>
  );
}

type RowsProps<Item> = InfiniteListProps<Item> & { items: readonly Item[] };

function Rows<Item>({ label, items, keyOf, renderItem, renderTable, isLoading, skeleton }: RowsProps<Item>) {
  if (renderTable !== undefined) {
    return <Suspense fallback={<Skeletons rows={FIRST_ROWS}>{skeleton}</Skeletons>}>{renderTable(items)}</Suspense>;
  }
  return (
    <ul aria-label={label} aria-busy={isLoading || undefined}>
      {items.map((item) => (
        <li key={keyOf(item)} className={styles['row']}>
          {renderItem(item)}
        </li>
      ))}
    </ul>
  );
}

function Skeletons({ rows, children }: { rows: readonly string[]; children: ReactNode }) {
  return (
    <Loading>
      {rows.map((row) => (
        <div key={row}>{children}</div>
      ))}
    </Loading>
  );
}

type TailProps = Pick<InfiniteListProps<unknown>, 'hasMore' | 'isLoading' | 'error' | 'onMore' | 'skeleton'> & {
  count: number;
};

function Tail({ hasMore, isLoading, error, onMore, skeleton, count }: TailProps) {
  const { t } = useTranslation('forms');
  // The end of a list of one page is in sight.
  const [isPaged] = useState(hasMore);
  const end = useInView<HTMLDivElement>({
    isOn: hasMore && !isLoading && error === undefined,
    step: count,
    onNear: onMore,
  });
  if (error !== undefined) {
    return (
      <div role="alert" className={styles['tail']}>
        <p>{t('list.failed')}</p>
        <p className={styles['why']}>{error}</p>
        <Button kind="ghost" size="small" isLoading={isLoading} onClick={onMore}>
          {t('ui.retry', { ns: 'common' })}
        </Button>
      </div>
    );
  }
  if (!hasMore) return count === 0 || !isPaged ? null : <p className={styles['end']}>{t('list.end')}</p>;
  return (
    <div ref={end}>
      {isLoading && <Skeletons rows={NEXT_ROWS}>{skeleton}</Skeletons>}
      <div className={styles['tail']}>
        <Button kind="quiet" size="small" isLoading={isLoading} onClick={onMore}>
          {t('list.more')}
        </Button>
      </div>
    </div>
  );
}

type PagedListProps<Row> = Pick<
  InfiniteListProps<Row>,
  'label' | 'renderItem' | 'renderTable' | 'skeleton' | 'empty'
> & {
  list: PagedRows<Row>;
  /** Shown above the rows instead of their age. */
  head?: ReactNode;
};

/** Rows that the server pages, in all their states, refreshed by pulling. */
export function PagedList<Row extends { readonly id: number | string }>(props: PagedListProps<Row>) {
  const { list, head, ...shown } = props;
  const { rows, asOfMs } = list;
  const failure = list.error ?? list.moreError;
  return (
    <PullToRefresh onRefresh={list.retry} updatedAtMs={asOfMs === undefined ? list.updatedAtMs : undefined}>
      {head ?? <AsOf atMs={asOfMs} />}
      <InfiniteList
        {...shown}
        items={rows}
        keyOf={({ id }) => String(id)}
        hasMore={list.hasMore}
        isLoading={rows === undefined ? list.isFetching : list.isLoadingMore}
        error={failure && appErrorText(failure)}
        onMore={() => void (rows === undefined ? list.retry() : list.loadMore())}
      />
    </PullToRefresh>
  );
}
