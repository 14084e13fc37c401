import { useEffect, useMemo, useRef } from 'react';
import type { CandleSource } from './candleSource.ts';
import { ChartController, type NeedOlder } from './chartController.ts';
import type { ChartMarks } from './chartSettings.ts';
import type { ChartSetup } from './setup.ts';

type Given = { setup: ChartSetup; marks: ChartMarks; onNeedOlder: NeedOlder | undefined };

/** A controller for as long as the component stands, another one for another source. */
export function useChartController(source: CandleSource, { setup, marks, onNeedOlder }: Given): ChartController {
  const controller = useMemo(() => new ChartController(source), [source]);
  useEffect(() => controller.start(), [controller]);
  const latestOnNeedOlder = useRef(onNeedOlder);
  useEffect(() => {
    latestOnNeedOlder.current = onNeedOlder;
  });
  useEffect(() => {
    // A function written anew with every render is no reason to draw again.
    const askOlder: NeedOlder = async (beforeMs) => (await latestOnNeedOlder.current?.(beforeMs)) ?? [];
    controller.update({ setup, marks, onNeedOlder: askOlder });
  }, [controller, setup, marks]);
  return controller;
}
