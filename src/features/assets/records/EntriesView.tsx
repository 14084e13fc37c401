import { Download } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Balance } from '@halyard/contract/wallet/calls';
import type { UserEntry } from '@halyard/contract/wallet/entryCalls';
import type { EntryFilter } from '../../../domain/wallet/recordsApi.ts';
import { useEntries } from '../../../domain/wallet/useEntries.ts';
import { useWallet } from '../../../domain/wallet/useWallet.ts';
import { balancesOf } from '../../../domain/wallet/walletData.ts';
import { dayOf, dayStartMs } from '../../../shared/format/dayRange.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { Button } from '../../../shared/ui/Button.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { DayList } from '../../../shared/ui/DayList.tsx';
import { FilterBar as SharedFilterBar } from '../../../shared/ui/FilterBar.tsx';
import { choiceOf, countFilters, type EntryChoice, toEntryFilter } from './entryFilter.ts';
import { EntryRow, momentOf } from './EntryRow.tsx';
import { EntrySheet } from './EntrySheet.tsx';
import { RecordLoading } from './RecordLoading.tsx';
import styles from './Records.module.css';

// Filtering and saving are less common than reading.
const FilterFields = lazyPart(async () => (await import('./FilterFields.tsx')).FilterFields);

const ExportSheet = lazyPart(async () => (await import('./ExportSheet.tsx')).ExportSheet);

/** All ledger entries of the user, newest first, with filters and a file download. */
export function EntriesView({ account }: { account: string | undefined }) {
  const { t } = useTranslation('records');
  const [choice, setChoice] = useState(() => choiceOf(account));
  const [opened, setOpened] = useState<UserEntry>();
  const currencies = balancesOf(useWallet().wallet, 'spot');
  const todayMs = useEachSecond((nowMs) => dayStartMs(dayOf(serverTimeMs(nowMs))) ?? 0);
  const filter = useMemo(() => toEntryFilter(choice, currencies ?? [], todayMs), [choice, currencies, todayMs]);
  const list = useEntries(filter);
  // The current row: a withdrawal may be sent while its sheet is open.
  const shown = opened && (list.rows?.find(({ id }) => id === opened.id) ?? opened);
  const head = (
    <>
      <AsOf atMs={list.asOfMs} />
      <FilterBar choice={choice} onChoose={setChoice} currencies={currencies ?? []} filter={filter} />
    </>
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
        empty={<Empty isFiltered={countFilters(choice) > 0} onClear={() => setChoice(choiceOf(undefined))} />}
      />
      <EntrySheet entry={shown} onClose={() => setOpened(undefined)} />
    </>
  );
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation(['records', 'assets', 'forms']);
  if (!isFiltered) {
    const deposit = (
      <ButtonLink kind="ghost" size="small" to={paths.deposit()}>
        {t('actions.deposit', { ns: 'assets' })}
      </ButtonLink>
    );
    return <EmptyState text={t('empty.movements')} action={deposit} />;
  }
  const clear = (
    <Button kind="ghost" size="small" onClick={onClear}>
      {t('filter.clear', { ns: 'forms' })}
    </Button>
  );
  return <EmptyState drawing="search" text={t('empty.filtered')} action={clear} />;
}

type FilterBarProps = {
  choice: EntryChoice;
  onChoose: (choice: EntryChoice) => void;
  /** The currencies of the exchange. */
  currencies: readonly Pick<Balance, 'currency'>[];
  /** The chosen filters as a request, for the file. */
  filter: EntryFilter;
};

/** The collapsed filters of the list, and the file download. */
function FilterBar({ choice, onChoose, currencies, filter }: FilterBarProps) {
  const { t } = useTranslation('records');
  const count = countFilters(choice);
  const [isExporting, setExporting] = useState(false);
  const wasExporting = useWasEver(isExporting);
  return (
    <>
      <SharedFilterBar
        count={count}
        isOpenAtFirst={count > 0}
        onClear={() => onChoose(choiceOf(undefined))}
        tools={
          <Button kind="quiet" size="small" onClick={() => setExporting(true)}>
            <Download aria-hidden />
            {t('export.open')}
          </Button>
        }
      >
        <Suspense fallback={<div className={styles['fieldsComing']} />}>
          <FilterFields choice={choice} onChoose={onChoose} currencies={currencies} />
        </Suspense>
      </SharedFilterBar>
      <Suspense fallback={null}>
        {wasExporting && (
          <ExportSheet isOpen={isExporting} onOpenChange={setExporting} filter={filter} isFiltered={count > 0} />
        )}
      </Suspense>
    </>
  );
}
