import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PagedRows } from '../api/usePagedList.ts';
import { byDay, daysAgo } from '../time/byDay.ts';
import { ZoneNote } from '../time/UtcTimes.tsx';
import { useZone, useZonedFormat } from '../time/zone.ts';
import styles from './DayList.module.css';
import { PagedList } from './InfiniteList.tsx';

type DayListProps<Row> = {
  label: string;
  list: PagedRows<Row>;
  /** Time of a row (Unix milliseconds); a stable function. Rows are in that order. */
  momentOf: (row: Row) => number;
  renderItem: (row: Row) => ReactNode;
  skeleton: ReactNode;
  empty: ReactNode;
  /** Shown above the rows instead of their age. */
  head?: ReactNode;
};

/** A paged list with days as headings: today and yesterday by name, others by date. */
export function DayList<Row extends { readonly id: number | string }>(props: DayListProps<Row>) {
  const { list, momentOf, renderItem, head, ...shown } = props;
  const { rows } = list;
  const zone = useZone();
  const dated = useMemo(() => rows && byDay(rows, momentOf, zone), [rows, momentOf, zone]);
  return (
    <PagedList
      {...shown}
      head={
        <>
          {head}
          <ZoneNote />
        </>
      }
      list={{ ...list, rows: dated }}
      renderItem={({ row, dayMs }) => (
        <>
          {dayMs !== undefined && <Day atMs={dayMs} />}
          {renderItem(row)}
        </>
      )}
    />
  );
}

function Day({ atMs }: { atMs: number }) {
  const { t } = useTranslation('forms');
  const format = useZonedFormat();
  const zone = useZone();
  const [nowMs] = useState(() => Date.now());
  const ago = daysAgo(atMs, nowMs, zone);
  const named = ago === 0 ? t('list.today') : ago === 1 ? t('list.yesterday') : undefined;
  return <h2 className={styles['day']}>{named ?? format.moment(atMs, 'date')}</h2>;
}
