import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, List, Repeat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { contributions } from '../../shared/navigation/contributions.ts';
import { paths } from '../../shared/navigation/paths.ts';
import type { ActionLink } from '../../shared/ui/ActionLinks.tsx';
import styles from './Assets.module.css';
import type { Decimal } from '@halyard/contract/money';
import { Num } from '../../shared/format/Num.tsx';
import { AMOUNT_PLACES, WORTH_UNIT } from '../../domain/wallet/useEquity.ts';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';

/**
 * Actions on the money of an account, as links. Deposits, withdrawals and converts concern the spot account only; the
 * others lead to their product. Every account can transfer. `of` limits the records to that account.
 */
export function useMoneyActions(account: AccountKind, of?: AccountKind): readonly ActionLink[] {
  const { t } = useTranslation('assets');
  const outside: readonly ActionLink[] = [
    { icon: <ArrowDownToLine />, label: t('actions.deposit'), to: paths.deposit() },
    { icon: <ArrowUpFromLine />, label: t('actions.withdraw'), to: paths.withdraw() },
    { icon: <Repeat />, label: t('actions.convert'), to: paths.convert() },
  ];
  const products = contributions().accounts.filter(({ kind }) => kind === account);
  return [
    ...(account === 'spot'
      ? outside
      : products.map(({ icon: Icon, text, page }) => ({
          icon: <Icon />,
          label: t(text ?? 'actions.trade'),
          to: paths[page](),
        }))),
    { icon: <ArrowLeftRight />, label: t('actions.transfer'), to: paths.transfer({ from: account }) },
    { icon: <List />, label: t('actions.records'), to: paths.assetsRecord({ account: of }) },
  ];
}

type FigureProps = { value: Decimal | undefined };

/** A worth in USDT, masked when the user hides balances. */
export function EquityFigure({ value }: FigureProps) {
  const { hidesBalances } = useHiddenBalances();
  return <Num kind="amount" value={value} places={2} minPlaces={2} unit={WORTH_UNIT} isMasked={hidesBalances} />;
}

/** An amount of a currency, masked when the user hides balances. */
export function Amount({ value, unit }: FigureProps & { unit?: string }) {
  const { hidesBalances } = useHiddenBalances();
  return <Num kind="amount" value={value} places={AMOUNT_PLACES} unit={unit} isMasked={hidesBalances} />;
}

const ROWS = 5;

/** The coin list while it loads. */
export function AssetsLoading() {
  return (
    <Loading>
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className={styles['row']}>
          <Skeleton shape="circle" width={32} height={32} />
          <Skeleton width="40%" />
        </div>
      ))}
    </Loading>
  );
}
