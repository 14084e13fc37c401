import { ChartCandlestick, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Market } from '@halyard/contract/calls/markets';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useFavourites } from '../../domain/preferences/usePreferences.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { SourceLabel } from '../../shared/ui/SourceLabel.tsx';
import { StarButton } from '../../shared/ui/StarButton.tsx';
import { MarketsSheet } from './MarketsSheet.tsx';
import styles from './Trade.module.css';

/** `symbol`: what was asked for, while nothing is known of it. */
type TradeHeaderProps = { market: Market | undefined; symbol: string | undefined };

/** The pair and where its prices come from; tapping it chooses another. */
export function TradeHeader({ market, symbol }: TradeHeaderProps) {
  const { t } = useTranslation('spot');
  const [isOpen, setOpen] = useState(false);
  const name = (market && symbolOf(market)) ?? symbol ?? t('markets.choose');
  const pair = (
    <button type="button" className={styles['pair']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
      {name}
      <ChevronDown aria-hidden size={18} />
    </button>
  );
  return (
    <>
      <NavBar
        title={pair}
        beside={market && <SourceLabel source={market.priceSource} isShort />}
        actions={market && <Actions market={market} />}
      />
      <MarketsSheet isOpen={isOpen} onOpenChange={setOpen} />
    </>
  );
}

function Actions({ market }: { market: Market }) {
  const { t } = useTranslation('spot');
  const symbol = symbolOf(market);
  const { favourites, toggle } = useFavourites();
  return (
    <>
      <StarButton
        label={t('favourite', { symbol })}
        isOn={favourites.includes(symbol)}
        onToggle={() => toggle(symbol)}
      />
      <Link className={styles['chart']} to={paths.kline({ symbol })} aria-label={t('toChart', { symbol })}>
        <ChartCandlestick aria-hidden />
      </Link>
    </>
  );
}
