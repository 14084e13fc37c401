import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import { ProductHeader } from '../../domain/markets/ProductHeader.tsx';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { IconLink } from '../../shared/ui/IconLink.tsx';

type LeverHeaderProps = {
  symbol: string | undefined;
  source: Market['priceSource'] | undefined;
  /** Of all markets with contracts. */
  symbols: readonly string[];
};

export function LeverHeader(props: LeverHeaderProps) {
  const { t } = useTranslation('lever');
  return <ProductHeader {...props} title={t('markets')} pathTo={paths.lever} hasBack actions={ACTIONS} />;
}

function Actions() {
  const { t } = useTranslation('lever');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (!isLoggedIn) return null;
  return <IconLink icon={<History aria-hidden />} label={t('history.title')} to={paths.leverHistory()} />;
}

const ACTIONS = <Actions />;
