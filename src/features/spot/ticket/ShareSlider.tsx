import { useRef, type CSSProperties } from 'react';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import styles from './ShareSlider.module.css';

const STOPS = [0, 25, 50, 75, 100] as const;
/** A finger this close to a stop means the stop. */
const SNAP_PERCENT = 3;

type ShareSliderProps = {
  /** What the share is of, for screen readers. */
  label: string;
  /** In whole percent; `undefined` while it cannot be told. */
  percent: number | undefined;
  onPercent: (percent: number) => void;
  isDisabled: boolean;
};

/** A share of what there is, from none to all: by finger with five stops, by keyboard percent by percent. */
export function ShareSlider({ label, percent, onPercent, isDisabled }: ShareSliderProps) {
  const format = useFormat();
  const isDragged = useRef(false);
  const text = format.share(percent ?? 0);
  const shown: CSSProperties & Record<'--share', string> = { '--share': `${percent ?? 0}%` };
  return (
    <div className={classNames(styles['slider'], isDisabled && styles['disabled'])} style={shown}>
      <div className={styles['line']}>
        {STOPS.map((stop) => (
          <i
            key={stop}
            aria-hidden="true"
            className={classNames(styles['stop'], percent !== undefined && stop <= percent && styles['reached'])}
          />
        ))}
        <input
          type="range"
          className={styles['input']}
          aria-label={label}
          aria-valuetext={text}
          min={0}
          max={100}
          step={1}
          value={percent ?? 0}
          disabled={isDisabled}
          onPointerDown={() => {
            isDragged.current = true;
          }}
          onPointerUp={() => {
            isDragged.current = false;
          }}
          onPointerCancel={() => {
            isDragged.current = false;
          }}
          onChange={(event) => {
            const chosen = event.target.valueAsNumber;
            onPercent(isDragged.current ? snapped(chosen) : chosen);
          }}
        />
      </div>
      <span className={styles['percent']} aria-hidden="true">
        {text}
      </span>
    </div>
  );
}

function snapped(percent: number): number {
  return STOPS.find((stop) => Math.abs(stop - percent) <= SNAP_PERCENT) ?? percent;
}
