import { decimal } from '@halyard/contract/money';
import { Num } from '../../shared/format/Num.tsx';
import { Banner } from '../../shared/ui/Banner.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { Chip } from '../../shared/ui/Chip.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { LoadingBar } from '../../shared/ui/Frame.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import { showToast, type ToastKind } from '../../shared/ui/toastQueue.ts';
import styles from './Gallery.module.css';

const TOASTS: readonly { kind: ToastKind; text: string }[] = [
  { kind: 'info', text: 'Language changed' },
  { kind: 'success', text: 'Bought 0.125 BTC at 28,110.26 USDT' },
  { kind: 'warning', text: 'Prices are 12 s old' },
  { kind: 'error', text: 'Not enough USDT: 7,027.50 available' },
];

/** Loading, empty, failed and warning states. */
export function StatesScreen() {
  return (
    <Page header={<NavBar title="States" back={false} />} isFlush>
      <LoadingBar isActive />
      <Banner kind="offline" text="No network. What you see is from 14:00:31." />
      <Banner kind="stale" text="Prices are 12 s old" />
      <Banner kind="warning" text="Prices are from 14:00:31" />
      <Banner
        kind="info"
        text="A new version is ready"
        action={
          <Button kind="quiet" size="small">
            Update
          </Button>
        }
      />
      <div className={styles['padded']}>
        <p className={styles['chips']}>
          <SourceLabel source="live" isShort />
          <SourceLabel source="simulated" isShort />
          <SourceLabel source="replay" />
          <Chip>Notice</Chip>
          <Chip tone="accent">New</Chip>
        </p>
        <p className={styles['chips']}>
          {TOASTS.map((toast) => (
            <Button key={toast.kind} kind="ghost" size="small" onClick={() => showToast(toast)}>
              {toast.kind}
            </Button>
          ))}
        </p>
        <p>
          <Num value={decimal('12480.36')} kind="amount" places={2} unit="USDT" isMasked />
        </p>
      </div>
      <Loading>
        {['a', 'b', 'c'].map((row) => (
          <div key={row} className={styles['skeletonRow']}>
            <Skeleton shape="circle" width={32} height={32} />
            <Skeleton width="40%" />
            <Skeleton width={70} height={28} shape="block" />
          </div>
        ))}
      </Loading>
      <EmptyState drawing="coins" text="No favourites yet" action={<Button kind="ghost">Choose markets</Button>} />
      <ErrorState what="The order could not be sent" onRetry={() => undefined} />
    </Page>
  );
}
