import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionId } from '@halyard/contract/ids';
import type { Option } from '@halyard/contract/options/calls';
import type { ExchangeClock } from '../../../domain/options/exchangeClock.ts';
import { useRunningOptions } from '../../../domain/options/useOptions.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import styles from './Running.module.css';
import { RunningCard } from './RunningCard.tsx';

const OptionSheet = lazyPart(async () => (await import('../detail/OptionSheet.tsx')).OptionSheet);

/** Element of the cards. */
export const RUNNING_ID = 'running-options';

/** The user's running options of all markets, one card each, then their results. */
export function RunningOptions({ clock }: { clock: ExchangeClock }) {
  const { t } = useTranslation('options');
  const { ids, putAway } = useWatchedOptions();
  const [opened, setOpened] = useState<Option>();
  const newest = ids[0];
  const list = useRef<HTMLUListElement>(null);
  // A new option comes first, wherever the list is scrolled to.
  useEffect(() => {
    if (newest !== undefined && list.current !== null) list.current.scrollLeft = 0;
  }, [newest]);
  const wasOpened = useWasEver(opened !== undefined);
  return (
    <>
      {ids.length > 0 && (
        <section id={RUNNING_ID} className={styles['running']} aria-label={t('running.label')}>
          <ul ref={list} className={styles['cards']}>
            {ids.map((id) => (
              <li key={id} className={styles['item']}>
                <RunningCard id={id} clock={clock} onOpen={setOpened} onPutAway={putAway} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Suspense fallback={null}>
        {wasOpened && <OptionSheet option={opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  );
}

/** Options that run while the screen is open, newest first; settled ones stay until they are dismissed. */
function useWatchedOptions() {
  const { options } = useRunningOptions();
  const [seen, setSeen] = useState<readonly OptionId[]>([]);
  const [gone, setGone] = useState<readonly OptionId[]>([]);
  const fresh = (options ?? []).filter(({ id, status }) => status !== 'closed' && !seen.includes(id));
  if (fresh.length > 0) setSeen([...fresh.map(({ id }) => id), ...seen].sort((a, b) => b - a));
  const putAway = useCallback((id: OptionId) => setGone((before) => [...before, id]), []);
  return { ids: seen.filter((id) => !gone.includes(id)), putAway } as const;
}
