import { ChevronRight } from 'lucide-react';
import { useMemo, useState, type ReactNode, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import {
  add,
  isZero,
  absolute,
  decimal,
  isNegative,
  isPositive,
  roundToStep,
  type Decimal,
} from '@halyard/contract/money';
import { profitPercent } from '@halyard/contract/wallet/cost';
import type { Results, ResultLine } from '@halyard/contract/wallet/resultCalls';
import type { ResultFigure, ResultSums, ResultSource } from '@halyard/contract/wallet/results';
import { useNamedMarket } from '../../../domain/markets/useMarkets.ts';
import { useLanguage } from '../../../domain/preferences/usePreferences.ts';
import type { ResultRange } from '../../../domain/wallet/resultsApi.ts';
import { Change } from '../../../shared/format/Change.tsx';
import { Num } from '../../../shared/format/Num.tsx';
import { paths } from '../../../shared/navigation/paths.ts';
import { ButtonLink, Button } from '../../../shared/ui/Button.tsx';
import { Card } from '../../../shared/ui/Card.tsx';
import { Cell as TableCell, DataTable, OpenerCell } from '../../../shared/ui/DataTable.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { SourceLabel } from '../../../shared/ui/SourceLabel.tsx';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden.tsx';
import {
  averageOf,
  linesOf,
  periodsOf,
  sumOf,
  winRate,
  sumsBy,
  drawnOf,
  useResultMoney,
  firstWeekday,
  type ResultFilter,
  type Drawn,
  type Period,
} from './resultFigures.ts';
import { ResultSheet, type OpenFigure } from './ResultSheet.tsx';
import styles from './Results.module.css';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { ListRow } from '../../../shared/ui/ListRow.tsx';
import { useFormat, type Formats } from '../../../shared/format/useFormat.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import equityStyles from '../Equity.module.css';
import { linePath } from '../equityCurve.ts';

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

/** Fees, and of closed options and futures win rate, average gain and loss. */
function Tiles({ sums, onOpen }: TilesProps) {
  const { t } = useTranslation('results');
  const money = useResultMoney();
  const { won, lost, gains, losses, fees } = sums;
  const rate = winRate(sums);
  const profit = (value: Decimal | null | undefined) => (
    <Num
      kind="pnl"
      value={money.of(value)}
      places={money.places}
      unit={money.unit}
      tone="sign"
      isMasked={money.isMasked}
    />
  );
  const tiles: readonly { name: ResultFigure; label: string; value: ReactNode; detail: string }[] = [
    {
      name: 'closed',
      label: t('tile.winRate'),
      value: <Num kind="rate" value={rate} />,
      detail: won + lost === 0 ? t('tile.closed') : t('tile.wonOf', { won, closed: won + lost }),
    },
    {
      name: 'fees',
      label: t('tile.fees'),
      value: (
        <Num
          kind="amount"
          value={money.of(fees)}
          places={money.places}
          minPlaces={2}
          unit={money.unit}
          isMasked={money.isMasked}
        />
      ),
      detail: t('tile.feesIn'),
    },
    { name: 'won', label: t('tile.averageGain'), value: profit(averageOf(gains, won)), detail: t('tile.closed') },
    { name: 'lost', label: t('tile.averageLoss'), value: profit(averageOf(losses, lost)), detail: t('tile.closed') },
  ];
  return (
    <ul className={styles['tiles']}>
      {tiles.map(({ name, label, value, detail }) => (
        <li key={name}>
          <button type="button" className={styles['tile']} aria-haspopup="dialog" onClick={() => onOpen(name)}>
            <span className={styles['soft']}>{label}</span>
            <span className={styles['figure']}>{value}</span>
            <span className={styles['soft']}>{detail}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type BreakdownProps = { lines: readonly ResultLine[] } & (
  | { by: 'source'; onOpen: (source: ResultSource) => void }
  | { by: 'currency'; onOpen: (currency: string) => void }
);

/** The profit of each product or coin. */
function Breakdown(props: BreakdownProps) {
  const { t } = useTranslation('results');
  const sums = [...sumsBy<string>(props.lines, (line) => line[props.by])];
  if (sums.length === 0) return null;
  return (
    <section aria-label={t(`by.${props.by}`)}>
      <h2 className={styles['heading']}>{t(`by.${props.by}`)}</h2>
      <ul className={styles['rows']}>
        {sums.map(([key, { profit }]) => (
          <li key={key}>
            <ListRow
              start={props.by === 'currency' ? <CoinIcon symbol={key} size="small" /> : undefined}
              title={props.by === 'source' ? t(`source.${key as ResultSource}`) : key}
              end={<Profit value={profit} />}
              onPress={() => (props.by === 'source' ? props.onOpen(key as ResultSource) : props.onOpen(key))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The unrealised profit of owned coins now, of all or of the chosen coin. */
function Unrealised({ results, filter }: { results: Results; filter: ResultFilter }) {
  const { t } = useTranslation('results');
  const { source, currency } = filter;
  const { market } = useNamedMarket(null);
  const owned = results.unrealised.filter((coin) => currency === undefined || coin.currency === currency);
  if ((source !== undefined && source !== 'spot') || owned.length === 0) return null;
  return (
    <section aria-label={t('unrealised.title')}>
      <h2 className={styles['heading']}>
        {t('unrealised.title')} {market !== undefined && <SourceLabel source={market.priceSource} isShort />}
      </h2>
      <ul className={styles['rows']}>
        {owned.map(({ currency: coin, profit }) => (
          <li key={coin}>
            <ListRow
              start={<CoinIcon symbol={coin} size="small" />}
              title={coin}
              end={<Profit value={profit} />}
              to={paths.assets()}
            />
          </li>
        ))}
        {owned.length > 1 && (
          <li>
            <ListRow title={t('unrealised.all')} end={<Profit value={totalOf(owned.map(({ profit }) => profit))} />} />
          </li>
        )}
      </ul>
    </section>
  );
}

function Profit({ value }: { value: Decimal | null }) {
  const money = useResultMoney();
  const shown = money.of(value);
  return (
    <span className={styles['figure']}>
      <Num
        kind="pnl"
        value={shown}
        places={money.places}
        unit={money.unit}
        tone={shown !== undefined && isZero(shown) ? undefined : 'sign'}
        isMasked={money.isMasked}
      />
    </span>
  );
}

function totalOf(values: readonly (Decimal | null)[]): Decimal | null {
  const [first, ...rest] = values.filter((value) => value !== null);
  return first === undefined || rest.length + 1 < values.length ? null : add(first, ...rest);
}

const KINDS = ['bars', 'sum'] as const;
type Kind = (typeof KINDS)[number];

/** Profit of each day or month as bars, or their sum as a line. Pointer and arrow keys move along and read one. */
function ResultChart({ periods, shown, onOpen }: ViewProps) {
  const { t } = useTranslation('results');
  const format = useFormat();
  const money = useResultMoney();
  const [kind, setKind] = useState<Kind>('bars');
  const last = periods.findLastIndex(({ sums }) => sums !== undefined);
  const [chosen, setChosen] = useState<number>();
  const place = Math.max(0, Math.min(chosen ?? last, periods.length - 1));
  const drawn = useMemo(() => drawnOf(periods, kind === 'sum'), [periods, kind]);
  const period = periods[place];
  if (period === undefined) return null;
  const isYear = shown.length === 4;
  const name = format.moment(Date.parse(isYear ? `${period.key}-01` : period.key), isYear ? 'month' : 'day', 'utc');
  const total = drawn[place]?.total;
  const value = money.of(kind === 'sum' ? total : period.sums?.profit);
  return (
    <div className={styles['chart']}>
      <Segmented
        variant="plain"
        label={t('chart.label')}
        options={KINDS.map((each) => ({ value: each, label: t(`chart.${each}`) }))}
        value={kind}
        onValueChange={setKind}
      />
      <div className={styles['readout']}>
        <span className={styles['soft']}>{name}</span>
        <Num kind="pnl" value={value} places={money.places} unit={money.unit} tone="sign" isMasked={money.isMasked} />
        {period.sums !== undefined && (
          <Button kind="quiet" size="small" onClick={() => onOpen(period.key)}>
            {t(isYear ? 'chart.openMonth' : 'chart.open')}
          </Button>
        )}
      </div>
      <div className={classNames(equityStyles['plot'], styles['plot'])}>
        <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className={equityStyles['picture']}>
          <path d="M0,50L100,50" className={styles['zero']} vectorEffect="non-scaling-stroke" />
          {kind === 'bars' ? <Bars drawn={drawn} /> : <Line drawn={drawn.slice(0, last + 1)} count={drawn.length} />}
        </svg>
        <span
          aria-hidden="true"
          className={styles['at']}
          style={{ '--x': `${((place + 0.5) / periods.length) * 100}%` } as CSSProperties}
        />
        <input
          type="range"
          className={equityStyles['cursor']}
          min={0}
          max={periods.length - 1}
          step={1}
          value={place}
          aria-label={t('chart.slider')}
          aria-valuetext={`${name}: ${value === undefined || money.isMasked ? '—' : `${format.pnl(value, money.places)} ${money.unit}`}`}
          onChange={({ target }) => setChosen(target.valueAsNumber)}
        />
      </div>
    </div>
  );
}

/** Half of the plot's height, less room for the width of a line. */
const HALF = 47;

function Bars({ drawn }: { drawn: readonly Drawn[] }) {
  const width = 100 / drawn.length;
  return drawn.map(({ key, own }, place) => {
    if (own === 0) return null;
    const height = Math.max(1, Math.abs(own) * HALF);
    return (
      <rect
        key={key}
        x={place * width + width * 0.15}
        y={own > 0 ? 50 - height : 50}
        width={width * 0.7}
        height={height}
        className={styles[own > 0 ? 'barUp' : 'barDown']}
      />
    );
  });
}

function Line({ drawn, count }: { drawn: readonly Drawn[]; count: number }) {
  if (drawn.length === 0) return null;
  const known = drawn.findIndex(({ total }) => total === null);
  const spots = (known < 0 ? drawn : drawn.slice(0, known)).map(({ sum }, place) => ({
    x: (place + 0.5) / count,
    y: 0.5 - (sum * HALF) / 100,
  }));
  if (spots.length === 0) return null;
  return <path d={linePath(spots)} className={equityStyles['line']} vectorEffect="non-scaling-stroke" />;
}

/** Props of the three views of a range. */
type ViewProps = {
  periods: readonly Period[];
  /** The month (`YYYY-MM`) or year (`YYYY`) that they divide. */
  shown: string;
  /** Opens a day or a month by its key. */
  onOpen: (key: string) => void;
};

/** Languages whose weeks begin on Monday; the others' begin on Sunday (CLDR). */
const FROM_MONDAY: readonly string[] = ['zh', 'esp', 'vnm'];

/** Days of a month, or months of a year, with their profit by sign and colour. */
function ResultCalendar({ periods, shown, onOpen }: ViewProps) {
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
function toneOf(value: Decimal): 'gain' | 'loss' | 'even' {
  if (isZero(value)) return 'even';
  return isNegative(value) ? 'loss' : 'gain';
}

/** A signed figure of at most three digits, which fits a cell of the narrowest phone. */
function shortText(value: Decimal, format: Formats): string {
  const [digits = ''] = absolute(value).split('.');
  if (digits.length < 4) return format.pnl(value, digits.length === 1 ? 2 : 0);
  const rounded = roundToStep(value, decimal(`1${'0'.repeat(digits.length - 2)}`), 'half-even');
  return `${isPositive(value) ? '+' : ''}${format.compact(rounded).replaceAll(/\s/g, '')}`;
}

/** Days or months with entries, newest first: profit, fees, won and lost. */
function ResultTable({ periods, shown, onOpen }: ViewProps) {
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
