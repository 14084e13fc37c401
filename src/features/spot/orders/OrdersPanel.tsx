import { isStopType } from '@halyard/contract/spot/rules';
import { ListFilter } from 'lucide-react';
import {
  memo,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderId } from '@halyard/contract/ids';
import type { Market } from '@halyard/contract/market/calls';
import { compare, ZERO, isPositive, type Decimal } from '@halyard/contract/money';
import type { Order } from '@halyard/contract/spot/calls';
import { useIsDesktop } from '../../../domain/desktop/useIsDesktop.ts';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import type { MarketFilter } from '../../../domain/spot/orderData.ts';
import { useOpenOrders, useOrderHistory } from '../../../domain/spot/ordersApi.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { LazyOrderSheets } from './LazyOrderSheets.tsx';
import { AskToLogIn, FillList, OpenOrderList, OrderHistoryList } from './OrderLists.tsx';
import styles from './Orders.module.css';
import { type RecordsView, useLinkedOrder, useOrderSheets, useRecordsView } from './openedSheets.ts';

// The most digits of any market.
const PLACES = 8;

// Loaded on demand: the page is for trading first.
const RecordsSheet = lazyPart(async () => (await import('./RecordsSheet.tsx')).RecordsSheet);

// Only on a desktop.
const AssetsTable = lazyPart(async () => (await import('../../../domain/desktop/AssetsTable.tsx')).AssetsTable);

type View = 'open' | 'history' | 'fills' | 'assets';

/** The user's orders of a market, or of all: open, finished, and executions. */
export function OrdersPanel({ market, placed }: { market: Market; placed: Order | undefined }) {
  return <Panel baseId={market.baseId} quoteId={market.quoteId} symbol={symbolOf(market)} placed={placed} />;
}

type PanelProps = Pick<Market, 'baseId' | 'quoteId'> & {
  symbol: string;
  /** The answer to the ticket's last order. */
  placed: Order | undefined;
};

// The market changes with every tick, the order lists do not.
const Panel = memo(function Panel({ baseId, quoteId, symbol, placed }: PanelProps) {
  const { t } = useTranslation('spot');
  const [view, setView] = useState<View>('open');
  const [scope, setScope] = useState<Scope>('pair');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const pair: MarketFilter = useMemo(() => (scope === 'pair' ? { baseId, quoteId } : {}), [baseId, quoteId, scope]);
  const open = useOpenOrders(pair);
  const over = useOrderHistory(pair);
  const isDesktop = useIsDesktop();
  const sheets = useOrderSheets();
  const records = useRecordsView();
  const lists = useRef<HTMLDivElement>(null);
  const choose = (next: View) => {
    setView(next);
    showFromTop(lists.current);
  };
  useFillNotices(open.orders, over.orders, sheets.open);
  usePlacedNotice(placed, sheets.open);
  const known = [...(open.orders ?? []), ...(over.known ?? [])];
  useLinkedOrder(known, sheets.open);
  const tools = (tool: ReactNode) => (
    <div className={styles['tools']}>
      <ScopeSwitch symbol={symbol} scope={scope} onScope={setScope} />
      {tool}
    </div>
  );
  const own = (content: ReactNode, tool: ReactNode) =>
    isLoggedIn ? (
      <>
        {!isDesktop && tools(tool)}
        {content}
      </>
    ) : (
      <AskToLogIn />
    );
  const cancelAll = open.orders !== undefined && open.orders.length > 0 && (
    <CancelAll orders={open.orders} pair={pair} symbol={scope === 'pair' ? symbol : undefined} />
  );
  const recordsButton = (shown: RecordsView) => <RecordsButton onPress={() => records.show(shown)} />;
  const tool = { open: cancelAll, history: recordsButton('history'), fills: recordsButton('fills'), assets: undefined };
  return (
    <div ref={lists}>
      <Tabs
        label={t('orders.label')}
        value={view}
        onValueChange={choose}
        // A pane of a desktop has more width than height.
        end={isDesktop && isLoggedIn && view !== 'assets' ? tools(tool[view]) : undefined}
        items={[
          {
            value: 'open',
            label: open.orders === undefined ? t('orders.open') : t('orders.openCount', { count: open.orders.length }),
            content: own(<OpenOrderList open={open} onOpen={sheets.open} onEdit={sheets.edit} />, tool.open),
          },
          {
            value: 'history',
            label: t('orders.history'),
            content: own(<OrderHistoryList over={over} pair={pair} onOpen={sheets.open} />, tool.history),
          },
          {
            value: 'fills',
            label: t('orders.fills'),
            content: own(<FillList filter={pair} />, tool.fills),
          },
          ...(isDesktop && isLoggedIn
            ? [
                {
                  value: 'assets' as const,
                  label: t('tabs.assets', { ns: 'shell' }),
                  content: (
                    <Suspense fallback={null}>
                      <AssetsTable account="spot" />
                    </Suspense>
                  ),
                },
              ]
            : []),
        ]}
      />
      <LazyOrderSheets control={sheets} known={known} />
      <Suspense fallback={null}>
        {useWasEver(records.view !== undefined) && (
          <RecordsSheet {...records} symbol={scope === 'pair' ? symbol : undefined} />
        )}
      </Suspense>
    </div>
  );
});

