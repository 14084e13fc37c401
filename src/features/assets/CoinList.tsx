import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '@halyard/contract/money';
import { useHiddenSmall } from '../../domain/preferences/usePreferences.ts';
import { isSmall, type Holding } from '../../domain/wallet/holdings.ts';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import styles from './Assets.module.css';
import { CoinSheet } from './CoinSheet.tsx';
import { Amount, EquityFigure } from './EquityFigure.tsx';

/** Coins, a row each; a row opens what more there is to know of it. Small balances are left out on demand. */
export function CoinList({ holdings }: { holdings: readonly Holding[] }) {
  const { t } = useTranslation('assets');
  const { hidesSmall, hide } = useHiddenSmall();
  const [opened, setOpened] = useState<string>();
  const shown = hidesSmall ? holdings.filter((holding) => !isSmall(holding)) : holdings;
  return (
    <section aria-label={t('coins')}>
      <h2 className={styles['heading']}>{t('coins')}</h2>
      <Switch label={t('hideSmall')} isOn={hidesSmall} onChange={hide} />
      {shown.length === 0 && <EmptyState text={t('nothing')} />}
      <ul className={styles['list']}>
        {shown.map((holding) => (
          <li key={holding.currencyId}>
            <CoinRow holding={holding} onOpen={() => setOpened(holding.currency)} />
          </li>
        ))}
      </ul>
      <CoinSheet currency={opened} onClose={() => setOpened(undefined)} />
    </section>
  );
}

function CoinRow({ holding, onOpen }: { holding: Holding; onOpen: () => void }) {
  const { t } = useTranslation('assets');
  const { currency, owned, held, equity } = holding;
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={onOpen}>
      <CoinIcon symbol={currency} />
      <span className={styles['coin']}>{currency}</span>
      <span className={styles['figures']}>
        <Amount value={owned} />
        {!isZero(owned) && (
          <span className={styles['soft']}>
            {'≈ '}
            <EquityFigure value={equity} />
          </span>
        )}
        {!isZero(held) && (
          <span className={styles['soft']}>
            {t('held')} <Amount value={held} />
          </span>
        )}
      </span>
    </button>
  );
}
