import { Download } from 'lucide-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_KINDS } from '@halyard/contract/wallet/calls';
import {
  ENTRY_KINDS,
  WITHDRAWAL_KINDS,
  type EntryKindFilter,
  type UserEntry,
} from '@halyard/contract/wallet/entryCalls';
import { useCoinNames } from '../../../domain/markets/useCoinNames.ts';
import type { EntryFilter } from '../../../domain/wallet/recordsApi.ts';
import { useEntries } from '../../../domain/wallet/useEntries.ts';
import { useWallet } from '../../../domain/wallet/useWallet.ts';
import { balancesOf } from '../../../domain/wallet/walletData.ts';
import { ALL_DAYS } from '../../../shared/format/dayRange.ts';
import { HistoryEmpty, HistoryFilterBar } from '../../../shared/history/HistoryFilterBar.tsx';
import { type HistoryFilters, useHistoryChoice, useHistoryFilter } from '../../../shared/history/useHistoryFilter.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { Button } from '../../../shared/ui/Button.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { DayList } from '../../../shared/ui/DayList.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { EntryRow, momentOf } from './EntryRow.tsx';
import { EntrySheet } from './EntrySheet.tsx';
import { RecordLoading } from './RecordLoading.tsx';

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
  const currencies = balancesOf(useWallet().wallet, 'spot') ?? [];
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
      {
        name: 'currency',
        label: t('filter.currency'),
        all: t('filter.allCurrencies'),
        choices: currencies.map(({ currency, currencyId }) => ({
          value: currency,
          label: currency,
          start: <CoinIcon symbol={currency} size="small" />,
          request: { currencyId },
        })),
        Select: CoinSelect,
      },
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

/** Reads the names of coins when the filters are open. */
function CoinSelect({ options, ...field }: ComponentProps<typeof SelectField<string>>) {
  const nameOf = useCoinNames();
  return <SelectField {...field} options={options.map((option) => ({ ...option, detail: nameOf(option.value) }))} />;
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
