import { ChevronDown, ListFilter } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { DateRangeField } from '../ui/DateRangeField.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import styles from './HistoryFilterBar.module.css';
import type { HistoryFilter } from './useHistoryFilter.ts';

/** Option for "no filter". */
const ALL = 'all';

type HistoryFilterBarProps = {
  filter: HistoryFilter;
  /** Whether the fields are visible from the start. */
  isOpenAtFirst?: boolean;
  /** Small secondary buttons for other actions on the list. */
  tools: ReactNode;
};

/** Collapsible filters of a history. */
export function HistoryFilterBar({ filter, isOpenAtFirst = false, tools }: HistoryFilterBarProps) {
  const { t } = useTranslation('forms');
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const fieldsId = useId();
  const { count, clear } = filter;
  return (
    <div className={styles['filters']}>
      <div className={styles['tools']}>
        <Button
          kind="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? fieldsId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter aria-hidden />
          {count === 0 ? t('filter.label') : t('filter.set', { count })}
          <ChevronDown aria-hidden className={styles['turn']} />
        </Button>
        {tools}
      </div>
      {isOpen && (
        <div id={fieldsId} role="group" aria-label={t('filter.label')}>
          <div className={styles['fields']}>
            <Fields filter={filter} />
          </div>
          {count > 0 && (
            <Button kind="quiet" size="small" className={styles['clear']} onClick={clear}>
              {t('filter.clear')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Fields({ filter }: { filter: HistoryFilter }) {
  const { fields, values, choose, dates, days, chooseDays } = filter;
  return (
    <>
      {fields.map(({ name, label, all, choices, hasSearch, Select = SelectField }) => (
        <Select
          key={name}
          label={label}
          value={values[name] ?? ALL}
          onValueChange={(value) => choose(name, value === ALL ? undefined : value)}
          options={[{ value: ALL, label: all }, ...choices]}
          {...(hasSearch !== undefined && { hasSearch })}
        />
      ))}
      <DateRangeField label={dates} value={days} onValueChange={chooseDays} />
    </>
  );
}

type HistoryEmptyProps = {
  filter: HistoryFilter;
  /** Drawing above the text when nothing matches. */
  drawing?: 'list' | 'search';
  /** Shown without filters. */
  children: ReactNode;
};

/** A history without rows: with filters, a way to clear them. */
export function HistoryEmpty({ filter, drawing = 'list', children }: HistoryEmptyProps) {
  const { t } = useTranslation('forms');
  if (filter.count === 0) return children;
  const clear = (
    <Button kind="ghost" size="small" onClick={filter.clear}>
      {t('filter.clear')}
    </Button>
  );
  return <EmptyState drawing={drawing} text={filter.noMatch} action={clear} />;
}
