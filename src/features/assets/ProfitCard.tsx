import { ChevronRight } from 'lucide-react';
import { useState, type CSSProperties, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { usePerformance } from '../../domain/wallet/usePerformance.ts';
import { Num } from '../../shared/format/Num.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import type { Performance, Profit } from '@halyard/contract/wallet/entryCalls';
import { Change } from '../../shared/format/Change.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import profitStyles from './Profit.module.css';
import { useFormat } from '../../shared/format/useFormat.ts';
import { dayOf, equityCurve, linePath, type EquityCurve } from './equityCurve.ts';
import equityStyles from './Equity.module.css';

const SPANS = ['today', 'days7', 'days30'] as const;

/** Profit of today, 7 and 30 days, and the worth curve. Hidden on servers that do not compute it. */
export function ProfitCard() {
  const { t } = useTranslation(['assets', 'shell']);
  const { performance, error, retry } = usePerformance();
  if (error?.code === 'CALL_NOT_FOUND') return null;
  return (
    <Card>
      <div className={profitStyles['head']}>
        <h2 className={profitStyles['heading']}>{t('profit.title')}</h2>
        <ButtonLink kind="quiet" size="small" to={paths.results()}>
          {t('titles.results', { ns: 'shell' })}
          <ChevronRight aria-hidden />
        </ButtonLink>
      </div>
      {error !== undefined && <ErrorState error={error} onRetry={retry} />}
      {error === undefined && performance === undefined && <ProfitLoading />}
      {performance !== undefined && <Figures performance={performance} />}
    </Card>
  );
}

function Figures({ performance }: { performance: Performance }) {
  const { t } = useTranslation('assets');
  const { hidesBalances } = useHiddenBalances();
  return (
    <>
      <dl className={profitStyles['spans']}>
        {SPANS.map((span) => (
          <div key={span} className={profitStyles['span']}>
            <dt className={profitStyles['label']}>{t(`profit.${span}`)}</dt>
            <dd className={profitStyles['figures']}>
              <ProfitFigures profit={performance[span]} isMasked={hidesBalances} />
            </dd>
          </div>
        ))}
      </dl>
      <EquityChart points={performance.curve} isMasked={hidesBalances} />
      <p className={profitStyles['explain']}>{t('profit.explain')}</p>
    </>
  );
}

function ProfitFigures({ profit, isMasked }: { profit: Profit; isMasked: boolean }) {
  return (
    <>
      <Num kind="pnl" value={profit.amount} places={2} tone="sign" isMasked={isMasked} />
      {!isMasked && profit.amount !== null && (
        <span className={profitStyles['percent']}>
          <Change percent={profit.percent} />
        </span>
      )}
    </>
  );
}

function ProfitLoading() {
  return (
    <Loading>
      <div className={profitStyles['spans']}>
        {SPANS.map((span) => (
          <div key={span} className={profitStyles['span']}>
            <Skeleton width="60%" />
            <Skeleton width="80%" />
          </div>
        ))}
      </div>
      <Skeleton shape="block" height={120} />
    </Loading>
  );
}

type Points = Performance['curve'];
type EquityChartProps = {
  /** Worth at the end of each day, oldest first; the last point is now. */
  points: Points;
  /** Balances are masked: the line is shown without figures. */
  isMasked: boolean;
};

/** The worth of the last days as a line. Pointer and arrow keys move along it and read a day. */
function EquityChart({ points, isMasked }: EquityChartProps) {
  const { t } = useTranslation('assets');
  const [chosen, setChosen] = useState<number>();
  const curve = useMemo(() => equityCurve(points), [points]);
  const last = points.length - 1;
  const place = Math.min(chosen ?? last, last);
  const point = points[place];
  if (curve === undefined || point === undefined) return <p className={equityStyles['note']}>{t('curve.short')}</p>;
  return (
    <div>
      <p className={equityStyles['readout']}>
        <span className={equityStyles['label']}>{t('curve.title')}</span>
        <span className={equityStyles['day']}>
          <Day points={points} place={place} />
        </span>
        <Num kind="amount" value={point.equity} places={2} minPlaces={2} unit="USDT" isMasked={isMasked} />
      </p>
      <div className={equityStyles['plot']}>
        <Line curve={curve} place={place} isMarked={!isMasked} />
        {!isMasked && <Cursor points={points} place={place} onMove={setChosen} />}
      </div>
      {!isMasked && <Summary points={points} curve={curve} />}
    </div>
  );
}

function Day({ points, place }: { points: Points; place: number }) {
  const day = useDayText();
  return <>{day(points, place)}</>;
}

function Line({ curve, place, isMarked }: { curve: EquityCurve; place: number; isMarked: boolean }) {
  const path = linePath(curve.spots);
  const spot = curve.spots[place];
  return (
    <>
      <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className={equityStyles['picture']}>
        <path d={`${path}L100,100L0,100Z`} className={equityStyles['area']} />
        <path d={path} className={equityStyles['line']} vectorEffect="non-scaling-stroke" />
      </svg>
      {isMarked && spot !== undefined && (
        <span
          aria-hidden="true"
          className={equityStyles['marker']}
          style={{ '--x': `${spot.x * 100}%`, '--y': `${spot.y * 100}%` } as CSSProperties}
        />
      )}
    </>
  );
}

type CursorProps = { points: Points; place: number; onMove: (place: number) => void };

/** An invisible range input over the line: the browser handles tap, drag, keys and screen readers. */
function Cursor({ points, place, onMove }: CursorProps) {
  const { t } = useTranslation('assets');
  const format = useFormat();
  const day = useDayText();
  const equity = points[place]?.equity;
  return (
    <input
      type="range"
      className={equityStyles['cursor']}
      min={0}
      max={points.length - 1}
      step={1}
      value={place}
      aria-label={t('curve.slider')}
      aria-valuetext={equity && t('curve.point', { date: day(points, place), equity: format.amount(equity, 2) })}
      onChange={({ target }) => onMove(target.valueAsNumber)}
    />
  );
}

function Summary({ points, curve }: { points: Points; curve: EquityCurve }) {
  const { t } = useTranslation('assets');
  const format = useFormat();
  const day = useDayText();
  const amount = (place: number) => {
    const equity = points[place]?.equity;
    return equity === undefined ? '' : format.amount(equity, 2);
  };
  const last = points.length - 1;
  return (
    <VisuallyHidden>
      {t('curve.summary', {
        from: day(points, 0),
        to: day(points, last),
        first: amount(0),
        last: amount(last),
        lowest: format.amount(curve.lowest, 2),
        highest: format.amount(curve.highest, 2),
      })}
    </VisuallyHidden>
  );
}

function useDayText(): (points: Points, place: number) => string {
  const { t } = useTranslation('assets');
  const format = useFormat();
  return (points, place) => {
    const point = points[place];
    if (point === undefined || place === points.length - 1) return t('curve.now');
    return format.moment(dayOf(point), 'day', 'utc');
  };
}