const CancelAllSheet = lazyPart(async () => (await import('./CancelSheets.tsx')).CancelAllSheet);

/** Below the ticket of a small phone a chosen list would be out of sight. */
function showFromTop(lists: HTMLElement | null): void {
  if (lists !== null && lists.getBoundingClientRect().top > innerHeight / 2) lists.scrollIntoView({ block: 'start' });
}

/** The page's pair, or all pairs. */
type Scope = 'pair' | 'all';

type ScopeSwitchProps = { symbol: string; scope: Scope; onScope: (scope: Scope) => void };

/** Switches between this pair and all pairs. */
function ScopeSwitch({ symbol, scope, onScope }: ScopeSwitchProps) {
  const { t } = useTranslation('spot');
  return (
    <Segmented
      label={t('orders.scope')}
      variant="plain"
      value={scope}
      onValueChange={onScope}
      options={[
        { value: 'pair', label: symbol },
        { value: 'all', label: t('orders.allPairs') },
      ]}
    />
  );
}

/** Opens the full lists with filters and downloads. */
function RecordsButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('spot');
  return (
    <Button kind="quiet" size="small" className={styles['tool']} onClick={onPress}>
      <ListFilter aria-hidden />
      {t('orders.records')}
    </Button>
  );
}

type CancelAllProps = {
  orders: readonly Order[];
  /** The pair of the orders; `{}` for all pairs. */
  pair: MarketFilter;
  /** The pair's symbol; undefined for all pairs. */
  symbol: string | undefined;
};

/** Cancels all shown open orders after confirmation. */
function CancelAll(props: CancelAllProps) {
  const { t } = useTranslation('spot');
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasEver(isOpen);
  const isOff = useMoneyBlockedReason() !== undefined;
  return (
    <>
      <Button kind="quiet" size="small" className={styles['tool']} disabled={isOff} onClick={() => setOpen(true)}>
        {t('orders.cancelAll')}
      </Button>
      <Suspense fallback={null}>
        {wasOpen && <CancelAllSheet {...props} isOpen={isOpen} onOpenChange={setOpen} />}
      </Suspense>
    </>
  );
}

type Orders = readonly Order[] | undefined;

/**
 * Shows one brief toast per open order that fills while the user is elsewhere on the screen; the toast updates with
 * further fills.
 */
