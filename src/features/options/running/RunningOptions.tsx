import { absolute, compare, isZero, round, subtract, ZERO } from '@halyard/contract/money';
import { X } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionId } from '@halyard/contract/ids';
import type { Option } from '@halyard/contract/options/calls';
import { netProfitOf } from '@halyard/contract/options/rules';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import type { ExchangeClock } from '../../../shared/time/exchangeClock.ts';
import { useRunningOptions, useOption } from '../../../domain/options/useOptions.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { countdownText } from '../../../shared/time/countdownText.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import { DirectionWord, useResultText } from '../OptionTexts.tsx';
import styles from './Running.module.css';

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

/** This close to expiry nothing interrupts: no app update is applied. */
const NEAR_END_MS = 60_000;

type RunningCardProps = {
  id: OptionId;
  clock: ExchangeClock;
  onOpen: (option: Option) => void;
  onPutAway: (id: OptionId) => void;
};

/** One option: remaining time and current price, then its result. */
function RunningCard({ id, clock, onOpen, onPutAway }: RunningCardProps) {
  const { t } = useTranslation('options');
  const option = useOption(id);
  if (option === undefined) return null;
  const isOver = option.status === 'closed';
  return (
    <div className={styles['card']}>
      <button type="button" className={styles['opener']} aria-haspopup="dialog" onClick={() => onOpen(option)}>
        <span className={styles['line']}>
          <span className={styles['what']}>
            <DirectionWord direction={option.direction} />
            <Num kind="amount" value={option.stake} places={8} minPlaces={0} unit={option.currency} />
          </span>
          {isOver ? <Profit option={option} /> : <Left dueAt={option.dueAt} clock={clock} />}
        </span>
        <span className={styles['soft']}>
          {option.symbol}
          {' · '}
          {isOver ? <Result option={option} /> : <Standing option={option} clock={clock} />}
        </span>
        {!isOver && (
          <span className={styles['soft']}>
            {`${t('running.pays')} `}
            <Num kind="pnl" value={option.payout} places={2} unit={option.currency} />
          </span>
        )}
      </button>
      {isOver && <IconButton icon={<X aria-hidden />} label={t('running.putAway')} onClick={() => onPutAway(id)} />}
    </div>
  );
}

/** Remaining time by the exchange's clock. */
function Left({ dueAt, clock }: { dueAt: string; clock: ExchangeClock }) {
  const { t } = useTranslation('options');
  const dueMs = Date.parse(dueAt);
  const text = useEachSecond(() => countdownText(dueMs - clock()));
  useBusyWhile(useEachSecond(() => dueMs - clock() <= NEAR_END_MS));
  return (
    <time className={styles['left']} aria-label={t('running.left', { time: text })}>
      {text}
    </time>
  );
}

/** Distance of the price from the entry price; after expiry a note that the settlement tick is awaited. */
function Standing({ option, clock }: { option: Option; clock: ExchangeClock }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const places = option.terms.pricePrecision;
  const last = useMarketRow(option.marketId)?.lastPrice;
  const dueMs = Date.parse(option.dueAt);
  const isDue = useEachSecond(() => clock() >= dueMs);
  if (isDue || option.status === 'due') return t('running.due');
  if (last == null) return t('running.opened', { open: format.price(option.openPrice, places) });
  const moved = round(subtract(last, option.openPrice), places, 'half-even');
  if (isZero(moved)) return t('running.at');
  const difference = format.price(absolute(moved), places);
  return t(compare(moved, ZERO) > 0 ? 'running.above' : 'running.below', { difference });
}

function Profit({ option }: { option: Option }) {
  return <Num kind="pnl" value={netProfitOf(option)} places={2} unit={option.currency} tone="sign" />;
}

function Result({ option }: { option: Option }) {
  const text = useResultText(option);
  return <span role="status">{text}</span>;
}
