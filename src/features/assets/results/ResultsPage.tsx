import { ChevronLeft, ChevronRight, Share2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Results } from '@halyard/contract/wallet/resultCalls';
import { monthOf, resultRange } from '../../../domain/wallet/resultsApi.ts';
import { useResults } from '../../../domain/wallet/useResults.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { NavBar } from '../../../shared/ui/NavBar.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../../shared/ui/PullToRefresh.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { linesOf, monthAfter, type ResultFilter } from './resultFigures.ts';
import { ResultsView } from './ResultsView.tsx';
import styles from './Results.module.css';
import { useSharedResults } from './useSharedResults.ts';

const ALL = 'all';
const SPANS = ['month', 'year'] as const;
type Span = (typeof SPANS)[number];

/** Profit and loss by day and month, by product and coin. The query names the month. */
export function ResultsPage() {
  const { t } = useTranslation('results');
  const back = useBack();
  const thisMonth = useEachSecond((nowMs) => monthOf(serverTimeMs(nowMs)));
  const [query, setQuery] = useSearchParams();
  const asked = query.get('month') ?? '';
  const month = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(asked) && asked < thisMonth ? asked : thisMonth;
  const [span, setSpan] = useState<Span>('month');
  const [filter, setFilter] = useState<ResultFilter>({});
  const shown = span === 'month' ? month : month.slice(0, 4);
  const range = span === 'month' ? resultRange(month, month) : resultRange(`${shown}-01`, `${shown}-12`);
  const { results, error, retry, updatedAtMs, asOfMs } = useResults(range, range.to < thisMonth);
  const choose = (chosen: string) => setQuery({ month: chosen }, { replace: true });
  const share = useSharedResults({ results, filter, shown });
  return (
    <Page
      header={
        <NavBar
          title={t('title')}
          onBack={back}
          actions={
            share !== undefined && (
              <IconButton icon={<Share2 aria-hidden />} label={t('share.open')} onClick={() => void share()} />
            )
          }
        />
      }
      isWide
    >
      <PullToRefresh onRefresh={retry} updatedAtMs={asOfMs === undefined ? updatedAtMs : undefined}>
        <div className={styles['page']}>
          <AsOf atMs={asOfMs} />
          <RangeBar span={span} onSpan={setSpan} month={month} lastMonth={thisMonth} onMonth={choose} />
          <Filters results={results} filter={filter} onChoose={setFilter} />
          {error !== undefined && <ErrorState what={appErrorText(error)} onRetry={() => void retry()} />}
          {error === undefined && results === undefined && <ResultsLoading />}
          {results !== undefined && (
            <ResultsView
              results={results}
              filter={filter}
              shown={shown}
              range={range}
              onMonth={(chosen) => {
                choose(chosen);
                setSpan('month');
              }}
            />
          )}
        </div>
      </PullToRefresh>
    </Page>
  );
}

type RangeBarProps = {
  span: Span;
  onSpan: (span: Span) => void;
  month: string;
  lastMonth: string;
  onMonth: (month: string) => void;
};

/** Steps through months or years, and switches between them. */
function RangeBar({ span, onSpan, month, lastMonth, onMonth }: RangeBarProps) {
  const { t } = useTranslation('results');
  const format = useFormat();
  const step = span === 'month' ? 1 : 12;
  const next = monthAfter(month, step);
  const isLast = span === 'month' ? month >= lastMonth : month.slice(0, 4) >= lastMonth.slice(0, 4);
  return (
    <div className={styles['range']}>
      <div className={styles['steps']}>
        <IconButton
          icon={<ChevronLeft aria-hidden />}
          label={t('range.earlier')}
          onClick={() => onMonth(monthAfter(month, -step))}
        />
        <h2 aria-live="polite">{format.moment(Date.parse(`${month}-01`), span, 'utc')}</h2>
        <IconButton
          icon={<ChevronRight aria-hidden />}
          label={t('range.later')}
          disabled={isLast}
          onClick={() => onMonth(next < lastMonth ? next : lastMonth)}
        />
      </div>
      <div className={styles['span']}>
        <Segmented
          label={t('range.label')}
          options={SPANS.map((value) => ({ value, label: t(`range.${value}`) }))}
          value={span}
          onValueChange={onSpan}
        />
      </div>
    </div>
  );
}

type FiltersProps = {
  results: Results | undefined;
  filter: ResultFilter;
  onChoose: (filter: ResultFilter) => void;
};

/** Products and coins that the range has, each by the other's choice. */
function Filters({ results, filter, onChoose }: FiltersProps) {
  const { t } = useTranslation('results');
  const lines = results?.lines ?? [];
  const sources = useUnique(linesOf(lines, { currency: filter.currency }).map(({ source }) => source));
  const coins = useUnique(linesOf(lines, { source: filter.source }).map(({ currency }) => currency));
  const including = <Value extends string>(values: readonly Value[], chosen: Value | undefined) =>
    chosen === undefined || values.includes(chosen) ? values : [...values, chosen];
  return (
    <div className={styles['filters']} role="group" aria-label={t('filter.label')}>
      <SelectField
        label={t('filter.source')}
        value={filter.source ?? ALL}
        options={[
          { value: ALL, label: t('filter.allSources') },
          ...including(sources, filter.source).map((value) => ({ value, label: t(`source.${value}`) })),
        ]}
        onValueChange={(value) => onChoose({ ...filter, source: value === ALL ? undefined : value })}
      />
      <SelectField
        label={t('filter.coin')}
        value={filter.currency ?? ALL}
        options={[
          { value: ALL, label: t('filter.allCoins') },
          ...including(coins, filter.currency).map((value) => ({ value, label: value })),
        ]}
        onValueChange={(value) => onChoose({ ...filter, currency: value === ALL ? undefined : value })}
      />
    </div>
  );
}

function useUnique<Value extends string>(values: readonly Value[]): readonly Value[] {
  const text = [...new Set(values)].join(' ');
  return useMemo(() => (text === '' ? [] : (text.split(' ') as Value[])), [text]);
}

function ResultsLoading() {
  return (
    <Loading>
      <Skeleton shape="block" height={96} />
      <div className={styles['gap']}>
        <Skeleton shape="block" height={320} />
      </div>
    </Loading>
  );
}
