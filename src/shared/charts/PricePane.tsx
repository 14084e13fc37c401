import { useEffect, useRef } from 'react';
import type { ChartController } from './chartController.ts';
import type { ChartMarks } from './chartSettings.ts';
import type { Layout } from './layout.ts';
import { LineGrips } from './LineGrips.tsx';
import { PlaceButton } from './PlaceButton.tsx';
import styles from './PricePane.module.css';
import type { ChartSetup } from './setup.ts';

type PricePaneProps = { controller: ChartController; setup: ChartSetup; marks: ChartMarks };

/** Interactive elements over the candles. As high as the price pane in every layout. */
export function PricePane({ controller, setup, marks }: PricePaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let placed: Layout | undefined;
    // On every picture, outside React; the layout is the same object until it changes.
    const place = () => {
      const layout = controller.scene?.layout;
      if (pane.current === null || layout === undefined || layout === placed) return;
      placed = layout;
      const { style } = pane.current;
      style.insetInlineEnd = `${layout.axisWidth}px`;
      style.insetBlockStart = `${layout.price.top}px`;
      style.blockSize = `${layout.price.height}px`;
    };
    place();
    return controller.subscribe(place);
  }, [controller]);
  return (
    <div ref={pane} className={styles['pane']}>
      <LineGrips controller={controller} setup={setup} marks={marks} />
      {marks.onPlace !== undefined && <PlaceButton controller={controller} setup={setup} onPlace={marks.onPlace} />}
    </div>
  );
}
