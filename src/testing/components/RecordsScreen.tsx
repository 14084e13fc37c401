import { decimal } from '@halyard/contract/money';
import { useState } from 'react';
import { ALL_DAYS, DateRangeField, type DayRange } from '../../shared/ui/DateRangeField.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { CopyButton, CopyRow } from '../../shared/ui/CopyRow.tsx';
import { Deadline } from '../../shared/ui/Deadline.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { InfiniteList } from '../../shared/ui/InfiniteList.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { QrCode } from '../../shared/ui/QrCode.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { StatusBadge, type ReviewStatus } from '../../shared/ui/StatusBadge.tsx';
import { Timeline } from '../../shared/ui/Timeline.tsx';
import styles from './Gallery.module.css';

const ADDRESS = 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9';
const STATUSES: readonly ReviewStatus[] = ['underReview', 'passed', 'rejected', 'cancelled'];
const DAY_MS = Date.UTC(2023, 2, 16, 14);
const PAGE_COUNT = 6;
const SOON_MS = Date.now() + 12 * 3_600_000;

/** Deposit address, timeline of a request, and a list of records. */
export function RecordsScreen() {
  const [range, setRange] = useState<DayRange>(ALL_DAYS);
  const [count, setCount] = useState(PAGE_COUNT);
  const records = Array.from({ length: count }, (_, place) => ({
    id: String(place),
    status: STATUSES[place % STATUSES.length] ?? 'passed',
  }));
  return (
    <Page header={<NavBar title="Deposit" />} isFlush>
      <div className={styles['padded']}>
        <div className={styles['wideStack']}>
          <QrCode value={ADDRESS} label="QR code of the deposit address" fileName="usdt-trc20" />
          <CopyRow label="Deposit address" value={ADDRESS} />
          <CopyRow label="Deposit address (ERC20)" value="0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" />
          <CopyRow label="Reference" value={`${ADDRESS}${ADDRESS}`} variant="whole" />
          <CopyButton what="Deposit address" text={ADDRESS} variant="words" />
          <Timeline
            label="Deposit"
            steps={[
              { id: 'sent', title: 'Declared', state: 'done', atMs: DAY_MS },
              {
                id: 'review',
                title: 'Under review',
                state: 'current',
                atMs: DAY_MS + 60_000,
                detail: <Deadline atMs={SOON_MS} />,
              },
              { id: 'booked', title: 'In your spot account', state: 'next' },
            ]}
          />
          <Timeline
            label="Withdrawal"
            steps={[
              { id: 'asked', title: 'Requested', state: 'done', atMs: DAY_MS },
              {
                id: 'review',
                title: 'Rejected',
                state: 'failed',
                atMs: DAY_MS + 3_600_000,
                detail: 'The name on the card is not the name of the account. The amount is available again.',
              },
            ]}
          />
          <DateRangeField label="Date" value={range} onValueChange={setRange} />
        </div>
      </div>
      <InfiniteList
        label="Records"
        items={records}
        keyOf={({ id }) => id}
        renderItem={({ status }) => (
          <ListRow
            title={<Num value={decimal('1000')} kind="amount" places={2} unit="USDT" />}
            detail="16 Mar 2023, 14:00"
            end={<StatusBadge status={status} />}
          />
        )}
        skeleton={<ListRow title={<Skeleton width="40%" />} detail={<Skeleton width="30%" />} />}
        empty={<EmptyState text="What comes in and goes out is listed here" />}
        hasMore={count < 3 * PAGE_COUNT}
        isLoading={false}
        error={count === 2 * PAGE_COUNT ? 'No network' : undefined}
        onMore={() => setCount(count + PAGE_COUNT)}
      />
    </Page>
  );
}
