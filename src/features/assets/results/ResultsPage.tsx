import { ChevronLeft, ChevronRight, Share2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { isNegative, isPositive, toModelNumber } from '@halyard/contract/money';
import { profitPercent } from '@halyard/contract/wallet/cost';
import { saveFile } from '../../../shared/format/saveFile.ts';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import type { Results } from '@halyard/contract/wallet/resultCalls';
import { monthOf, resultRange, useResults } from '../../../domain/wallet/resultsApi.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../../shared/ui/PullToRefresh.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { linesOf, monthAfter, sumOf, sumsBy, winRate, type ResultFilter } from './resultFigures.ts';
import { ResultsView } from './ResultsView.tsx';
import styles from './Results.module.css';

const ALL = 'all';
const SPANS = ['month', 'year'] as const;
type Span = (typeof SPANS)[number];

/** Profit and loss by day and month, by product and coin. The query names the month. */
export function ResultsPage() {
  const { t } = useTranslation('results');
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
  return (
    <Page
      header={<NavBar title={t('title')} actions={<ShareButton results={results} filter={filter} shown={shown} />} />}
      isWide
    >
      <PullToRefresh onRefresh={retry} updatedAtMs={asOfMs === undefined ? updatedAtMs : undefined}>
        <div className={styles['page']}>
          <AsOf atMs={asOfMs} />
          <RangeBar span={span} onSpan={setSpan} month={month} lastMonth={thisMonth} onMonth={choose} />
          <Filters results={results} filter={filter} onChoose={setFilter} />
          {error !== undefined && <ErrorState error={error} onRetry={retry} />}
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

type ShareProps = { results: Results | undefined; filter: ResultFilter; shown: string };

/** Shares the results as a picture: percentages only. Absent while the percentage is unknown. */
function ShareButton({ results, filter, shown }: ShareProps) {
  const { t } = useTranslation('results');
  const format = useFormat();
  if (results === undefined) return null;
  const lines = linesOf(results.lines, filter);
  const sums = sumOf(lines);
  const percent = sums.profit && results.base && profitPercent(sums.profit, results.base);
  if (percent === null || lines.length === 0) return null;
  const share = async () => {
    const [{ sharePicture }, { readTheme }] = await Promise.all([
      import('../../../shared/files/sharePicture.ts'),
      import('../../../shared/charts/chartTheme.ts'),
    ]);
    const isYear = shown.length === 4;
    const when = format.moment(Date.parse(isYear ? `${shown}-01-01` : `${shown}-01`), isYear ? 'year' : 'month', 'utc');
    const days = [...sumsBy(lines, ({ day }) => day).values()];
    const good = days.filter(({ profit }) => profit !== null && isPositive(profit)).length;
    const bad = days.filter(({ profit }) => profit !== null && isNegative(profit)).length;
    const partText = (part: number, whole: number) => format.share(Math.round((part / whole) * 100));
    const rate = winRate(sums);
    const figures = [
      ...(good + bad === 0 ? [] : [[t('share.goodDays'), partText(good, good + bad)] as const]),
      ...(rate === undefined ? [] : [[t('tile.winRate'), partText(toModelNumber(rate), 1)] as const]),
    ];
    const texts = {
      title: t('title'),
      what: [when, filter.source && t(`source.${filter.source}`), filter.currency].filter(Boolean).join(' · '),
      profit: format.change(percent),
      detail: t('share.detail'),
      figures,
      note: format.moment(Date.parse(results.asOf), 'dateMinute'),
    };
    const picture = await sharePicture(texts, readTheme()).catch(() => undefined);
    if (picture === undefined) {
      showToast({ kind: 'error', text: t('share.failed') });
      return;
    }
    const saved = await saveFile(picture, `${shown}.png`);
    if (saved.outcome === 'failed') showToast({ kind: 'error', text: errorText(saved.error.code) });
  };
  return <IconButton icon={<Share2 aria-hidden />} label={t('share.open')} onClick={() => void share()} />;
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
