import type { ReactNode } from 'react';
import type { DownloadThunk } from '../api/downloadFile.ts';
import type { PagedRows } from '../api/usePagedList.ts';
import { UtcTimes, ZoneNote } from '../time/UtcTimes.tsx';
import { AsOf } from '../ui/AsOf.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PagedList } from '../ui/InfiniteList.tsx';
import { NavBar, Page } from '../ui/Page.tsx';
import { SaveFile } from '../ui/SaveFile.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { HistoryEmpty, HistoryFilterBar, type HistoryFilter } from './HistoryFilterBar.tsx';

type HistoryViewProps<Row> = {
  title: string;
  list: PagedRows<Row>;
  filter: HistoryFilter;
  /** The filtered rows as a file. */
  file: DownloadThunk;
  renderItem: (row: Row) => ReactNode;
  /** Instead of `renderItem`: all rows in a table. */
  renderTable?: ((rows: readonly Row[]) => ReactNode) | undefined;
  /** Shown when there is no row at all: a text, and a link to the page that makes the first. */
  none: { readonly text: string; readonly action: string; readonly to: string };
  /** The sheet of an opened row. */
  children?: ReactNode;
};

/** Page of a history whose days are UTC: filters, file and rows, newest first. */
export function HistoryView<Row extends { readonly id: number | string }>(props: HistoryViewProps<Row>) {
  const { title, list, filter, file, renderItem, renderTable, none, children } = props;
  const head = (
    <>
      <AsOf atMs={list.asOfMs} />
      <HistoryFilterBar filter={filter} tools={<SaveFile file={file} />} />
      <ZoneNote />
    </>
  );
  const action = (
    <ButtonLink kind="ghost" size="small" to={none.to}>
      {none.action}
    </ButtonLink>
  );
  return (
    <UtcTimes>
      <Page header={<NavBar title={title} />} isWide>
        <PagedList
          label={title}
          list={list}
          head={head}
          renderItem={renderItem}
          renderTable={renderTable}
          skeleton={<Skeleton shape="block" height={52} />}
          empty={
            <HistoryEmpty filter={filter}>
              <EmptyState text={none.text} action={action} />
            </HistoryEmpty>
          }
        />
        {children}
      </Page>
    </UtcTimes>
  );
}
