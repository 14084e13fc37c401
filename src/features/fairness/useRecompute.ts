import { useEffect, useRef, useState } from 'react';
import type { SimulatedSeries } from '@halyard/contract/transparency/simulatedDay';
import type { DayPlaces } from '../../domain/transparency/dayReader.ts';

/** Computes a day anew; it ends with the page. `share` of it is done while it runs. */
export function useRecompute(note: string, places: DayPlaces) {
  const [share, setShare] = useState<number>();
  const [series, setSeries] = useState<readonly SimulatedSeries[]>();
  const [hasFailed, setFailed] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (signal: AbortSignal) => {
    const [{ recomputeDay }, { remoteLog }] = await Promise.all([
      import('../../domain/transparency/dayReader.ts'),
      import('../../domain/transparency/remoteLog.ts'),
    ]);
    return recomputeDay({ note, remote: remoteLog(signal), places, signal, onProgress: setShare });
  };
  const start = () => {
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    setSeries(undefined);
    setFailed(false);
    run(controller.signal)
      .then(setSeries, () => setFailed(!controller.signal.aborted))
      .finally(() => setShare(undefined));
  };
  const stop = () => running.current?.abort();
  return { share, series, hasFailed, start, stop };
}
