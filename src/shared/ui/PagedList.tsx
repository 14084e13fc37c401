import type { ReactNode } from 'react';
import type { PagedRows } from '../api/usePagedList.ts';
import { appErrorText } from '../i18n/errorText.ts';
import { AsOf } from './AsOf.tsx';
import { InfiniteList, type InfiniteListProps } from './InfiniteList.tsx';
import { PullToRefresh } from './PullToRefresh.tsx';

type PagedListProps<Row> = Pick<InfiniteListProps<Row>, 'label' | 'renderItem' | 'skeleton' | 'empty'> & {
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
