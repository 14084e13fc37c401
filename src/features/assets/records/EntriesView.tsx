import { isNegative, isZero, placesOf, type Decimal } from '@halyard/contract/money';
import { Download, ChevronRight } from 'lucide-react';
import { Suspense, useState, Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_KINDS } from '@halyard/contract/wallet/calls';
import {
  ENTRY_KINDS,
  WITHDRAWAL_KINDS,
  type EntryKindFilter,
  type UserEntry,
} from '@halyard/contract/wallet/entryCalls';
import { useHiddenBalances } from '../../../domain/preferences/usePreferences.ts';
import { useIsSandbox } from '../../../domain/sandbox/sandboxApi.ts';
import { useEntries, type EntryFilter } from '../../../domain/wallet/recordsApi.ts';
import { useCoinField } from '../../../domain/wallet/useCoinField.tsx';
import { ALL_DAYS } from '../../../shared/ui/DateRangeField.tsx';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import {
  HistoryEmpty,
  HistoryFilterBar,
  useHistoryChoice,
  useHistoryFilter,
  type HistoryFilters,
} from '../../../shared/history/HistoryFilterBar.tsx';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { Button, ButtonLink } from '../../../shared/ui/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { DayList } from '../../../shared/ui/DayList.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { RecordIcon } from './RecordIcon.tsx';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { CopyRow } from '../../../shared/ui/CopyRow.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Amount } from '../AccountParts.tsx';
import styles from './Records.module.css';

// Saving is less common than reading.
const ExportSheet = lazyPart(async () => (await import('./ExportSheet.tsx')).ExportSheet);

const STEPS: readonly string[] = WITHDRAWAL_KINDS;

/** Kinds to choose from, with one for all steps of withdrawals; each has its own text. */
const KINDS: readonly EntryKindFilter[] = ['withdrawal', ...ENTRY_KINDS.filter((kind) => !STEPS.includes(kind))];

/** All ledger entries of the user, newest first, with filters and a file download. */
export function EntriesView({ query }: { query: URLSearchParams }) {
  const { t } = useTranslation(['records', 'assets']);
  const [opened, setOpened] = useState<UserEntry>();
  const choice = useHistoryChoice(...linkedChoice(query));
  const filter = useHistoryFilter(useEntryFilters(), choice);
  const list = useEntries(filter.request);
  // The current row: a withdrawal may be sent while its sheet is open.
  const shown = opened && (list.rows?.find(({ id }) => id === opened.id) ?? opened);
  const head = (
    <>
      <AsOf atMs={list.asOfMs} />
      <HistoryFilterBar
        filter={filter}
        isOpenAtFirst={filter.count > 0}
        tools={<Export filter={filter.request} isFiltered={filter.count > 0} />}
      />
      {list.rows?.length !== 0 && <RecordHeads names={['movement', 'account', 'time', 'amount']} />}
    </>
  );
  const deposit = (
    <ButtonLink kind="ghost" size="small" to={paths.deposit()}>
      {t('actions.deposit', { ns: 'assets' })}
    </ButtonLink>
  );
  return (
    <>
      <DayList
        label={t('view.movements')}
        list={list}
        momentOf={momentOf}
        head={head}
        renderItem={(entry) => <EntryRow entry={entry} onOpen={() => setOpened(entry)} />}
        skeleton={<RecordLoading />}
        empty={
          <HistoryEmpty filter={filter} drawing="search">
            <EmptyState text={t('empty.movements')} action={deposit} />
          </HistoryEmpty>
        }
      />
      <EntrySheet entry={shown} onClose={() => setOpened(undefined)} />
    </>
  );
}

type RecordHeadsProps = { names: readonly ('movement' | 'account' | 'way' | 'to' | 'time' | 'amount' | 'status')[] };

/** Names of the columns, where a row is one line of them. */
export function RecordHeads({ names }: RecordHeadsProps) {
  const { t } = useTranslation('records');
  return (
    <p className={styles['heads']} aria-hidden="true">
      {names.map((name) => (
        <span key={name}>{t(`detail.${name}`)}</span>
      ))}
    </p>
  );
}

/** The filters that a link names. */
function linkedChoice(query: URLSearchParams): Parameters<typeof useHistoryChoice> {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const values = {
    account: ACCOUNT_KINDS.find((kind) => kind === query.get('account')),
    currency: query.get('currency') ?? undefined,
  };
  return [values, from === '' && to === '' ? ALL_DAYS : { kind: 'days', from, to }];
}

