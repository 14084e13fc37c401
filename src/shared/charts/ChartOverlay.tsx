import { classNames } from '../ui/classNames.ts';
import styles from './CandleChart.module.css';
import type { Frame } from './composition.ts';

/** What stands over the picture: the last price and the cross hairs with their labels. */
export function ChartOverlay({ frame: { layout, last, cursor } }: { frame: Frame }) {
  const axis = { insetInlineStart: layout.plotWidth, inlineSize: layout.axisWidth };
  return (
    <div className={styles['overlay']} aria-hidden="true">
      {last.isInRange && <div className={styles['lastLine']} style={{ inlineSize: layout.plotWidth, top: last.y }} />}
      <div
        className={classNames(styles['tag'], styles['lastTag'], styles[last.direction])}
        style={{ ...axis, top: last.y }}
      >
        {last.label}
      </div>
      {cursor !== undefined && (
        <>
          <div
            className={styles['hairX']}
            style={{ left: cursor.x, blockSize: layout.volume.top + layout.volume.height }}
          />
          <div className={styles['hairY']} style={{ top: cursor.y, inlineSize: layout.plotWidth }} />
          <div className={classNames(styles['tag'], styles['cursorTag'])} style={{ ...axis, top: cursor.y }}>
            {cursor.priceLabel}
          </div>
          <div
            className={classNames(styles['tag'], styles['timeTag'])}
            style={{ left: withinPlot(cursor.x, layout.plotWidth), top: layout.volume.top + layout.volume.height }}
          >
            {cursor.timeLabel}
          </div>
        </>
      )}
    </div>
  );
}

/** Half the width of the label of a moment, which stands over its candle but never outside the picture. */
const TIME_TAG_HALF_PX = 44;

function withinPlot(x: number, plotWidth: number): number {
  return Math.min(plotWidth - TIME_TAG_HALF_PX, Math.max(TIME_TAG_HALF_PX, x));
}
