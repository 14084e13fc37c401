import { ChartCandlestick } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { useFavourites } from '../../domain/preferences/usePreferences.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { IconLink } from '../../shared/ui/IconLink.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { PairButton } from '../../shared/ui/PairButton.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import { StarButton } from '../../shared/ui/StarButton.tsx';
import { MarketsSheet } from './MarketsSheet.tsx';

/** `source` of the prices: none while nothing is known of the market. `symbol`: what was asked for, if anything. */
type TradeHeaderProps = { symbol: string | null; source: Market['priceSource'] | undefined };

/** The pair and where its prices come from; tapping it chooses another. */
export const TradeHeader = memo(function TradeHeader({ symbol, source }: TradeHeaderProps) {
  const { t } = useTranslation('spot');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <NavBar
        title={<PairButton label={symbol ?? t('markets.choose')} onClick={() => setOpen(true)} />}
        beside={source !== undefined && <SourceLabel source={source} isShort />}
        actions={source !== undefined && symbol !== null && <Actions symbol={symbol} />}
      />
      <MarketsSheet isOpen={isOpen} onOpenChange={setOpen} />
    </>
  );
});

function Actions({ symbol }: { symbol: string }) {
  const { t } = useTranslation('spot');
  const { favourites, toggle } = useFavourites();
  return (
    <>
      <StarButton
        label={t('favourite', { symbol })}
        isOn={favourites.includes(symbol)}
        onToggle={() => toggle(symbol)}
      />
      <IconLink icon={<ChartCandlestick aria-hidden />} label={t('toChart', { symbol })} to={paths.kline({ symbol })} />
    </>
  );
}
