import { dateOf, DAY_MS } from '@halyard/contract/time';
import { CalendarDays } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat.ts';
import { Button } from './Button.tsx';
import styles from './DateRangeField.module.css';
import { OptionList } from './OptionList.tsx';
import { PickerButton } from './SelectField.tsx';
import { Sheet } from './Sheet.tsx';
import { TextField } from './TextField.tsx';

type DateRangeFieldProps = {
  label: string;
  value: DayRange;
  onValueChange: (range: DayRange) => void;
};

const LAST_DAYS = [7, 30, 90] as const;

/** A range of days for lists: all, the last ones, or from one day to another; {@link boundsOf} gives its moments. */
export function DateRangeField({ label, value, onValueChange }: DateRangeFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const sheetId = useId();
  const text = useRangeText(value);
  const choose = (range: DayRange) => {
    setOpen(false);
    onValueChange(range);
  };
  return (
    <>
      <PickerButton
        label={label}
        isOpen={isOpen}
        onOpen={() => setOpen(true)}
        sheetId={sheetId}
        start={<CalendarDays aria-hidden className={styles['icon']} />}
      >
        {text}
      </PickerButton>
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title={label}>
        <div id={sheetId}>
          {/* Remounted each time, so that typed but unconfirmed days are dropped. */}
          {isOpen && <Ranges label={label} value={value} onChoose={choose} />}
        </div>
      </Sheet>
    </>
  );
}

type RangesProps = { label: string; value: DayRange; onChoose: (range: DayRange) => void };

function Ranges({ label, value, onChoose }: RangesProps) {
  const { t } = useTranslation('forms');
  const [isOwn, setOwn] = useState(value.kind === 'days');
  const choose = (key: string) => {
    const days = LAST_DAYS.find((count) => key === `last${count}`);
    setOwn(key === 'days');
    if (key === 'all') onChoose({ kind: 'all' });
    if (days !== undefined) onChoose({ kind: 'last', days });
  };
  return (
    <div className={styles['ranges']}>
      <OptionList
        label={label}
        value={isOwn ? 'days' : keyOf(value)}
        onChoose={choose}
        hasSearch={false}
        options={[
          { value: 'all', label: t('dates.all') },
          ...LAST_DAYS.map((count) => ({ value: `last${count}`, label: t('dates.last', { count }) })),
          { value: 'days', label: t('dates.own') },
        ]}
      />
      {isOwn && <OwnDays value={value} onChoose={onChoose} />}
      <p className={styles['note']}>{t('dates.utc')}</p>
    </div>
  );
}

function OwnDays({ value, onChoose }: Omit<RangesProps, 'label'>) {
  const { t } = useTranslation('forms');
  const [days, setDays] = useState(value.kind === 'days' ? value : { from: '', to: '' });
  const [hasTried, setTried] = useState(false);
  const error = hasTried && !isInOrder(days) ? t('dates.order') : undefined;
  const show = () => {
    setTried(true);
    if (isInOrder(days)) onChoose(days.from === '' && days.to === '' ? { kind: 'all' } : { kind: 'days', ...days });
  };
  return (
    <div className={styles['own']}>
      <div className={styles['days']}>
        <TextField
          label={t('dates.from')}
          type="date"
          max={days.to || undefined}
          value={days.from}
          onValueChange={(from) => setDays({ from, to: days.to })}
          error={error}
        />
        <TextField
          label={t('dates.to')}
          type="date"
          min={days.from || undefined}
          value={days.to}
          onValueChange={(to) => setDays({ from: days.from, to })}
        />
      </div>
      <Button onClick={show}>{t('dates.apply')}</Button>
    </div>
  );
}

function keyOf(range: DayRange): string {
  return range.kind === 'last' ? `last${range.days}` : range.kind;
}

function useRangeText(range: DayRange): string {
  const { t } = useTranslation('forms');
  const format = useFormat();
  if (range.kind === 'all') return t('dates.all');
  if (range.kind === 'last') return t('dates.last', { count: range.days });
  const day = (text: string) => {
    const atMs = dayStartMs(text);
    return atMs === undefined ? undefined : format.moment(atMs, 'date', 'utc');
  };
  const [from, to] = [day(range.from), day(range.to)];
  if (from !== undefined && to !== undefined) return t('dates.range', { from, to });
  if (from !== undefined) return t('dates.since', { from });
  return to === undefined ? t('dates.all') : t('dates.until', { to });
}

// Ranges of days as the server counts them: from midnight to midnight UTC.

/**
 * All time, the last days including today, or days of the user's choice, either end of which may be open (`''`). Days
 * are `YYYY-MM-DD`.
 */
export type DayRange =
  | { readonly kind: 'all' }
  | { readonly kind: 'last'; readonly days: number }
  | { readonly kind: 'days'; readonly from: string; readonly to: string };

/** Bounds of a range in milliseconds: `fromMs` inclusive, `untilMs` exclusive. Missing if open. */
type RangeBounds = { readonly fromMs?: number; readonly untilMs?: number };

/** All time. */
export const ALL_DAYS: DayRange = { kind: 'all' };

/** Bounds of a range at a moment. An invalid day is open. */
export function boundsOf(range: DayRange, nowMs: number): RangeBounds {
  if (range.kind === 'all') return {};
  if (range.kind === 'last') {
    const todayMs = nowMs - (nowMs % DAY_MS);
    return { fromMs: todayMs - (range.days - 1) * DAY_MS, untilMs: todayMs + DAY_MS };
  }
  const [fromMs, toMs] = [dayStartMs(range.from), dayStartMs(range.to)];
  return { ...(fromMs !== undefined && { fromMs }), ...(toMs !== undefined && { untilMs: toMs + DAY_MS }) };
}

/** Whether the first day of a range is not after its last. */
export function isInOrder({ from, to }: { readonly from: string; readonly to: string }): boolean {
  const [fromMs, toMs] = [dayStartMs(from), dayStartMs(to)];
  return fromMs === undefined || toMs === undefined || fromMs <= toMs;
}

/** Midnight at which a day begins; `undefined` for an invalid day. */
export function dayStartMs(day: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const ms = Date.parse(`${day}T00:00:00Z`);
  // Some engines read 31 April as 1 May.
  return Number.isNaN(ms) || dateOf(ms) !== day ? undefined : ms;
}
