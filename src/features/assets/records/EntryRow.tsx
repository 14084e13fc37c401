import { useTranslation } from 'react-i18next';
import type { UserEntry } from '@halyard/contract/calls/records';
import { type Decimal, isNegative, isZero, placesOf } from '@halyard/contract/money';
import { useHiddenBalances } from '../../../domain/preferences/usePreferences.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import styles from './Records.module.css';
import { momentOf } from './momentOf.ts';

type EntryRowProps = { entry: UserEntry; onOpen: () => void };

/** A ledger entry in the list: what it was, where and when, how much. The whole row opens its details. */
export function EntryRow({ entry, onOpen }: EntryRowProps) {
  const { t } = useTranslation(['records', 'assets']);
  const format = useFormat();
  const kindText = useKindText();
  const atMs = momentOf(entry);
  const when = format.moment(atMs, 'dayMinute');
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={onOpen}>
      <span className={styles['words']}>
        <span className={styles['title']}>{kindText(entry)}</span>
        <span className={styles['soft']}>
          {entry.account !== undefined && `${t(`accounts.${entry.account}`, { ns: 'assets' })} · `}
          <time dateTime={new Date(atMs).toISOString()}>{when}</time>
        </span>
      </span>
      <span className={styles['figures']}>
        <Signed value={entry.value} unit={entry.currency} />
        {entry.isHold && !isZero(entry.value) && (
          <span className={styles['soft']}>{t(isNegative(entry.value) ? 'hold.aside' : 'hold.back')}</span>
        )}
      </span>
    </button>
  );
}

const PLACES_MIN = 2;

/**
 * What came or went, exact, with its sign; without colour, which belongs to prices. Masked where the user hides
 * balances.
 */
export function Signed({ value, unit }: { value: Decimal | undefined; unit: string }) {
  const { hidesBalances } = useHiddenBalances();
  const places = value === undefined ? PLACES_MIN : Math.max(PLACES_MIN, placesOf(value));
  return <Num kind="pnl" value={value} places={places} unit={unit} isMasked={hidesBalances} />;
}

/** What a ledger entry is called; the server's own words where it does not say of which kind it is. */
export function useKindText(): (entry: UserEntry) => string {
  const { t } = useTranslation('records');
  return ({ kind, info }) => (kind === undefined ? info : t(`kind.${kind}`));
}
