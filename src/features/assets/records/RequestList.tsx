import { useMemo, type ReactNode } from 'react';
import type { AppError } from '../../../shared/api/appError.ts';
import { useAsOf } from '../../../shared/api/useAsOf.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { InfiniteList } from '../../../shared/ui/InfiniteList.tsx';
import { PullToRefresh } from '../../../shared/ui/PullToRefresh.tsx';
import { RecordLoading } from './RecordLoading.tsx';

type Request = { readonly id: number };

/** What RTK Query tells of a list that comes in pages. */
type Pages<Row> = {
  readonly currentData?: { readonly pages: readonly (readonly Row[])[] } | undefined;
  readonly error?: unknown;
  readonly isFetchNextPageError: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => Promise<unknown>;
  readonly endpointName?: string | undefined;
  readonly originalArgs?: unknown;
  readonly fulfilledTimeStamp?: number | undefined;
};

type RequestListProps<Row> = {
  label: string;
  pages: Pages<Row>;
  /** One sentence for when there is nothing, and the one thing to do about it. */
  empty: string;
  action: { readonly label: string; readonly to: string };
  renderRow: (row: Row) => ReactNode;
};

/** A list of what the user asked for and somebody reviews, in all its states. */
export function RequestList<Row extends Request>({ label, pages, empty, action, renderRow }: RequestListProps<Row>) {
  const { currentData, refetch, fulfilledTimeStamp } = pages;
  const asOfMs = useAsOf(pages, true);
  const rows = useMemo(() => currentData && unique(currentData.pages.flat()), [currentData]);
  const error = pages.error as AppError | undefined;
  const failure = rows === undefined || pages.isFetchNextPageError ? error : undefined;
  const link = (
    <ButtonLink kind="ghost" size="small" to={action.to}>
      {action.label}
    </ButtonLink>
  );
  return (
    <PullToRefresh onRefresh={refetch} updatedAtMs={asOfMs === undefined ? fulfilledTimeStamp : undefined}>
      <AsOf atMs={asOfMs} />
      <InfiniteList
        label={label}
        items={rows}
        keyOf={(row) => String(row.id)}
        renderItem={renderRow}
        skeleton={<RecordLoading />}
        empty={<EmptyState text={empty} action={link} />}
        hasMore={pages.hasNextPage}
        isLoading={pages.isFetchingNextPage}
        error={failure && appErrorText(failure)}
        onMore={() => void (rows === undefined ? refetch() : pages.fetchNextPage())}
      />
    </PullToRefresh>
  );
}

// Pages are counted from the top, so a row that came in between moves the rest on and one of them is answered twice.
function unique<Row extends Request>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
