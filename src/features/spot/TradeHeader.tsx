import { ChartCandlestick } from 'lucide-react';
import { memo, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import { useFavourites } from '../../domain/preferences/usePreferences.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { whenQuiet } from '../../shared/scheduling/whenIdle.ts';
import { IconLink } from '../../shared/ui/IconLink.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { PairButton } from '../../shared/ui/PairButton.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import { StarButton } from '../../shared/ui/StarButton.tsx';

const MarketsPanel = lazyPart(async () => (await import('./markets/MarketsPanel.tsx')).MarketsPanel);

/** `source` of the prices: undefined while the market is unknown. `symbol`: the requested one, if any. */
type TradeHeaderProps = { symbol: string | null; source: Market['priceSource'] | undefined };

/** The pair and the source of its prices; a tap opens the market choice. */
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

type MarketsSheetProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** All pairs, to choose one. Its code loads after the screen, when idle, or on first open. */
function MarketsSheet({ isOpen, onOpenChange }: MarketsSheetProps) {
  const { t } = useTranslation('spot');
  const navigate = useNavigate();
  useEffect(() => whenQuiet(MarketsPanel.preload), []);
  const choose = useCallback(
    (symbol: string) => {
      onOpenChange(false);
      void navigate(paths.trade({ symbol }), { replace: true });
    },
    [onOpenChange, navigate],
  );
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('markets.title')}>
      <Suspense
        fallback={
          <Loading>
            <Skeleton shape="block" height={320} />
          </Loading>
        }
      >
        <MarketsPanel onChoose={choose} />
      </Suspense>
    </Sheet>
  );
}
