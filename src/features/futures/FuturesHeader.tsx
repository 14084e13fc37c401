import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ProductHeader, type ProductMarkets } from '../../domain/markets/ProductHeader.tsx';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { IconLink } from '../../shared/ui/IconLink.tsx';

export function FuturesHeader(markets: ProductMarkets) {
  const { t } = useTranslation('lever');
  return <ProductHeader {...markets} title={t('markets')} pathTo={paths.lever} hasBack actions={ACTIONS} />;
}

function Actions() {
  const { t } = useTranslation('lever');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (!isLoggedIn) return null;
  return <IconLink icon={<History aria-hidden />} label={t('history.title')} to={paths.leverHistory()} />;
}

const ACTIONS = <Actions />;
