import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { useFills } from '../../../domain/orders/useOrders.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { Button } from '../../../shared/ui/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { InfiniteList } from '../../../shared/ui/InfiniteList.tsx';
import { RowLoading } from './ListStates.tsx';
import { choiceOf, type OrderChoice } from './orderChoice.ts';
import type { Pair } from './usePairs.ts';

/** What a list is narrowed by. */
export type Filtering = {
  readonly choice: OrderChoice;
  readonly onChoose: (choice: OrderChoice) => void;
  readonly pairs: readonly Pair[];
};

type RecordListProps<Row> = {
  label: string;
  rows: readonly Row[] | undefined;
  paging: Omit<ReturnType<typeof useFills>, 'fills'>;
  render: (row: Row) => ReactNode;
  /** One sentence for when there is nothing at all. */
  empty: string;
  isFiltered: boolean;
  onChoose: Filtering['onChoose'];
};

/** A list that goes on while it is scrolled, in all its states. */
export function RecordList<Row extends { readonly id: number }>(props: RecordListProps<Row>) {
  const { label, rows, paging, render, empty, isFiltered, onChoose } = props;
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
      <InfiniteList
        label={label}
        items={rows}
        keyOf={(row) => String(row.id)}
        renderItem={render}
        skeleton={<RowLoading />}
        empty={isFiltered ? <EmptyState text={t('orders.noMatch')} action={clear} /> : <EmptyState text={empty} />}
        hasMore={paging.hasMore}
        isLoading={paging.isLoadingMore}
        error={failure && appErrorText(failure)}
        onMore={() => void (rows === undefined ? paging.retry() : paging.loadMore())}
      />
    </>
  );
}
