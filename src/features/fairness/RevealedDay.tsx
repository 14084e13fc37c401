import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SimulatedSeries } from '@halyard/contract/transparency/simulatedDay';
import type { DayPlaces } from '../../domain/transparency/dayReader.ts';
import type { LogPin } from '../../domain/transparency/logPin.ts';
import { useGetFairnessSummaryQuery } from '../../domain/transparency/publicLogApi.ts';
import { CheckLines, type Verdict } from '../../domain/transparency/CheckLines.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { Progress } from '../../shared/ui/Progress.tsx';
import { Answered, Part, useCount } from './Part.tsx';
import styles from './Fairness.module.css';

/** The last completed day of simulated prices, with its revealed key. */
export function RevealedDay({ pin }: { pin: LogPin | undefined }) {
  const { t } = useTranslation('fairness');
  return (
    <Part title={t('day.title')}>
      <Answered query={useGetFairnessSummaryQuery()}>
        {({ seed, revealed }) =>
          seed === null || revealed === null ? (
            <p className={styles['text']}>{t('day.none')}</p>
          ) : (
            <>
              <KeyValue items={[{ label: t('day.day'), value: revealed.day }]} />
              <CopyRow label={t('day.key')} value={revealed.key} />
              {pin !== undefined && (
                <Recompute
                  note={pin.note}
                  places={{ day: revealed.day, seedIndex: seed.index, revealIndex: revealed.index }}
                />
              )}
            </>
          )
        }
      </Answered>
    </Part>
  );
}

function Recompute({ note, places }: { note: string; places: DayPlaces }) {
  const { t } = useTranslation('fairness');
  const { share, series, hasFailed, start, stop } = useRecompute(note, places);
  return (
    <>
      <p className={styles['text']}>{t('day.explain')}</p>
      {series !== undefined && <Series series={series} />}
      {hasFailed && <p role="alert">{t('day.failed')}</p>}
      {share === undefined ? (
        <Button kind="ghost" size="small" onClick={start}>
          {t('day.start')}
        </Button>
      ) : (
        <>
          <Progress label={t('day.progress')} share={share} />
          <Button kind="ghost" size="small" onClick={stop}>
            {t('day.stop')}
          </Button>
        </>
      )}
    </>
  );
}

function Series({ series }: { series: readonly SimulatedSeries[] }) {
  const { t } = useTranslation('fairness');
  const count = useCount();
  if (series.length === 0) return <p role="status">{t('day.nothing')}</p>;
  return <CheckLines checks={series.map((one) => ({ text: textOf(one), verdict: verdictOf(one) }))} />;

  function textOf({ market, recomputed, unfixed, fault, open }: SimulatedSeries): string {
    if (fault !== undefined) return t('day.wrong', { market, seq: count(fault.seq), index: count(fault.index) });
    if (open !== undefined) return t('day.open', { market });
    if (unfixed === 0) return t('day.right', { market, n: count(recomputed) });
    return t('day.partly', { market, n: count(recomputed), unfixed: count(unfixed) });
  }
}

function verdictOf({ fault, open }: SimulatedSeries): Verdict {
  if (fault !== undefined) return 'failed';
  return open === undefined ? 'passed' : 'unknown';
}

/** Recomputes a day; aborted when the page is left. `share` is the progress. */
function useRecompute(note: string, places: DayPlaces) {
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
