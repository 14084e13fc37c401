import { useTranslation } from 'react-i18next';
import { isZero } from '@halyard/contract/money';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { Num } from '../../shared/format/Num.tsx';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { Cell, DataTable } from '../../shared/ui/DataTable.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { useHiddenBalances } from '../preferences/usePreferences.ts';
import { useEquityAsOf } from '../wallet/useEquity.ts';
import { useAllHoldings, useHoldingsIn } from '../wallet/holdings.ts';
import { useWallet } from '../wallet/useWallet.ts';

const FIGURES = ['owned', 'available', 'held'] as const;

const BRIEF_FIGURES = ['owned'] as const;

/** The user's balances in the account of a product; without one the totals of all, not divided further. */
export function AssetsTable({ account }: { account?: AccountKind }) {
  const { t } = useTranslation('desktop');
  const { error, retry } = useWallet();
  const isBrief = account === undefined;
  const [all, own] = [useAllHoldings(), useHoldingsIn(account ?? 'spot')];
  const holdings = isBrief ? all : own;
  const asOfMs = useEquityAsOf();
  const { hidesBalances: isMasked } = useHiddenBalances();
  if (holdings === undefined) {
    if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
    return (
      <Loading>
        <Skeleton shape="block" height={120} />
      </Loading>
    );
  }
  const owned = holdings.filter((holding) => !isZero(holding.owned));
  if (owned.length === 0) return <EmptyState drawing="coins" text={t('assets.none')} />;
  return (
    <>
      <AsOf atMs={asOfMs} />
      <DataTable
        label={t('assets.label')}
        heads={[
          { name: t('assets.coin') },
          { name: t('assets.total'), isFigure: true },
          ...(isBrief
            ? []
            : [
                { name: t('assets.available'), isFigure: true },
                { name: t('assets.held'), isFigure: true },
              ]),
          { name: t('assets.value'), isFigure: true },
        ]}
      >
        {owned.map((holding) => (
          <tr key={holding.currencyId}>
            <Cell>
              <b>{holding.currency}</b>
            </Cell>
            {(isBrief ? BRIEF_FIGURES : FIGURES).map((figure) => (
              <Cell key={figure} isFigure>
                <Num kind="amount" value={holding[figure]} isMasked={isMasked} />
              </Cell>
            ))}
            <Cell isFigure>
              <Num kind="amount" value={holding.equity} places={2} minPlaces={2} isMasked={isMasked} />
            </Cell>
          </tr>
        ))}
      </DataTable>
    </>
  );
}
