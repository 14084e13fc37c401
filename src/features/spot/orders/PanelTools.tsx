import { ListFilter } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/calls/spot';
import type { MarketFilter } from '../../../domain/orders/orderData.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { useWasEver } from '../../../shared/ui/useWasEver.ts';
import styles from './Orders.module.css';

const CancelAllSheet = lazyPart(async () => (await import('./CancelAllSheet.tsx')).CancelAllSheet);

/** Whose lists are shown: of the pair of the page, or of all pairs. */
export type Scope = 'pair' | 'all';

type ScopeSwitchProps = { symbol: string; scope: Scope; onScope: (scope: Scope) => void };

/** Of this pair, or of all pairs. */
export function ScopeSwitch({ symbol, scope, onScope }: ScopeSwitchProps) {
  const { t } = useTranslation('spot');
  return (
    <Segmented
      label={t('orders.scope')}
      look="plain"
      value={scope}
      onValueChange={onScope}
      options={[
        { value: 'pair', label: symbol },
        { value: 'all', label: t('orders.allPairs') },
      ]}
    />
  );
}

/** The way to the whole lists with their filters and files. */
export function RecordsButton({ onPress }: { onPress: () => void }) {
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
  /** The pair whose orders they are; `{}` for all pairs. */
  pair: MarketFilter;
  /** The pair in words; missing for all pairs. */
  symbol: string | undefined;
};

/** Cancels all waiting orders that are shown, after asking. */
export function CancelAll(props: CancelAllProps) {
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
