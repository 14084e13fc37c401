import { type ReactNode, startTransition, useCallback } from 'react';
import rows from './ChartRows.module.css';
import { IndicatorChips } from './IndicatorChips.tsx';

type ToolRowProps = {
  /** Told where the chart puts its own buttons. */
  onToolsPlace: (place: HTMLElement | null) => void;
  /** What else can be done with the chart. */
  children?: ReactNode;
  /** Stays in sight while the rest is pulled sideways. */
  end?: ReactNode;
};

/** Indicators and everything that is done with the chart, in one row that is pulled sideways. */
export function ToolRow({ onToolsPlace, children, end }: ToolRowProps) {
  // A state that is set while React writes the page has all effects run and the chart drawn again at once.
  const tellPlace = useCallback(
    (place: HTMLElement | null) => startTransition(() => onToolsPlace(place)),
    [onToolsPlace],
  );
  return (
    <div className={rows['row']}>
      <div className={rows['pulled']}>
        <IndicatorChips />
        <div ref={tellPlace} className={rows['tools']} />
        {children !== undefined && <div className={rows['tools']}>{children}</div>}
      </div>
      {end}
    </div>
  );
}
