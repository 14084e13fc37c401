/** Filters of histories: a product describes what can be chosen, and the choices make the request of its list. */
import { dateOf } from '@halyard/contract/time';
import { useMemo, useState, type ComponentType, type ComponentProps } from 'react';
import { ALL_DAYS, boundsOf, type DayRange, dayStartMs } from '../format/dayRange.ts';
import { serverTimeMs } from '../time/serverClock.ts';
import { useEachSecond } from '../time/useEachSecond.ts';
import type { ListOption } from '../ui/OptionList.tsx';
import type { SelectField } from '../ui/SelectField.tsx';

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
