import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserEntry } from '@halyard/contract/wallet/entryCalls';
import { useEntries } from '../../../domain/wallet/useEntries.ts';
import { useWallet } from '../../../domain/wallet/useWallet.ts';
import { balancesOf } from '../../../domain/wallet/walletData.ts';
import { dayOf, dayStartMs } from '../../../shared/format/dayRange.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { Button } from '../../../shared/ui/Button.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { DayList } from '../../../shared/ui/DayList.tsx';
import { FilterBar } from './FilterBar.tsx';
import { choiceOf, countFilters, toEntryFilter } from './entryFilter.ts';
import { EntryRow } from './EntryRow.tsx';
import { EntrySheet } from './EntrySheet.tsx';
import { momentOf } from './momentOf.ts';
import { RecordLoading } from './RecordLoading.tsx';

/** All ledger entries of the user's money, newest first, narrowed by filters, with the way to a file of them. */
export function EntriesView({ account }: { account: string | undefined }) {
  const { t } = useTranslation('records');
  const [choice, setChoice] = useState(() => choiceOf(account));
  const [opened, setOpened] = useState<UserEntry>();
  const currencies = balancesOf(useWallet().wallet, 'spot');
  const todayMs = useEachSecond((nowMs) => dayStartMs(dayOf(serverTimeMs(nowMs))) ?? 0);
  const filter = useMemo(() => toEntryFilter(choice, currencies ?? [], todayMs), [choice, currencies, todayMs]);
  const list = useEntries(filter);
  // As it stands by now: a withdrawal may be sent while it is looked at.
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