function useFillNotices(open: Orders, over: Orders, onView: (order: Order) => void): void {
  const { t } = useTranslation('forms');
  const text = useNoticeText();
  const show = useEffectEvent((order: Order) =>
    showToast({
      kind: 'success',
      text: text(order),
      id: `fill:${order.id}`,
      isBrief: true,
      action: { label: t('toast.view'), onAction: () => onView(order) },
    }),
  );
  const filled = useRef(new Map<OrderId, Decimal>());

  useEffect(() => {
    if (open === undefined) return;
    for (const order of [...open, ...(over ?? [])]) {
      const before = filled.current.get(order.id);
      if (before === undefined) continue;
      if (compare(order.filledQuantity ?? ZERO, before) > 0) {
        show(order);
      }
      if (order.status !== 'waiting') filled.current.delete(order.id);
    }
    for (const order of open) filled.current.set(order.id, order.filledQuantity ?? ZERO);
  }, [open, over]);
}

/** Shows the outcome of an order of the ticket once; "View" opens the order. */
function usePlacedNotice(placed: Order | undefined, onView: (order: Order) => void): void {
  const { t } = useTranslation('forms');
  const outcomeText = useOutcomeText();
  const id = placed?.id;
  const show = useEffectEvent(() => {
    const text = placed && outcomeText(placed);
    if (placed === undefined || text === undefined) return;
    const action = { label: t('toast.view'), onAction: () => onView(placed) };
    showToast({ kind: placed.status === 'cancelled' ? 'info' : 'success', text, id: `fill:${placed.id}`, action });
  });
  useEffect(() => {
    if (id !== undefined) show();
  }, [id]);
}

function useNoticeText(): (order: Order) => string {
  const { t } = useTranslation('spot');
  const format = useFormat();
  return useCallback(
    ({ side, symbol, status, quantity, filledQuantity }: Order) => {
      const figures = {
        amount: format.amount(filledQuantity ?? ZERO, PLACES, 0),
        quantity: format.amount(quantity, PLACES, 0),
        coin: symbol.split('/')[0] ?? '',
      };
      if (status === 'completed') return t(side === 'buy' ? 'notice.bought' : 'notice.sold', figures);
      return t(side === 'buy' ? 'notice.boughtPart' : 'notice.soldPart', figures);
    },
    [format, t],
  );
}

// The outcome of an order as soon as it is placed. Its row shows what follows.

// The most digits of any market.
/** The text key; `undefined` when the order does not show how it was filled. */
export function outcomeKey(order: Order) {
  const { status, orderType, cancelReason, maxSlippage, averagePrice, price, isWaitingForPrice } = order;
  if (!isPositive(order.filledQuantity ?? ZERO)) {
    if (status === 'cancelled') return 'ticket.outcomeNone';
    if (status === 'completed') return undefined;
    if (isWaitingForPrice === true) return 'ticket.outcomeNextPrice';
    if (order.leg === 'take_profit') return 'ticket.outcomeOco';
    return isStopType(orderType) ? 'ticket.outcomeStop' : 'ticket.outcomeWaits';
  }
  if (status === 'waiting')
    return isWaitingForPrice === true ? 'ticket.outcomePartNextPrice' : 'ticket.outcomePartWaits';
  if (status === 'cancelled') {
    const isCapped = cancelReason === 'slippage' && maxSlippage != null;
    return isCapped ? 'ticket.outcomeCapped' : 'ticket.outcomePart';
  }
  return (averagePrice ?? price) === null ? undefined : 'ticket.outcomeFilled';
}

/** The outcome in words, with the filled amount. */
function useOutcomeText(): (order: Order) => string | undefined {
  const { t } = useTranslation('spot');
  const format = useFormat();
  return useCallback(
    (order) => {
      const key = outcomeKey(order);
      if (key === undefined) return undefined;
      const { maxSlippage, averagePrice, price } = order;
      const at = averagePrice ?? price;
      return t(key, {
        amount: format.amount(order.filledQuantity ?? ZERO, PLACES, 0),
        quantity: format.amount(order.quantity, PLACES, 0),
        coin: order.symbol.split('/')[0] ?? '',
        ...(maxSlippage != null && { cap: format.rate(maxSlippage) }),
        ...(at !== null && { price: format.amount(at, PLACES, 0) }),
      });
    },
    [t, format],
  );
}
