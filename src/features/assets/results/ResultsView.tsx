import { ChevronRight } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decimal } from '@halyard/contract/money';
import { profitPercent } from '@halyard/contract/wallet/performance';
import type { Results } from '@halyard/contract/wallet/resultCalls';
import type { ResultFigure, ResultSums } from '@halyard/contract/wallet/results';
import type { ResultRange } from '../../../domain/wallet/resultsApi.ts';
import { Change } from '../../../shared/format/Change.tsx';
import { Num } from '../../../shared/format/Num.tsx';
import { paths } from '../../../shared/navigation/paths.ts';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { Card } from '../../../shared/ui/Card.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden.tsx';
import { Breakdown, Unrealised } from './Breakdown.tsx';
import { ResultCalendar, ResultTable } from './PeriodViews.tsx';
import { ResultChart } from './ResultChart.tsx';
import { averageOf, linesOf, periodsOf, sumOf, winRate, type ResultFilter } from './resultFigures.ts';
import { ResultSheet, type OpenFigure } from './ResultSheet.tsx';
import styles from './Results.module.css';
import { useResultMoney } from './useResultMoney.ts';

const VIEWS = ['calendar', 'chart', 'table'] as const;

type ResultsViewProps = {
  results: Results;
  filter: ResultFilter;
  /** The month (`YYYY-MM`) or year (`YYYY`) that is shown. */
  shown: string;
  range: ResultRange;
  onMonth: (month: string) => void;
};

/** The figures of a range; each opens the entries that it is made of. */
export function ResultsView({ results, filter, shown, range, onMonth }: ResultsViewProps) {
  const { t } = useTranslation('results');
  const [view, setView] = useState<(typeof VIEWS)[number]>('calendar');
  const [opened, setOpened] = useState<OpenFigure>();
  const lines = useMemo(() => linesOf(results.lines, filter), [results, filter]);
  const periods = useMemo(() => periodsOf(lines, shown), [lines, shown]);
  const sums = sumOf(lines);
  const open = (figure: ResultFigure, part: Omit<OpenFigure, 'figure'> = {}) =>
    setOpened({ ...filter, ...part, figure });
  const openPeriod = (key: string) => (key.length === 7 ? onMonth(key) : open('profit', { day: key }));
  const views = { calendar: ResultCalendar, chart: ResultChart, table: ResultTable };
  const View = views[view];
  const isUnknown = sums.profit === null || sums.fees === null;
  return (
    <div className={styles['whole']}>
      <div className={styles['column']}>
        <Total sums={sums} base={results.base} onOpen={() => open('profit')} />
        <Tiles sums={sums} onOpen={open} />
        {isUnknown && <p className={styles['note']}>{t('unknown')}</p>}
      </div>
      <div className={styles['column']}>
        <Segmented
          label={t('view.label')}
          options={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          value={view}
          onValueChange={setView}
        />
        <View key={`${view} ${shown}`} periods={periods} shown={shown} onOpen={openPeriod} />
        {lines.length === 0 && <EmptyState text={t('empty')} drawing="search" />}
      </div>
      <div className={styles['column']}>
        <Breakdown lines={lines} by="source" onOpen={(source) => open('profit', { source })} />
        <Breakdown lines={lines} by="currency" onOpen={(currency) => open('profit', { currency })} />
        <Unrealised results={results} filter={filter} />
        <p className={styles['note']}>{t('explain')}</p>
      </div>
      <ResultSheet opened={opened} range={range} shown={shown} onClose={() => setOpened(undefined)} />
    </div>
  );
}

type TotalProps = { sums: ResultSums; base: Decimal | null; onOpen: () => void };

/** The realised profit with its percentage, in the currency of choice. */
function Total({ sums, base, onOpen }: TotalProps) {
  const { t } = useTranslation(['results', 'assets']);
  const money = useResultMoney();
  return (
    <Card isHero>
      <div className={styles['totalHead']}>
        <span className={styles['soft']}>{t('total')}</span>
        <ButtonLink kind="quiet" size="small" to={paths.pricing()}>
          <VisuallyHidden>{t('unit', { ns: 'assets' })} </VisuallyHidden>
          {money.unit}
          <ChevronRight aria-hidden />
        </ButtonLink>
      </div>
      <button type="button" className={styles['total']} aria-haspopup="dialog" onClick={onOpen}>
        <Num
          kind="pnl"
          value={money.of(sums.profit)}
          places={money.places}
          unit={money.unit}
          tone="sign"
          isMasked={money.isMasked}
        />
        <span className={styles['percent']}>
          <Change percent={sums.profit && base && profitPercent(sums.profit, base)} />
        </span>
      </button>
    </Card>
  );
}

type TilesProps = { sums: ResultSums; onOpen: (figure: ResultFigure) => void };

/** Fees, win rate, average gain and loss. */
function Tiles({ sums, onOpen }: TilesProps) {
  const { t } = useTranslation('results');
  const money = useResultMoney();
  const { won, lost, gains, losses, fees } = sums;
  const rate = winRate(sums);
  const profit = (value: Decimal | null | undefined) => (
    <Num kind="pnl" value={money.of(value)} places={money.places} tone="sign" isMasked={money.isMasked} />
  );
  const tiles: readonly { name: ResultFigure; label: string; value: ReactNode; detail?: string | undefined }[] = [
    {
      name: 'closed',
      label: t('tile.winRate'),
      value: <Num kind="rate" value={rate} />,
      detail: won + lost === 0 ? undefined : t('tile.wonOf', { won, closed: won + lost }),
    },
    {
      name: 'fees',
      label: t('tile.fees'),
      value: <Num kind="amount" value={money.of(fees)} places={money.places} minPlaces={2} isMasked={money.isMasked} />,
      detail: t('tile.feesIn'),
    },
    { name: 'won', label: t('tile.averageGain'), value: profit(averageOf(gains, won)) },
    { name: 'lost', label: t('tile.averageLoss'), value: profit(averageOf(losses, lost)) },
  ];
  return (
    <ul className={styles['tiles']}>
      {tiles.map(({ name, label, value, detail }) => (
        <li key={name}>
          <button type="button" className={styles['tile']} aria-haspopup="dialog" onClick={() => onOpen(name)}>
            <span className={styles['soft']}>{label}</span>
            <span className={styles['figure']}>{value}</span>
            {detail !== undefined && <span className={styles['soft']}>{detail}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
