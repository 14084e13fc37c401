import { ArrowLeftRight, CalendarSync, ChartCandlestick, Repeat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_KINDS } from '@halyard/contract/wallet/calls';
import { add, isZero } from '@halyard/contract/money';
import { useMarket } from '../../domain/markets/useMarkets.ts';
import { useAllHoldings } from '../../domain/wallet/useHoldings.ts';
import { useWallet } from '../../domain/wallet/useWallet.ts';
import { balanceOf } from '../../domain/wallet/walletData.ts';
import { useLastKnown } from '../../shared/hooks/useLastKnown.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ActionLinks } from '../../shared/ui/ActionLinks.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import styles from './Assets.module.css';
import { CoinCostFigures } from './CoinCostFigures.tsx';
import { Amount, EquityFigure } from './EquityFigure.tsx';
import { WORTH_UNIT } from '../../domain/wallet/useEquity.ts';

type CoinSheetProps = {
  /** The sheet is open while this is set. */
  currency: string | undefined;
  onClose: () => void;
};

/** All holdings of one coin: total, available and held, by account, with actions. */
export function CoinSheet({ currency, onClose }: CoinSheetProps) {
  const { t } = useTranslation('assets');
  const coin = useLastKnown(currency);
  return (
    <Sheet
      isOpen={currency !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={coin ?? ''}
      description={t('coin.explain', { coin })}
    >
      {coin !== undefined && <Details coin={coin} />}
    </Sheet>
  );
}

function Details({ coin }: { coin: string }) {
  const { t } = useTranslation('assets');
  const { wallet } = useWallet();
  const { market } = useMarket(`${coin}/${WORTH_UNIT}`);
  const holding = useAllHoldings()?.find(({ currency }) => currency === coin);
  if (holding === undefined) return null;
  const accounts = ACCOUNT_KINDS.flatMap((account) => {
    const balance = balanceOf(wallet, account, coin);
    const owned = balance && add(balance.available, balance.held);
    return owned === undefined || isZero(owned) ? [] : [{ account, owned }];
  });
  const transfer = {
    icon: <ArrowLeftRight />,
    label: t('actions.transfer'),
    to: paths.transfer({ from: accounts[0]?.account, currency: coin }),
  };
  const trade = {
    icon: <ChartCandlestick />,
    label: t('actions.trade'),
    to: paths.trade({ symbol: `${coin}/${WORTH_UNIT}` }),
  };
  const convert = { icon: <Repeat />, label: t('actions.convert'), to: paths.convert({ from: coin }) };
  const recurring = { icon: <CalendarSync />, label: t('actions.recurring'), to: paths.newPlan({ to: coin }) };
  return (
    <div className={styles['sheet']}>
      <KeyValue
        items={[
          { label: t('coin.owned'), value: <Amount value={holding.owned} unit={coin} /> },
          { label: t('coin.worth'), value: <EquityFigure value={holding.equity} /> },
          { label: t('available'), value: <Amount value={holding.available} unit={coin} /> },
          { label: t('held'), value: <Amount value={holding.held} unit={coin} /> },
        ]}
      />
      <CoinCostFigures coin={coin} pricePlaces={market?.pricePrecision} />
      {accounts.length > 0 && (
        <>
          <h3 className={styles['subheading']}>{t('coin.inAccounts')}</h3>
          <KeyValue
            items={accounts.map(({ account, owned }) => ({
              label: t(`account.${account}`),
              value: <Amount value={owned} unit={coin} />,
            }))}
          />
        </>
      )}
      <ActionLinks label={coin} items={market === undefined ? [transfer] : [transfer, convert, recurring, trade]} />
    </div>
  );
}
