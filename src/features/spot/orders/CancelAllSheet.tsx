import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/calls/spot';
import { useCancelAllOrdersMutation } from '../../../domain/orders/orderChangesApi.ts';
import type { MarketFilter } from '../../../domain/orders/orderData.ts';
import { useMoneyObstacle } from '../../../shared/realtime/useMoneyObstacle.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';

type CancelAllSheetProps = {
  orders: readonly Order[];
  pair: MarketFilter;
  symbol: string | undefined;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Asks before all waiting orders of a pair, or of all pairs, are cancelled; says how many there are, and were. */
export function CancelAllSheet({ orders, pair, symbol, isOpen, onOpenChange }: CancelAllSheetProps) {
  const { t } = useTranslation('spot');
  const [cancelAll, { isLoading }] = useCancelAllOrdersMutation();
  const isOff = useMoneyObstacle() !== undefined;
  const countOf = (side: Order['side']) => String(orders.filter((order) => order.side === side).length);
  async function confirm(): Promise<void> {
    const { data } = await cancelAll(pair);
    // What went wrong is told by a toast; the sheet stays for another try.
    if (data === undefined) return;
    showToast({ kind: 'success', text: t('orders.cancelledCount', { count: data.cancelled }) });
    onOpenChange(false);
  }
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('orders.cancelAllAsk')}
      description={t('orders.cancelAllExplain')}
      figures={[
        { label: t('orders.pair'), value: symbol ?? t('orders.allPairs') },
        { label: t('side.buy'), value: countOf('buy') },
        { label: t('side.sell'), value: countOf('sell') },
      ]}
      confirmLabel={t('orders.cancelCount', { count: orders.length })}
      cancelLabel={t('orders.keep')}
      isConfirming={isLoading}
      isDisabled={isOff || orders.length === 0}
      error={isOff ? t('orders.offline') : undefined}
      onConfirm={() => void confirm()}
    />
  );
}