function useEntryFilters(): HistoryFilters<EntryFilter> {
  const { t } = useTranslation(['records', 'assets']);
  const coin = useCoinField();
  return {
    dates: t('filter.dates'),
    noMatch: t('empty.filtered'),
    fields: [
      {
        name: 'account',
        label: t('filter.account'),
        all: t('filter.allAccounts'),
        choices: ACCOUNT_KINDS.map((kind) => ({
          value: kind,
          label: t(`accounts.${kind}`, { ns: 'assets' }),
          request: { accountNumber: kind },
        })),
      },
      coin,
      {
        name: 'kind',
        label: t('filter.kind'),
        all: t('filter.allKinds'),
        hasSearch: false,
        choices: KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`), request: { kind } })),
      },
    ],
  };
}

/** Opens the file download. */
function Export(props: { filter: EntryFilter; isFiltered: boolean }) {
  const { t } = useTranslation('records');
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasEver(isOpen);
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
        <Download aria-hidden />
        {t('export.open')}
      </Button>
      <Suspense fallback={null}>
        {wasOpen && <ExportSheet {...props} isOpen={isOpen} onOpenChange={setOpen} />}
      </Suspense>
    </>
  );
}

type EntrySheetProps = {
  /** The sheet is open while this is set. */
  entry: UserEntry | undefined;
  onClose: () => void;
};

/** All details of one ledger entry: its change, the balance before and after, and its subject. */
function EntrySheet({ entry, onClose }: EntrySheetProps) {
  const { t } = useTranslation('records');
  const kindText = useKindText();
  const shown = useLastKnown(entry);
  return (
    <Sheet
      isOpen={entry !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={shown === undefined ? t('detail.movement') : kindText(shown)}
    >
      {shown !== undefined && <Details entry={shown} />}
    </Sheet>
  );
}

function Details({ entry }: { entry: UserEntry }) {
  const { t } = useTranslation(['records', 'assets']);
  const items = useItems(entry);
  const { reference = '' } = entry;
  const [, subject, subjectId = ''] = /^(deposit|withdrawal):(\d+)$/.exec(reference) ?? [];
  return (
    <div className={styles['details']}>
      <p className={styles['sum']}>
        <Signed value={entry.value} unit={entry.currency} />
      </p>
      <NothingPaid entry={entry} />
      <KeyValue items={items} />
      {subject === undefined && reference !== '' && <CopyRow label={t('detail.reference')} value={reference} />}
      {subject === 'deposit' && (
        <ButtonLink kind="ghost" to={paths.depositCharge({ id: Number.parseInt(subjectId, 10) })}>
          {t('detail.deposit')}
        </ButtonLink>
      )}
      {subject === 'withdrawal' && (
        <ButtonLink kind="ghost" to={paths.withdrawDetail({ id: Number.parseInt(subjectId, 10) })}>
          {t('detail.withdrawal')}
        </ButtonLink>
      )}
      {entry.trade?.plan !== undefined && (
        <ButtonLink kind="ghost" to={paths.plan({ id: entry.trade.plan })}>
          {t('detail.plan')}
        </ButtonLink>
      )}
    </div>
  );
}

/** Details as label and value. */
function useItems(entry: UserEntry) {
  const { t } = useTranslation(['records', 'assets']);
  const format = useZonedFormat();
  const order = useOrderText()(entry);
  const price = usePriceText()(entry);
  const { id, value, currency, account, kind, availableChange, heldChange, before, after, outcome, outcomeAt } = entry;
  const signed = (change: typeof value | undefined) => change && <Signed value={change} unit={currency} />;
  const ended = outcomeAt && format.moment(Date.parse(outcomeAt), 'dateSecond') + format.zoneName;
  return [
    { label: t('detail.account'), value: account && t(`account.${account}`, { ns: 'assets' }) },
    { label: t('detail.time'), value: format.moment(momentOf(entry), 'dateSecond') + format.zoneName },
    { label: outcome ? t(`kind.${outcome}`) : '', value: outcome && ended },
    // The title of an execution has it already.
    { label: t('detail.order'), value: kind === 'spot_fill' ? undefined : order },
    { label: t('detail.price'), value: price },
    { label: t('detail.available'), value: signed(availableChange) },
    { label: t('detail.held'), value: signed(heldChange) },
    { label: t('detail.before'), value: <Amount value={before} unit={currency} /> },
    { label: t('detail.after'), value: <Amount value={after} unit={currency} /> },
    { label: t('detail.id'), value: id },
  ].filter((item) => item.value !== undefined);
}

type EntryRowProps = { entry: UserEntry; onOpen: () => void };

/** A ledger entry in the list: kind, account, time and amount. The row opens its details. */
function EntryRow({ entry, onOpen }: EntryRowProps) {
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
        <span className={styles['when']}>
          {entry.account !== undefined && (
            <>
              <span>{t(`accounts.${entry.account}`, { ns: 'assets' })}</span>
              <i>{' · '}</i>
            </>
          )}
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
function Signed({ value, unit }: { value: Decimal | undefined; unit: string }) {
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
function NothingPaid({ entry: { outcome, kind } }: { entry: UserEntry }) {
  return (outcome ?? kind) === 'withdraw_settle' ? <OfSandbox /> : null;
}

function OfSandbox() {
  const { t } = useTranslation('records');
  return useIsSandbox() && <span className={styles['soft']}>{t('detail.nothingPaid')}</span>;
}

/** A row while it loads. */
export function RecordLoading() {
  return (
    <div className={styles['row']}>
      <span className={styles['icon']} />
      <span className={styles['words']}>
        <Skeleton width="45%" />
        <Skeleton width="60%" />
      </span>
      <Skeleton width="25%" />
    </div>
  );
}

// Texts of a ledger entry: its name and what it traded.

const PRICE_PLACES_MIN = 2;

/**
 * The name of an entry: for an execution the side and coin, for a withdrawal its progress; the server's own text when
 * the kind is unknown.
 */
function useKindText(): (entry: UserEntry) => string {
  const { t } = useTranslation('records');
  const order = useOrderText();
  return (entry) => {
    const kind = entry.outcome ?? entry.kind;
    if (kind === undefined) return entry.info;
    return (kind === 'spot_fill' && order(entry)) || t(`kind.${kind}`);
  };
}

/** Side and pair of an entry's order; `undefined` when it is no trade. */
function useOrderText(): (entry: UserEntry) => string | undefined {
  const { t } = useTranslation('records');
  return ({ trade }) => trade && t(`trade.${trade.side}`, { symbol: trade.symbol });
}

/** The full-precision price of an entry; `undefined` when it has none. */
function usePriceText(): (entry: UserEntry) => string | undefined {
  const format = useFormat();
  return ({ trade }) =>
    trade?.price == null ? undefined : format.price(trade.price, Math.max(PRICE_PLACES_MIN, placesOf(trade.price)));
}
