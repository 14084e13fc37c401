import { useMemo, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import curveStyles from '../Equity.module.css';
import { linePath } from '../equityCurve.ts';
import type { ViewProps } from './PeriodViews.tsx';
import { drawnOf, type Drawn } from './resultFigures.ts';
import styles from './Results.module.css';
import { useResultMoney } from './useResultMoney.ts';

const KINDS = ['bars', 'sum'] as const;
type Kind = (typeof KINDS)[number];

/** Profit of each day or month as bars, or their sum as a line. Pointer and arrow keys move along and read one. */
export function ResultChart({ periods, shown, onOpen }: ViewProps) {
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
        look="plain"
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
      <div className={classNames(curveStyles['plot'], styles['plot'])}>
        <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className={curveStyles['picture']}>
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
          className={curveStyles['cursor']}
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
  return <path d={linePath(spots)} className={curveStyles['line']} vectorEffect="non-scaling-stroke" />;
}
