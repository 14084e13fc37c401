import { useTranslation } from 'react-i18next';
import { useFuturesAccount, type LiveAccount } from './useFutures.ts';
import { useHiddenBalances } from '../preferences/usePreferences.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import styles from './AccountStrip.module.css';

const CURRENCY = 'USDT';

/** Figures of the futures account at current prices. */
export function AccountStrip({ account }: { account: LiveAccount }) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const { hidesBalances } = useHiddenBalances();
  // Figures that depend on prices may be outdated.
  const live = classNames(useIsStale() && styles['stale']);
  const held = useFuturesAccount(CURRENCY)?.pendingHeld;
  const money = (value: typeof held) => <Num kind="amount" value={value} places={2} isMasked={hidesBalances} />;
  return (
    <section className={styles['account']} aria-label={t('account.label')}>
      <dl className={styles['figures']}>
        <div>
          <dt>{t('account.equity')}</dt>
          <dd className={live}>{money(account.equity)}</dd>
        </div>
        <div>
          <dt>{t('account.profit')}</dt>
          <dd className={live}>
            <Num kind="pnl" value={account.profit} places={2} tone="sign" isMasked={hidesBalances} />
          </dd>
        </div>
        <div>
          <dt>{t('account.used')}</dt>
          <dd>{money(account.usedMargin)}</dd>
        </div>
        <div>
          <dt>{t('account.free')}</dt>
          <dd>{money(account.free)}</dd>
        </div>
        <div>
          <dt>{t('account.held')}</dt>
          <dd>{money(held)}</dd>
        </div>
        <div>
          <dt>{t('account.rate')}</dt>
          <dd className={live}>{account.rate === undefined ? '—' : format.percent(account.rate, 'down')}</dd>
        </div>
      </dl>
    </section>
  );
}
