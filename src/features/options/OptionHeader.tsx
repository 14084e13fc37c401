import { History, ShieldCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductHeader, type ProductMarkets } from '../../domain/markets/ProductHeader.tsx';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { useWasEver } from '../../shared/hooks/useWasEver.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { IconLink } from '../../shared/ui/IconLink.tsx';

const LimitsSheet = lazyPart(async () => (await import('./limits/LimitsSheet.tsx')).LimitsSheet);

export function OptionHeader(markets: ProductMarkets) {
  const { t } = useTranslation('option');
  return <ProductHeader {...markets} title={t('markets')} pathTo={paths.option} actions={ACTIONS} />;
}

function Actions() {
  const { t } = useTranslation('option');
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasEver(isOpen);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (!isLoggedIn) return null;
  return (
    <>
      <IconLink icon={<History aria-hidden />} label={t('history.title')} to={paths.optionHistory()} />
      <IconButton icon={<ShieldCheck aria-hidden />} label={t('limits.title')} onClick={() => setOpen(true)} />
      <Suspense fallback={null}>{wasOpen && <LimitsSheet isOpen={isOpen} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}

const ACTIONS = <Actions />;
