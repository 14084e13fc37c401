import { ChartColumn, ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { ReviewStatus } from '@halyard/contract/deposits/calls';
import type { Withdrawal } from '@halyard/contract/withdrawals/calls';
import type { Decimal } from '@halyard/contract/money';
import { usePageDepositsInfiniteQuery } from '../../../domain/deposits/depositsApi.ts';
import { useIsSandbox } from '../../../domain/sandbox/sandboxApi.ts';
import { isBankChannel } from '../../../domain/wallet/baseCoins.ts';
import { useListAddressesQuery } from '../../../domain/withdrawals/addressesApi.ts';
import { usePageWithdrawalsInfiniteQuery } from '../../../domain/withdrawals/withdrawalsApi.ts';
import { type PagedRows, usePagedList, wholePage } from '../../../shared/api/usePagedList.ts';
import { reasonText } from '../../../shared/i18n/reasonText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { contributions } from '../../../shared/navigation/contributions.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../../shared/ui/Button.tsx';
import { DayList } from '../../../shared/ui/DayList.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { IconLink } from '../../../shared/ui/IconLink.tsx';
import { NavBar, Page } from '../../../shared/ui/Page.tsx';
import { UtcTimes } from '../../../shared/time/UtcTimes.tsx';
import { REVIEW_BADGES, StatusBadge } from '../../../shared/ui/StatusBadge.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { Amount } from '../AccountParts.tsx';
import { EntriesView, momentOf, RecordHeads, RecordLoading, type Dated } from './EntriesView.tsx';
import { RecordIcon } from './RecordIcon.tsx';
import styles from './Records.module.css';

const OTHER_TABS = contributions().recordTabs.map(({ load, ...tab }) => ({ ...tab, View: lazyPart(load) }));

const TABS = ['movements', 'deposits', 'withdrawals', ...OTHER_TABS.map(({ value }) => value)];

/** Records: ledger entries, deposits and withdrawals. The query names the `tab` and filters. */
export function RecordsPage() {
  const { t } = useTranslation('records');
  const [query, setQuery] = useSearchParams();
  const asked = query.get('tab');
  return (
    <Page header={<NavBar title={t('title')} actions={<ToResults />} />} isWide>
      <div className={styles['tabs']}>
        <UtcTimes>
          <Tabs
            label={t('view.label')}
            value={TABS.find((tab) => tab === asked) ?? 'movements'}
            // Back leads to the page before.
            onValueChange={(tab) => setQuery({ tab }, { replace: true })}
            items={[
              {
                value: 'movements',
                label: t('view.movements'),
                content: <EntriesView query={query} />,
              },
              { value: 'deposits', label: t('view.deposits'), content: <DepositsView /> },
              { value: 'withdrawals', label: t('view.withdrawals'), content: <WithdrawalsView /> },
              ...OTHER_TABS.map(({ value, label, View }) => ({
                value,
                label: t(label),
                content: (
                  <Suspense fallback={null}>
                    <View />
                  </Suspense>
                ),
              })),
            ]}
          />
        </UtcTimes>
      </div>
    </Page>
  );
}

/** The profit that these entries made. */
function ToResults() {
  const { t } = useTranslation('shell');
  return <IconLink icon={<ChartColumn aria-hidden />} label={t('titles.results')} to={paths.results()} isNamed />;
}

/** The user's deposits, newest first, with their status. */
function DepositsView() {
  const { t } = useTranslation(['records', 'assets']);
  const list = usePagedList(usePageDepositsInfiniteQuery({}), wholePage, { isStreamed: true });
  return (
    <RequestList
      label={t('view.deposits')}
      list={list}
      empty={t('empty.deposits')}
      action={{ label: t('actions.deposit', { ns: 'assets' }), to: paths.deposit() }}
      renderItem={(deposit) => (
        <RequestRow
          kind="deposit"
          amount={deposit.amount}
          unit={deposit.settlement ?? deposit.channel}
          way={[isBankChannel(deposit.channelId) ? t('bank') : deposit.channel, deposit.chain]}
          request={deposit}
          to={paths.depositCharge({ id: deposit.id })}
        />
      )}
    />
  );
}

/** The user's withdrawals, newest first, with their status. */
function WithdrawalsView() {
  const { t } = useTranslation(['records', 'assets']);
  const isSandbox = useIsSandbox();
  const list = usePagedList(usePageWithdrawalsInfiniteQuery({}), wholePage, { isStreamed: true });
  const wayOf = useWayOf();
  return (
    <RequestList
      way="to"
      label={t('view.withdrawals')}
      list={list}
      empty={t('empty.withdrawals')}
      action={{ label: t('actions.withdraw', { ns: 'assets' }), to: paths.withdraw() }}
      renderItem={(withdrawal) => (
        <RequestRow
          kind="withdraw_hold"
          amount={withdrawal.amount}
          unit={withdrawal.settlement ?? withdrawal.channel}
          way={wayOf(withdrawal)}
          request={withdrawal}
          note={
            (withdrawal.isTest ?? isSandbox) && withdrawal.status === 'passed' ? t('detail.nothingPaid') : undefined
          }
          to={paths.withdrawDetail({ id: withdrawal.id })}
        />
      )}
    />
  );
}

/** Destination of a withdrawal: the label of its address, or its beginning and end, and the network; or its account. */
function useWayOf() {
  const { t } = useTranslation('records');
  const { data: book } = useListAddressesQuery();
  return ({
    channelId,
    address,
    chain,
    bankName,
    accountNumber,
  }: Withdrawal): readonly (string | null | undefined)[] => {
    if (isBankChannel(channelId)) return [bankName ?? t('bank'), accountNumber];
    const label = book?.find((known) => known.address === address && known.chain === chain)?.label;
    return [label === undefined || label === '' ? address && shortened(address) : label, chain];
  };
}

const shortened = (address: string) => (address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address);

type RequestListProps<Row> = {
  label: string;
  /** Name of the second column. */
  way?: 'way' | 'to';
  list: PagedRows<Row>;
  /** Text of the empty list. */
  empty: string;
  action: { readonly label: string; readonly to: string };
  renderItem: (row: Row) => ReactNode;
};

/** A list of requests that an operator reviews. */
function RequestList<Row extends Dated & { readonly id: number }>(props: RequestListProps<Row>) {
  const { empty, action, way = 'way', ...shown } = props;
  const link = (
    <ButtonLink kind="ghost" size="small" to={action.to}>
      {action.label}
    </ButtonLink>
  );
  return (
    <DayList
      {...shown}
      momentOf={momentOf}
      head={
        <>
          <AsOf atMs={props.list.asOfMs} />
          {props.list.rows?.length !== 0 && <RecordHeads names={['amount', way, 'time', 'status']} />}
        </>
      }
      skeleton={<RecordLoading />}
      empty={<EmptyState text={empty} action={link} />}
    />
  );
}

type RequestRowProps = {
  kind: 'deposit' | 'withdraw_hold';
  amount: Decimal;
  unit: string;
  /** Channel and chain. */
  way: readonly (string | null | undefined)[];
  request: Dated & { readonly status: ReviewStatus; readonly rejectReason?: string | null | undefined };
  /** Note that its status requires. */
  note?: string | undefined;
  /** Path of its page. */
  to: string;
};

/** Between parts of a line, which breaks inside a long part and not beside the dot. */
const DOT = '\u00a0·\u00a0';

/** A deposit or withdrawal in its list: amount, channel, time and status. Links to its page. */
function RequestRow({ kind, amount, unit, way, request, note, to }: RequestRowProps) {
  const { t } = useTranslation('records');
  const format = useZonedFormat();
  const { status, rejectReason: reason } = request;
  const atMs = momentOf(request);
  const words = way.filter((word) => word != null && word !== '');
  return (
    <Link to={to} className={styles['row']}>
      <RecordIcon kind={kind} />
      <span className={styles['words']}>
        <b className={styles['title']}>
          <Amount value={amount} unit={unit} />
        </b>
        <span className={styles['when']}>
          <span>{words.join(DOT)}</span>
          <i>{DOT}</i>
          <time dateTime={new Date(atMs).toISOString()}>{format.moment(atMs, 'minute')}</time>
        </span>
        {note !== undefined && <span className={styles['soft']}>{note}</span>}
        {status === 'rejected' && reason != null && reason !== '' && (
          <span className={styles['soft']}>{t('detail.reason', { reason: reasonText(reason) })}</span>
        )}
      </span>
      <span className={styles['status']}>
        <StatusBadge status={REVIEW_BADGES[status]} />
      </span>
      <ChevronRight aria-hidden className={styles['opens']} />
    </Link>
  );
}
