import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserEntry } from '@halyard/contract/wallet/entryCalls';
import { type Decimal, isNegative, isZero, placesOf } from '@halyard/contract/money';
import { useHiddenBalances } from '../../../domain/preferences/usePreferences.ts';
import { useIsSandbox } from '../../../domain/sandbox/sandboxApi.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { useKindText, useOrderText, usePriceText } from './entryTexts.ts';
import styles from './Records.module.css';
import { RecordIcon } from './RecordIcon.tsx';

type EntryRowProps = { entry: UserEntry; onOpen: () => void };

/** A ledger entry in the list: kind, account, time and amount. The row opens its details. */
export function EntryRow({ entry, onOpen }: EntryRowProps) {
  const { t } = useTranslation(['records', 'assets']);
  const format = useZonedFormat();
  const kindText = useKindText();
  const atMs = momentOf(entry);
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={onOpen}>
      <RecordIcon kind={entry.kind} />
      <span className={styles['words']}>
        <span className={styles['title']}>{kindText(entry)}</span>
        <TradeWords entry={entry} />
        <span className={styles['soft']}>
          {entry.account !== undefined && `${t(`accounts.${entry.account}`, { ns: 'assets' })} · `}
          <time dateTime={new Date(atMs).toISOString()}>{format.moment(atMs, 'minute')}</time>
        </span>
        <NothingPaid entry={entry} />
      </span>
      <Figures entry={entry} />
      <ChevronRight aria-hidden className={styles['opens']} />
    </button>
  );
}

/** The rest of a trade's description; lines break between parts only. */
function TradeWords({ entry }: Pick<EntryRowProps, 'entry'>) {
  const { t } = useTranslation('records');
  const order = useOrderText()(entry);
  const price = usePriceText()(entry);
  const at = price && t('trade.price', { price });
  const plan = entry.trade?.plan === undefined ? undefined : t('trade.plan');
  const words = [entry.kind === 'spot_fill' ? undefined : order, at, plan].filter((word) => word !== undefined);
  if (words.length === 0) return null;
  return (
    <span className={styles['soft']}>
      {words.map((word, place) => (
        <Fragment key={word}>
          {place > 0 && ' '}
          <span className={styles['word']}>{place < words.length - 1 ? `${word} ·` : word}</span>
        </Fragment>
      ))}
    </span>
  );
}

function Figures({ entry: { value, currency, isHold, outcome } }: Pick<EntryRowProps, 'entry'>) {
  const { t } = useTranslation('records');
  const isBack = outcome === undefined ? !isNegative(value) : outcome === 'withdraw_release';
  // A sent withdrawal is neither held nor returned.
  const showsHold = isHold && !isZero(value) && (outcome === undefined || isBack);
  const amount = <Signed value={value} unit={currency} />;
  return (
    <span className={styles['figures']}>
      {outcome === 'withdraw_release' ? <s>{amount}</s> : amount}
      {showsHold && <span className={styles['soft']}>{t(isBack ? 'hold.back' : 'hold.aside')}</span>}
    </span>
  );
}

const PLACES_MIN = 2;

/** A signed exact amount, without colour, which is reserved for prices. Masked when the user hides balances. */
export function Signed({ value, unit }: { value: Decimal | undefined; unit: string }) {
  const { hidesBalances } = useHiddenBalances();
  const places = value === undefined ? PLACES_MIN : Math.max(PLACES_MIN, placesOf(value));
  return <Num kind="pnl" value={value} places={places} unit={unit} isMasked={hidesBalances} />;
}

/** A row with its time; legacy servers send whole seconds in `createdAt`. */
export type Dated = { readonly at?: string | undefined; readonly createdAt: string };

/** The time of a row in Unix milliseconds. */
export function momentOf(row: Dated): number {
  return Date.parse(row.at ?? row.createdAt);
}

/** Note beside a withdrawal in a sandbox: nothing was paid out. */
export function NothingPaid({ entry: { outcome, kind } }: { entry: UserEntry }) {
  return (outcome ?? kind) === 'withdraw_settle' ? <OfSandbox /> : null;
}

function OfSandbox() {
  const { t } = useTranslation('records');
  return useIsSandbox() && <span className={styles['soft']}>{t('detail.nothingPaid')}</span>;
}
