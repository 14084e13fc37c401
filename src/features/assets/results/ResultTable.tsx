import { useTranslation } from 'react-i18next';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { Cell, DataTable, OpenerCell } from '../../../shared/ui/DataTable.tsx';
import type { ViewProps } from './ResultCalendar.tsx';
import styles from './Results.module.css';
import { useResultMoney } from './useResultMoney.ts';

/** Days or months with entries, newest first: profit, fees, won and lost. */
export function ResultTable({ periods, shown, onOpen }: ViewProps) {
  const { t } = useTranslation('results');
  const format = useFormat();
  const { of, places, isMasked } = useResultMoney();
  const isYear = shown.length === 4;
  const rows = periods.flatMap(({ key, sums }) => (sums === undefined ? [] : [{ key, sums }])).toReversed();
  if (rows.length === 0) return null;
  return (
    <div className={styles['table']}>
      <DataTable
        label={t('view.table')}
        heads={[
          { name: t(isYear ? 'table.month' : 'table.day') },
          { name: t('table.profit'), isFigure: true },
          { name: t('tile.fees'), isFigure: true },
          { name: t('table.closed'), isFigure: true },
        ]}
      >
        {rows.map(({ key, sums }) => (
          <tr key={key}>
            <OpenerCell onOpen={() => onOpen(key)}>
              {format.moment(Date.parse(isYear ? `${key}-01` : key), isYear ? 'month' : 'day', 'utc')}
            </OpenerCell>
            <Cell isFigure>
              <Num kind="pnl" value={of(sums.profit)} places={places} tone="sign" isMasked={isMasked} />
            </Cell>
            <Cell isFigure isSoft>
              <Num kind="amount" value={of(sums.fees)} places={places} minPlaces={2} isMasked={isMasked} />
            </Cell>
            <Cell isFigure isSoft>{`${sums.won} / ${sums.lost}`}</Cell>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
