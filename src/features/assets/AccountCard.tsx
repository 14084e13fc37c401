import { useTranslation } from 'react-i18next';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { ZERO } from '@halyard/contract/money';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { TotalFigure } from '../../domain/wallet/TotalFigure.tsx';
import { usePriceInUsdt } from '../../domain/wallet/useEquity.ts';
import { balancesOf, valueInUsdt } from '../../domain/wallet/walletData.ts';
import { ActionLinks } from '../../shared/ui/ActionLinks.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import styles from './Assets.module.css';
import { HideButton } from './HideButton.tsx';
import { useMoneyActions } from './useMoneyActions.tsx';
import { EquityFigure } from './EquityFigure.tsx';

/** What an account is worth, how much of it is free, and what can be done with it. */
export function AccountCard({ account }: { account: AccountKind }) {
  const { t } = useTranslation('assets');
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  const actions = useMoneyActions(account, account);
  const balances = balancesOf(wallet, account);
  const free = balances?.map((balance) => ({ ...balance, held: ZERO }));
  const held = balances?.map((balance) => ({ ...balance, available: ZERO }));
  return (
    <Card isHero>
      <div className={styles['totalHead']}>
        <span className={styles['soft']}>{t('account.total')}</span>
        <HideButton />
      </div>
      <p className={styles['total']}>
        <TotalFigure usdt={balances && valueInUsdt(balances, priceOf)} />
      </p>
      <KeyValue
        items={[
          { label: t('available'), value: <EquityFigure value={free && valueInUsdt(free, priceOf)} /> },
          { label: t('held'), value: <EquityFigure value={held && valueInUsdt(held, priceOf)} /> },
        ]}
      />
      <ActionLinks label={t('actions.label')} items={actions} />
    </Card>
  );
}
