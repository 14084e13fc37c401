import { dateOf } from '@halyard/contract/time';
import { ChevronDown, ListFilter } from 'lucide-react';
import { useId, useState, useMemo, type ReactNode, type ComponentType, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { ALL_DAYS, boundsOf, dayStartMs, DateRangeField, type DayRange } from '../ui/DateRangeField.tsx';
import { serverTimeMs } from '../time/serverClock.ts';
import { useEachSecond } from '../time/useEachSecond.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import type { ListOption } from '../ui/OptionList.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import styles from './HistoryFilterBar.module.css';

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
        {isOpen && count > 0 && (
          <Button kind="quiet" size="small" className={styles['clear']} onClick={clear}>
            {t('filter.clear')}
          </Button>
        )}
        {tools}
      </div>
      {isOpen && (
        <div id={fieldsId} role="group" aria-label={t('filter.label')} className={styles['fields']}>
          <Fields filter={filter} />
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

// Filters of histories: a product describes what can be chosen, and the choices make the request of its list.

type FilterField<Request> = {
  readonly name: string;
  readonly label: string;
  /** Text of "no filter". */
  readonly all: string;
  /** The choices, each with its part of the request. */
  readonly choices: readonly (ListOption<string> & { readonly request: Request })[];
  readonly hasSearch?: boolean;
  /** Shows the choices with details of its own. */
  readonly Select?: ComponentType<ComponentProps<typeof SelectField<string>>>;
};

/** The filters of a history, beside dates, and their texts. */
export type HistoryFilters<Request> = {
  readonly fields: readonly FilterField<Request>[];
  /** Label of the dates. */
  readonly dates: string;
  /** Text of the list in which nothing matches. */
  readonly noMatch: string;
};

type HistoryChoice = {
  /** Chosen values by the name of the field. */
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly days: DayRange;
};

/** A history's filters with the choices made. */
export type HistoryFilter = ReturnType<typeof useHistoryFilter<object>>;

/** The choices of a history, at first `values` and `days`; lists with different filters may share them. */
export function useHistoryChoice(values: HistoryChoice['values'] = {}, days: DayRange = ALL_DAYS) {
  return useState<HistoryChoice>({ values, days });
}

/** The filters and their request, whose days are UTC, inclusive. A value that is not offered sets no filter. */
export function useHistoryFilter<Request extends object>(
  filters: HistoryFilters<Request>,
  [{ values, days }, setChoice]: ReturnType<typeof useHistoryChoice>,
) {
  const todayMs = useEachSecond((nowMs) => dayStartMs(dateOf(serverTimeMs(nowMs))) ?? 0);
  const { fromMs, untilMs } = boundsOf(days, todayMs);
  const parts = filters.fields.map(({ name, choices }) => choices.find(({ value }) => value === values[name])?.request);
  const range = {
    ...(fromMs !== undefined && { from: dateOf(fromMs) }),
    ...(untilMs !== undefined && { to: dateOf(untilMs - 1) }),
  };
  const text = JSON.stringify(Object.assign({}, ...parts, range));
  // The same object until a filter changes.
  const request = useMemo(() => JSON.parse(text) as Request, [text]);
  const setCount = filters.fields.filter(({ name }) => values[name] !== undefined).length;
  return {
    ...filters,
    values,
    days,
    request,
    /** Number of set filters. */
    count: setCount + (days.kind === 'all' ? 0 : 1),
    choose: (name: string, value: string | undefined) => setChoice({ values: { ...values, [name]: value }, days }),
    chooseDays: (chosen: DayRange) => setChoice({ values, days: chosen }),
    clear: () => setChoice({ values: {}, days: ALL_DAYS }),
  };
}
