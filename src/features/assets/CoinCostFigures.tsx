import { useTranslation } from 'react-i18next';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { useCoinCosts, type CoinCost } from '../../domain/wallet/useCosts.ts';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import styles from './Assets.module.css';
import { EquityFigure } from './AccountParts.tsx';
import { WORTH_UNIT } from '../../domain/wallet/useEquity.ts';

type CoinCostFiguresProps = {
  coin: string;
  /** Price precision of the coin's market. */
  pricePlaces: number | undefined;
};

/** Cost and unrealised profit of a coin, with the costing method; the reason when they are unknown. */
export function CoinCostFigures({ coin, pricePlaces }: CoinCostFiguresProps) {
  const { t } = useTranslation('assets');
  const { hidesBalances } = useHiddenBalances();
  const cost = useCoinCosts()(coin);
  if (cost === undefined) return null;
  const { position, average, profit } = cost;
  const isKnown = position.cost !== null;
  const unknown = t('cost.unknown');
  return (
    <>
      <h3 className={styles['subheading']}>{t('cost.heading')}</h3>
      <KeyValue
        items={[
          {
            label: t('cost.average'),
            value: isKnown ? <Num kind="price" value={average} places={pricePlaces ?? 8} unit={WORTH_UNIT} /> : unknown,
          },
          { label: t('cost.cost'), value: isKnown ? <EquityFigure value={position.cost ?? undefined} /> : unknown },
          {
            label: t('cost.profit'),
            value: profit === undefined ? unknown : <ProfitFigures profit={profit} isMasked={hidesBalances} />,
          },
        ]}
      />
      <p className={styles['soft']}>
        <Why cost={cost} />
      </p>
    </>
  );
}

/** Unrealised profit of a coin in the list, or a note that it is unknown. */
export function CoinProfit({ coin }: { coin: string }) {
  const { t } = useTranslation('assets');
  const { hidesBalances } = useHiddenBalances();
  const cost = useCoinCosts()(coin);
  if (cost === undefined || hidesBalances) return null;
  if (cost.profit === undefined) return <span className={styles['soft']}>{t('cost.unknownShort')}</span>;
  return (
    <span className={styles['profit']}>
      <ProfitFigures profit={cost.profit} isMasked={false} />
    </span>
  );
}

type ProfitFiguresProps = { profit: NonNullable<CoinCost['profit']>; isMasked: boolean };

function ProfitFigures({ profit, isMasked }: ProfitFiguresProps) {
  return (
    <>
      <Num kind="pnl" value={profit.amount} places={2} tone="sign" isMasked={isMasked} />
      {!isMasked && profit.percent !== null && (
        <>
          {' '}
          <Change percent={profit.percent} />
        </>
      )}
    </>
  );
}

function Why({ cost: { position, profit } }: { cost: CoinCost }) {
  const { t } = useTranslation('assets');
  const format = useFormat();
  const { unknownSince, currency: coin } = position;
  if (unknownSince !== null) {
    return t('cost.unknownWhy', { coin, date: format.moment(Date.parse(unknownSince), 'date', 'utc') });
  }
  return profit === undefined ? t('cost.noPrice', { coin }) : t('cost.method');
}
