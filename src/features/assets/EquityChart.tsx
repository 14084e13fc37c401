import { useMemo, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Performance } from '@halyard/contract/wallet/entryCalls';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import { dayOf, equityCurve, linePath, type EquityCurve } from './equityCurve.ts';
import styles from './Equity.module.css';

type Points = Performance['curve'];
type EquityChartProps = {
  /** Worth at the end of each day, oldest first; the last point is now. */
  points: Points;
  /** Balances are masked: the line is shown without figures. */
  isMasked: boolean;
};

/** The worth of the last days as a line. Pointer and arrow keys move along it and read a day. */
export function EquityChart({ points, isMasked }: EquityChartProps) {
  const { t } = useTranslation('assets');
  const [chosen, setChosen] = useState<number>();
  const curve = useMemo(() => equityCurve(points), [points]);
  const last = points.length - 1;
  const place = Math.min(chosen ?? last, last);
  const point = points[place];
  if (curve === undefined || point === undefined) return <p className={styles['note']}>{t('curve.short')}</p>;
  return (
    <div>
      <p className={styles['readout']}>
        <span className={styles['label']}>{t('curve.title')}</span>
        <span className={styles['day']}>
          <Day points={points} place={place} />
        </span>
        <Num kind="amount" value={point.equity} places={2} minPlaces={2} unit="USDT" isMasked={isMasked} />
      </p>
      <div className={styles['plot']}>
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
      <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className={styles['picture']}>
        <path d={`${path}L100,100L0,100Z`} className={styles['area']} />
        <path d={path} className={styles['line']} vectorEffect="non-scaling-stroke" />
      </svg>
      {isMarked && spot !== undefined && (
        <span
          aria-hidden="true"
          className={styles['marker']}
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
      className={styles['cursor']}
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
