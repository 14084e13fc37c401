import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Balance } from '@halyard/contract/calls/wallet';
import { add, isZero, multiply } from '@halyard/contract/money';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { usePriceInUsdt } from '../../domain/wallet/useWorth.ts';
import { Num } from '../../shared/format/Num.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import styles from './Assets.module.css';

/** The spot account, a currency a row. */
export function BalanceList({ balances }: { balances: readonly Balance[] }) {
  const { t } = useTranslation('assets');
  const [hidesEmpty, setHidesEmpty] = useState(false);
  const shown = hidesEmpty ? balances.filter((row) => !isZero(add(row.available, row.held))) : balances;
  return (
    <section aria-label={t('spot')}>
      <h2 className={styles['heading']}>{t('spot')}</h2>
      <Switch label={t('hideEmpty')} isOn={hidesEmpty} onChange={setHidesEmpty} />
      {shown.length === 0 && <EmptyState text={t('nothing')} />}
      <ul className={styles['list']}>
        {shown.map((balance) => (
          <li key={balance.currencyId}>
            <BalanceRow balance={balance} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BalanceRow({ balance }: { balance: Balance }) {
  const { t } = useTranslation('assets');
  const { hidesBalances } = useHiddenBalances();
  const priceOf = usePriceInUsdt();
  const owned = add(balance.available, balance.held);
  const price = priceOf(balance.currency) ?? balance.usdtPrice ?? undefined;
  return (
    <div className={styles['row']}>
      <CoinIcon symbol={balance.currency} />
      <span className={styles['coin']}>{balance.currency}</span>
      <span className={styles['figures']}>
        <Num kind="amount" value={owned} places={8} isMasked={hidesBalances} />
        {!isZero(owned) && (
          <span className={styles['soft']}>
            {'≈ '}
            <Num
              kind="amount"
              value={price === undefined ? undefined : multiply(owned, price)}
              places={2}
              minPlaces={2}
              unit="USDT"
              isMasked={hidesBalances}
            />
          </span>
        )}
        {!isZero(balance.held) && (
          <span className={styles['soft']}>
            {t('held')} <Num kind="amount" value={balance.held} places={8} isMasked={hidesBalances} />
          </span>
        )}
      </span>
    </div>
  );
}
