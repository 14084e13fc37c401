import { useTranslation } from 'react-i18next';
import { absolute, decimal, isNegative, isPositive, isZero, roundToStep, type Decimal } from '@halyard/contract/money';
import { useLanguage } from '../../../domain/preferences/usePreferences.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat, type Formats } from '../../../shared/format/useFormat.ts';
import { Cell as TableCell, DataTable, OpenerCell } from '../../../shared/ui/DataTable.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import { firstWeekday, type Period } from './resultFigures.ts';
import styles from './Results.module.css';
import { useResultMoney } from './useResultMoney.ts';

/** Props of the three views of a range. */
export type ViewProps = {
  periods: readonly Period[];
  /** The month (`YYYY-MM`) or year (`YYYY`) that they divide. */
  shown: string;
  /** Opens a day or a month by its key. */
  onOpen: (key: string) => void;
};

/** Languages whose weeks begin on Monday; the others' begin on Sunday (CLDR). */
const FROM_MONDAY: readonly string[] = ['zh', 'esp', 'vnm'];

/** Days of a month, or months of a year, with their profit by sign and colour. */
export function ResultCalendar({ periods, shown, onOpen }: ViewProps) {
  const { t } = useTranslation('results');
  const { language } = useLanguage();
  const isYear = shown.length === 4;
  const first = FROM_MONDAY.includes(language) ? 1 : 0;
  const names = t('weekdays').split(' ');
  const blanks = isYear ? 0 : (firstWeekday(shown) - first + 7) % 7;
  return (
    <div
      className={classNames(styles['calendar'], isYear && styles['year'])}
      role="group"
      aria-label={t('view.calendar')}
    >
      {!isYear &&
        names.map((_, place) => (
          <span key={names[(place + first) % 7]} className={styles['weekday']} aria-hidden="true">
            {names[(place + first) % 7]}
          </span>
        ))}
      {Array.from({ length: blanks }, (_, place) => (
        <span key={place} />
      ))}
      {periods.map((period) => (
        <Cell key={period.key} period={period} onOpen={onOpen} />
      ))}
    </div>
  );
}

function Cell({ period: { key, sums }, onOpen }: { period: Period; onOpen: ViewProps['onOpen'] }) {
  const { t } = useTranslation('results');
  const format = useFormat();
  const money = useResultMoney();
  const isMonth = key.length === 7;
  const atMs = Date.parse(isMonth ? `${key}-01` : key);
  const value = sums && money.of(sums.profit);
  const name = format.moment(atMs, isMonth ? 'month' : 'day', 'utc');
  const number = isMonth ? name : String(new Date(atMs).getUTCDate());
  if (sums === undefined) {
    return (
      <span className={styles['cell']}>
        <span className={styles['number']}>{number}</span>
      </span>
    );
  }
  const shown = value === undefined ? t('unknownShort') : `${format.pnl(value, money.places)} ${money.unit}`;
  return (
    <button
      type="button"
      className={classNames(styles['cell'], value && styles[toneOf(value)])}
      aria-haspopup={isMonth ? undefined : 'dialog'}
      aria-label={`${name}: ${money.isMasked ? t('hidden') : shown}`}
      onClick={() => onOpen(key)}
    >
      <span className={styles['number']}>{number}</span>
      <span className={styles['short']} translate="no">
        {money.isMasked ? '•••' : value === undefined ? '?' : shortText(value, format)}
      </span>
    </button>
  );
}

/** Wash of a cell by the sign of its profit. */
export function toneOf(value: Decimal): 'gain' | 'loss' | 'even' {
  if (isZero(value)) return 'even';
  return isNegative(value) ? 'loss' : 'gain';
}

/** A signed figure of two or three digits, which fits a cell of the narrowest phone. */
function shortText(value: Decimal, format: Formats): string {
  const [digits = ''] = absolute(value).split('.');
  if (digits.length < 4) return format.pnl(value, digits === '0' ? 2 : 3 - digits.length);
  const rounded = roundToStep(value, decimal(`1${'0'.repeat(digits.length - 2)}`), 'half-even');
  return `${isPositive(value) ? '+' : ''}${format.compact(rounded).replaceAll(/\s/g, '')}`;
}

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
            <TableCell isFigure>
              <Num kind="pnl" value={of(sums.profit)} places={places} tone="sign" isMasked={isMasked} />
            </TableCell>
            <TableCell isFigure isSoft>
              <Num kind="amount" value={of(sums.fees)} places={places} minPlaces={2} isMasked={isMasked} />
            </TableCell>
            <TableCell isFigure isSoft>{`${sums.won} / ${sums.lost}`}</TableCell>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
