import { BellPlus } from 'lucide-react';
import { useState, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketId } from '@halyard/contract/ids';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import type { AlertSheetProps } from './AlertSheet.tsx';

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

const AlertSheet = lazyPart(async () => {
  const [{ AlertSheet: Sheet }] = await Promise.all([import('./AlertSheet.tsx'), loadNamespace('alerts')]);
  return Sheet;
});

/** Price alerts of a market; code and texts load on first open. */
export function LazyAlertSheet(props: AlertSheetProps) {
  // Stays mounted after the first open, so that closing is animated.
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  return <Suspense fallback={null}>{wasOpened && <AlertSheet {...props} />}</Suspense>;
}
