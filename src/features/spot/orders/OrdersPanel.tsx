import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import { useOpenOrders } from '../../../domain/orders/useOrders.ts';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { FillList } from './FillList.tsx';
import { OpenOrderList } from './OpenOrderList.tsx';
import { OrderHistoryList } from './OrderHistoryList.tsx';
import { useFillNotices } from './useFillNotices.ts';

type OrdersPanelProps = { market: Market };
type View = 'open' | 'history' | 'fills';

/** The user's orders of a market: waiting, over, and executions. */
export function OrdersPanel({ market }: OrdersPanelProps) {
  const { t } = useTranslation('spot');
  const [view, setView] = useState<View>('open');
  const { orders } = useOpenOrders(market);
  useFillNotices(orders, market);
  const openLabel = orders === undefined ? t('orders.open') : t('orders.openCount', { count: orders.length });
  return (
    <Tabs
      label={t('orders.label')}
      value={view}
      onValueChange={setView}
      items={[
        { value: 'open', label: openLabel, content: <OpenOrderList market={market} /> },
        { value: 'history', label: t('orders.history'), content: <OrderHistoryList market={market} /> },
        { value: 'fills', label: t('orders.fills'), content: <FillList market={market} /> },
      ]}
    />
  );
}
