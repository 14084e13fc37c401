import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketId } from '@halyard/contract/ids';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { LazyAlertSheet } from './LazyAlertSheet.tsx';

/** Opens the price alerts of a market. */
export function AlertBell({ marketId }: { marketId: MarketId }) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={<BellPlus aria-hidden />}
        label={t('titles.priceAlerts')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <LazyAlertSheet marketId={marketId} isOpen={isOpen} onOpenChange={setOpen} />
    </>
  );
}
