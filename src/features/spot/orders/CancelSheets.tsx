import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/spot/calls';
import type { MarketFilter } from '../../../domain/spot/orderData.ts';
import { cancellationOfAll } from '../../../domain/spot/orderMutations.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { usePairTerms } from './usePairs.ts';

type CancelAllSheetProps = {
  orders: readonly Order[];
  pair: MarketFilter;
  symbol: string | undefined;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Asks before all open orders of a pair, or of all pairs, are cancelled; shows how many there are, and were. */
export function CancelAllSheet({ orders, pair, symbol, isOpen, onOpenChange }: CancelAllSheetProps) {
  const { t } = useTranslation('spot');
  const { send, isSending, status } = useMoneyMutation(cancellationOfAll);
  const checking = useCheckingText(status);
  const isOff = useMoneyBlockedReason() !== undefined;
  const countOf = (side: Order['side']) => String(orders.filter((order) => order.side === side).length);
  async function confirm(): Promise<void> {
    const done = await answerOf(send(pair), ({ cancelled }) =>
      showToast({ kind: 'success', text: t('orders.cancelledCount', { count: cancelled }) }),
    );
    // A toast shows an error; the sheet stays for another try.
    if (done !== undefined) onOpenChange(false);
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
      isConfirming={isSending}
      isDisabled={isOff || orders.length === 0}
      error={isOff ? t('orders.offline') : checking}
      onConfirm={() => void confirm()}
    />
  );
}

type CancelLegSheetProps = {
  order: Order;
  /** The other exit, which stays. */
  other: Order;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onConfirm: () => void;
};

/** Asks before one exit of a group is cancelled; the other one stays alone. */
export function CancelLegSheet({ order, other, isOpen, onOpenChange, onConfirm }: CancelLegSheetProps) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { pricePlaces } = usePairTerms(order);
  const figure = (of: Order) => {
    const price = of.stopPrice ?? of.price;
    return {
      label: of.leg === undefined ? t(`type.${of.orderType}`) : t(`orders.leg.${of.leg}`),
      value: price === null ? t('type.market') : format.price(price, pricePlaces),
    };
  };
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('orders.cancelLeg.title')}
      description={t('orders.cancelLeg.explain')}
      figures={[figure(order), figure(other)]}
      confirmLabel={t('orders.cancelThis')}
      cancelLabel={t('orders.cancelLeg.keep')}
      onConfirm={onConfirm}
    />
  );
}
