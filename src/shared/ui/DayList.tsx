import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PagedRows } from '../api/usePagedList.ts';
import { useFormat } from '../format/useFormat.ts';
import { byDay, daysAgo } from '../time/byDay.ts';
import styles from './DayList.module.css';
import { PagedList } from './PagedList.tsx';

type DayListProps<Row> = {
  label: string;
  list: PagedRows<Row>;
  /** When a row happened (Unix milliseconds), the same function each time; rows are in that order. */
  momentOf: (row: Row) => number;
  renderItem: (row: Row) => ReactNode;
  skeleton: ReactNode;
  empty: ReactNode;
  /** Above the rows, in place of how old they are. */
  head?: ReactNode;
};

/** A list of pages whose days are headings: today and yesterday by name, others by date. */
export function DayList<Row extends { readonly id: number | string }>(props: DayListProps<Row>) {
  const { list, momentOf, renderItem, ...shown } = props;
  const { rows } = list;
  const dated = useMemo(() => rows && byDay(rows, momentOf), [rows, momentOf]);
  return (
    <PagedList
      {...shown}
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
  const format = useFormat();
  const [nowMs] = useState(() => Date.now());
  const ago = daysAgo(atMs, nowMs);
  const named = ago === 0 ? t('list.today') : ago === 1 ? t('list.yesterday') : undefined;
  return <h2 className={styles['day']}>{named ?? format.moment(atMs, 'date')}</h2>;
}
