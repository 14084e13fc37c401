import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { MarketId } from '@halyard/contract/calls/ids';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useMarketRow, useMarkets } from '../../domain/markets/useMarkets.ts';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import styles from './Trade.module.css';

type MarketsSheetProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** All pairs with a search, to choose the one to trade. */
export function MarketsSheet({ isOpen, onOpenChange }: MarketsSheetProps) {
  const { t } = useTranslation('spot');
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('markets.title')}>
      <Markets onChosen={() => onOpenChange(false)} />
    </Sheet>
  );
}

function Markets({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('spot');
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toUpperCase());
  const { data } = useMarkets();
  const ids = data?.ids.filter((id) => {
    const market = data.byId[id];
    return market !== undefined && symbolOf(market).includes(wanted);
  });
  return (
    <div className={styles['markets']}>
      <TextField
        label={t('markets.search')}
        type="search"
        autoComplete="off"
        value={search}
        onValueChange={setSearch}
      />
      {ids?.length === 0 && <EmptyState text={t('markets.none')} />}
      {ids?.map((id) => (
        <MarketRow key={id} id={id} onChosen={onChosen} />
      ))}
    </div>
  );
}

function MarketRow({ id, onChosen }: { id: MarketId; onChosen: () => void }) {
  const navigate = useNavigate();
  const market = useMarketRow(id);
  if (market === undefined) return null;
  const symbol = symbolOf(market);
  const choose = () => {
    onChosen();
    void navigate(paths.trade({ symbol }), { replace: true });
  };
  return (
    <ListRow
      onPress={choose}
      start={<CoinIcon symbol={market.base} size="small" />}
      title={symbol}
      end={
        <span className={styles['marketEnd']}>
          <Num kind="price" value={market.lastPrice} places={market.pricePrecision} />
          <Change percent={market.changePercent} look="pill" />
        </span>
      }
    />
  );
}
