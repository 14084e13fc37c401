import type { ReactNode, Ref } from 'react';
import rows from './ChartRows.module.css';
import { IndicatorChips } from './IndicatorChips.tsx';

type ToolRowProps = {
  /** Where the chart puts its own buttons. */
  toolsRef: Ref<HTMLDivElement>;
  /** What else can be done with the chart. */
  children?: ReactNode;
  /** Stays in sight while the rest is pulled sideways. */
  end?: ReactNode;
};

/** Indicators and everything that is done with the chart, in one row that is pulled sideways. */
export function ToolRow({ toolsRef, children, end }: ToolRowProps) {
  return (
    <div className={rows['row']}>
      <div className={rows['pulled']}>
        <IndicatorChips />
        <div ref={toolsRef} className={rows['tools']} />
        {children !== undefined && <div className={rows['tools']}>{children}</div>}
      </div>
      {end}
    </div>
  );
}
