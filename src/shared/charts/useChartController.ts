import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { CandleSource } from './candleSource.ts';
import { ChartController, type NeedOlder } from './chartController.ts';
import type { ChartSetup, Frame } from './composition.ts';

/** A controller for as long as the component stands, another one for another source; and what it shows now. */
export function useChartController(
  source: CandleSource,
  setup: ChartSetup,
  onNeedOlder: NeedOlder | undefined,
): { controller: ChartController; frame: Frame | undefined } {
  const controller = useMemo(() => new ChartController(source), [source]);
  useEffect(() => controller.start(), [controller]);
  const { period, mode, pricePlaces, locale } = setup;
  const latestOnNeedOlder = useRef(onNeedOlder);
  useEffect(() => {
    latestOnNeedOlder.current = onNeedOlder;
  });
  useEffect(() => {
    // A function written anew with every render is no reason to draw again.
    const askOlder: NeedOlder = async (beforeMs) => (await latestOnNeedOlder.current?.(beforeMs)) ?? [];
    controller.update({ period, mode, pricePlaces, locale }, askOlder);
  }, [controller, period, mode, pricePlaces, locale]);
  const frame = useSyncExternalStore(controller.subscribe, controller.getFrame);
  return { controller, frame };
}
