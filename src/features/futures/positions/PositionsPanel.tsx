import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { useHasTables, useIsDesktop } from '../../../domain/desktop/useIsDesktop.ts';
import { AccountStrip } from '../../../domain/futures/AccountStrip.tsx';
import { useLiveAccount, useLivePositions, type LivePosition } from '../../../domain/futures/useFutures.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { backQueryTo } from '../../../shared/navigation/backPage.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Button, ButtonLink } from '../../../shared/ui/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import type { FuturesMarket, OpenSheet } from '../futuresTypes.ts';
import { OrderCard, PositionCard } from './PositionCards.tsx';
import styles from './Positions.module.css';

const PositionSheets = lazyPart(async () => (await import('./PositionSheets.tsx')).PositionSheets);
const RecentlyOver = lazyPart(async () => (await import('./RecentlyOver.tsx')).RecentlyOver);
const CloseAllSheet = lazyPart(async () => (await import('./CloseAllSheet.tsx')).CloseAllSheet);

// Not on phones.
const PositionTable = lazyPart(async () => (await import('./PositionTables.tsx')).PositionTable);
const FuturesOrderTable = lazyPart(async () => (await import('./PositionTables.tsx')).FuturesOrderTable);
const AssetsTable = lazyPart(async () => (await import('../../../domain/desktop/AssetsTable.tsx')).AssetsTable);

type View = 'positions' | 'orders' | 'history' | 'assets';
/** The page's market, or all markets. */
type Scope = 'market' | 'all';

/** The user's positions, waiting orders, and the last closed ones. */
export function PositionsPanel({ market }: { market: FuturesMarket }) {
  const { t } = useTranslation('futures');
  const location = useLocation();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (isLoggedIn) return <OwnPanel market={market} />;
  return (
    <EmptyState
      text={t('positions.logIn')}
      drawing="lock"
      action={
        <ButtonLink kind="ghost" size="small" to={paths.login(backQueryTo(location))}>
          {t('ticket.logIn')}
        </ButtonLink>
      }
    />
  );
}

function OwnPanel({ market }: { market: FuturesMarket }) {
  const { t } = useTranslation('futures');
  const [view, setView] = useState<View>('positions');
  const [scope, setScope] = useState<Scope>('all');
  const [sheet, setSheet] = useState<OpenSheet>();
  const isDesktop = useIsDesktop();
  const account = useLiveAccount();
  const { positions: open, error, retry } = useLivePositions('trading');
  const orders = useLivePositions('pending');
  const isHere = ({ marketId }: Pick<FuturesPosition, 'marketId'>) => scope === 'all' || marketId === market.id;
  const shown = account.positions.filter(({ position }) => isHere(position));
  const waiting = orders.positions?.filter(isHere);
  const tools = (tool?: React.ReactNode) => (
    <div className={styles['tools']}>
      <Segmented
        label={t('positions.scope')}
        variant="plain"
        value={scope}
        onValueChange={setScope}
        options={[
          { value: 'all', label: t('positions.allMarkets') },
          { value: 'market', label: market.symbol },
        ]}
      />
      {tool}
    </div>
  );
  const closeAll = shown.length > 0 && <CloseAll positions={account.positions} />;
  const toolsOf = (each: View) => (each === 'positions' ? tools(closeAll) : each === 'orders' ? tools() : undefined);
  const wasOpened = useWasEver(sheet !== undefined);
  return (
    <>
      <AccountStrip account={account} />
      <Tabs
        label={t('positions.label')}
        value={view}
        onValueChange={setView}
        // A pane of a desktop has more width than height.
        end={isDesktop ? toolsOf(view) : undefined}
        items={[
          {
            value: 'positions',
            label: counted(t('positions.open'), open?.length),
            content: (
              <>
                {!isDesktop && toolsOf('positions')}
                {error !== undefined && <ErrorState error={error} onRetry={retry} />}
                <PositionList
                  rows={open === undefined ? undefined : shown}
                  isFailed={error !== undefined}
                  onAct={setSheet}
                />
              </>
            ),
          },
          {
            value: 'orders',
            label: counted(t('positions.orders'), orders.positions?.length),
            content: (
              <>
                {!isDesktop && toolsOf('orders')}
                {orders.error !== undefined && <ErrorState error={orders.error} onRetry={orders.retry} />}
                <OrderList rows={waiting} isFailed={orders.error !== undefined} onAct={setSheet} />
              </>
            ),
          },
          {
            value: 'history',
            label: t('positions.history'),
            content: (
              <Suspense fallback={<Waiting />}>
                <RecentlyOver />
              </Suspense>
            ),
          },
          ...(isDesktop
            ? [
                {
                  value: 'assets' as const,
                  label: t('tabs.assets', { ns: 'shell' }),
                  content: (
                    <Suspense fallback={null}>
                      <AssetsTable account="futures" />
                    </Suspense>
                  ),
                },
              ]
            : []),
        ]}
      />
      <Suspense fallback={null}>
        {wasOpened && <PositionSheets sheet={sheet} onClose={() => setSheet(undefined)} />}
      </Suspense>
    </>
  );
}

function counted(name: string, count: number | undefined): string {
  return count === undefined || count === 0 ? name : `${name} (${count})`;
}

type ListProps<Row> = { rows: readonly Row[] | undefined; isFailed: boolean; onAct: (sheet: OpenSheet) => void };

function PositionList({ rows, isFailed, onAct }: ListProps<LivePosition>) {
  const { t } = useTranslation('futures');
  const isTable = useHasTables();
  if (rows === undefined) return isFailed ? null : <Waiting />;
  if (rows.length === 0) return <EmptyState text={t('positions.none')} />;
  if (isTable) {
    return (
      <Suspense fallback={<Waiting />}>
        <PositionTable rows={rows} onAct={onAct} />
      </Suspense>
    );
  }
  return (
    <ul className={styles['list']} aria-label={t('positions.open')}>
      {rows.map((live) => (
        <li key={live.position.id}>
          <PositionCard live={live} onAct={onAct} />
        </li>
      ))}
    </ul>
  );
}

function OrderList({ rows, isFailed, onAct }: ListProps<FuturesPosition>) {
  const { t } = useTranslation('futures');
  const isTable = useHasTables();
  if (rows === undefined) return isFailed ? null : <Waiting />;
  if (rows.length === 0) return <EmptyState text={t('positions.noOrders')} />;
  if (isTable) {
    return (
      <Suspense fallback={<Waiting />}>
        <FuturesOrderTable rows={rows} onAct={onAct} />
      </Suspense>
    );
  }
  return (
    <ul className={styles['list']} aria-label={t('positions.orders')}>
      {rows.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} onAct={onAct} />
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  return (
    <Loading>
      <Skeleton shape="block" height={160} />
    </Loading>
  );
}

/** Closes all open positions after confirmation. */
function CloseAll({ positions }: { positions: readonly LivePosition[] }) {
  const { t } = useTranslation('futures');
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasEver(isOpen);
  return (
    <>
      <Button kind="quiet" size="small" className={styles['tool'] ?? ''} onClick={() => setOpen(true)}>
        {t('closeAll.start')}
      </Button>
      <Suspense fallback={null}>
        {wasOpen && <CloseAllSheet positions={positions} isOpen={isOpen} onOpenChange={setOpen} />}
      </Suspense>
    </>
  );
}
