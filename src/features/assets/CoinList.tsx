import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '@halyard/contract/money';
import { useUsualNames } from '../../domain/markets/usualNames.ts';
import { useHiddenSmall } from '../../domain/preferences/usePreferences.ts';
import { isSmall, type Holding } from '../../domain/wallet/holdings.ts';
import { useWasEver } from '../../shared/hooks/useWasEver.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import styles from './Assets.module.css';
import { CoinProfit } from './CoinCostFigures.tsx';
import { CoinSheet } from './CoinSheet.tsx';
import { Amount, EquityFigure } from './EquityFigure.tsx';

const HoldingsExport = lazyPart(async () => (await import('./HoldingsExport.tsx')).HoldingsExport);

type CoinListProps = {
  holdings: readonly Holding[];
  /** The holdings are of all accounts, as costs are. */
  hasCosts?: boolean;
};

/** Coins, one row each; a row opens the coin's details. Small balances can be hidden. */
export function CoinList({ holdings, hasCosts = false }: CoinListProps) {
  const { t } = useTranslation('assets');
  const { hidesSmall, hide } = useHiddenSmall();
  const [opened, setOpened] = useState<string>();
  const [isExporting, setExporting] = useState(false);
  const wasExporting = useWasEver(isExporting);
  const shown = hidesSmall ? holdings.filter((holding) => !isSmall(holding)) : holdings;
  return (
    <section aria-label={t('coins')}>
      <div className={styles['listHead']}>
        <h2 className={styles['heading']}>{t('coins')}</h2>
        {hasCosts && (
          <Button kind="quiet" size="small" onClick={() => setExporting(true)}>
            <Download aria-hidden />
            {t('cost.export')}
          </Button>
        )}
      </div>
      <Switch label={t('hideSmall')} isOn={hidesSmall} onChange={hide} />
      {shown.length === 0 && <EmptyState drawing="coins" text={t('nothing')} />}
      <ul className={styles['list']}>
        {shown.map((holding) => (
          <li key={holding.currencyId}>
            <CoinRow holding={holding} hasCosts={hasCosts} onOpen={() => setOpened(holding.currency)} />
          </li>
        ))}
      </ul>
      <CoinSheet currency={opened} onClose={() => setOpened(undefined)} />
      <Suspense fallback={null}>
        {wasExporting && <HoldingsExport isOpen={isExporting} onOpenChange={setExporting} />}
      </Suspense>
    </section>
  );
}

type CoinRowProps = { holding: Holding; hasCosts: boolean; onOpen: () => void };

function CoinRow({ holding, hasCosts, onOpen }: CoinRowProps) {
  const { t } = useTranslation('assets');
  const { currency, owned, held, equity } = holding;
  const name = useUsualNames()(currency);
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={onOpen}>
      <CoinIcon symbol={currency} />
      <span className={styles['coin']}>
        {currency}
        <span className={styles['coinName']}>{name}</span>
      </span>
      <span className={styles['figures']}>
        <Amount value={owned} />
        {!isZero(owned) && (
          <span className={styles['soft']}>
            {'≈ '}
            <EquityFigure value={equity} />
          </span>
        )}
        {hasCosts && !isZero(owned) && <CoinProfit coin={currency} />}
        {!isZero(held) && (
          <span className={styles['soft']}>
            {t('held')} <Amount value={held} />
          </span>
        )}
      </span>
    </button>
  );
}
