import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_KINDS } from '@halyard/contract/wallet/calls';
import { TRANSFERS_CSV_PATH, transfersCsvRequest, type TransferSide } from '@halyard/contract/wallet/transferCalls';
import { placesOf } from '@halyard/contract/money';
import { useHasTables } from '../../domain/desktop/useIsDesktop.ts';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { useTransfers, type TransferFilter, type TransferRow } from '../../domain/wallet/transfersApi.ts';
import { useCoinField } from '../../domain/wallet/useCoinField.tsx';
import { createDownload } from '../../shared/api/downloadFile.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useHistoryChoice, useHistoryFilter, type HistoryFilters } from '../../shared/history/HistoryFilterBar.tsx';
import { HistoryView } from '../../shared/history/HistoryView.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { useZonedFormat } from '../../shared/time/zone.ts';
import { Cell, DataTable } from '../../shared/ui/DataTable.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Transfer.module.css';

const downloadTransfers = createDownload(TRANSFERS_CSV_PATH, 'transfers.csv', transfersCsvRequest);

/** Transfers between the user's accounts, newest first. */
export function TransferRecordPage() {
  const { t } = useTranslation('transfer');
  const filter = useHistoryFilter(useTransferFilters(), useHistoryChoice());
  const list = useTransfers(filter.request);
  const hasTables = useHasTables();
  return (
    <HistoryView
      title={t('records')}
      list={list}
      filter={filter}
      file={downloadTransfers(filter.request)}
      renderItem={({ side }) => <Row side={side} />}
      renderTable={
        hasTables
          ? (rows) => (
              <div className={styles['table']}>
                <Table rows={rows} />
              </div>
            )
          : undefined
      }
      none={{ text: t('empty'), action: t('action'), to: paths.transfer() }}
    />
  );
}

function useTransferFilters(): HistoryFilters<TransferFilter> {
  const { t } = useTranslation(['transfer', 'records', 'assets']);
  const coin = useCoinField();
  const accounts = ACCOUNT_KINDS.map((kind) => ({ kind, label: t(`accounts.${kind}`, { ns: 'assets' }) }));
  const all = t('filter.allAccounts', { ns: 'records' });
  return {
    dates: t('filter.dates', { ns: 'records' }),
    noMatch: t('noMatch'),
    fields: [
      {
        name: 'from',
        label: t('from'),
        all,
        choices: accounts.map(({ kind, label }) => ({ value: kind, label, request: { fromAccount: kind } })),
      },
      {
        name: 'to',
        label: t('to'),
        all,
        choices: accounts.map(({ kind, label }) => ({ value: kind, label, request: { toAccount: kind } })),
      },
      coin,
    ],
  };
}

type SideProps = { side: TransferSide };

function Row({ side }: SideProps) {
  const { t } = useTranslation(['assets', 'transfer']);
  return (
    <div className={styles['row']}>
      <span className={styles['words']}>
        <span className={styles['way']}>
          {side.transfer === undefined ? (
            side.info
          ) : (
            <>
              <VisuallyHidden>{t('from', { ns: 'transfer' })}</VisuallyHidden>
              {t(`accounts.${side.transfer.from}`)}
              <ArrowRight aria-hidden />
              <VisuallyHidden>{t('to', { ns: 'transfer' })}</VisuallyHidden>
              {t(`accounts.${side.transfer.to}`)}
            </>
          )}
        </span>
        <span className={styles['soft']}>
          <Moment side={side} />
        </span>
      </span>
      <span className={styles['amount']}>
        <Moved side={side} />
      </span>
    </div>
  );
}

function Table({ rows }: { rows: readonly TransferRow[] }) {
  const { t } = useTranslation(['transfer', 'records', 'assets']);
  return (
    <DataTable
      label={t('records')}
      heads={[
        { name: t('detail.time', { ns: 'records' }) },
        { name: t('from') },
        { name: t('to') },
        { name: t('amount'), isFigure: true },
      ]}
    >
      {rows.map(({ id, side }) => (
        <tr key={id}>
          <Cell isSoft>
            <Moment side={side} />
          </Cell>
          <Cell>{side.transfer === undefined ? side.info : t(`accounts.${side.transfer.from}`, { ns: 'assets' })}</Cell>
          <Cell>{side.transfer !== undefined && t(`accounts.${side.transfer.to}`, { ns: 'assets' })}</Cell>
          <Cell isFigure>
            <Moved side={side} />
          </Cell>
        </tr>
      ))}
    </DataTable>
  );
}

/** The amount; signed on a server that sends single sides. */
function Moved({ side: { transfer, value, currency } }: SideProps) {
  const { hidesBalances } = useHiddenBalances();
  if (transfer !== undefined)
    return <Num kind="amount" value={transfer.amount} unit={transfer.currency} isMasked={hidesBalances} />;
  const places = Math.max(2, placesOf(value));
  return <Num kind="pnl" value={value} places={places} unit={currency} isMasked={hidesBalances} />;
}

function Moment({ side: { transfer, createdAt } }: SideProps) {
  const format = useZonedFormat();
  const at = transfer?.at ?? createdAt;
  return <time dateTime={at}>{format.moment(Date.parse(at), 'dateSecond')}</time>;
}
