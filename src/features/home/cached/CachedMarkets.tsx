import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readMarketSnapshot } from '../../../domain/markets/marketSnapshot.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import type { ChooseMarkets } from '../marketOrder.ts';
import { MarketFigures } from '../MarketRow.tsx';

type CachedMarketsProps = {
  choose: ChooseMarkets;
  /** Why the exchange could not be reached. */
  error: AppError;
  onRetry: () => void;
  isRetrying: boolean;
};

/** The cached markets while the exchange is unreachable. */
export function CachedMarkets({ choose, error, onRetry, isRetrying }: CachedMarketsProps) {
  const { t } = useTranslation('home');
  const [snapshot] = useState(readMarketSnapshot);
  const markets = choose(snapshot?.markets ?? []);
  if (snapshot === undefined || markets.length === 0) {
    return (
      <ErrorState what={t('failed')} onRetry={onRetry} isRetrying={isRetrying}>
        {appErrorText(error)}
      </ErrorState>
    );
  }
  return (
    <>
      <AsOf atMs={snapshot.asOfMs} isInset />
      <ul>
        {markets.map((market) => (
          <li key={market.id}>
            <MarketFigures market={market} isQuiet />
          </li>
        ))}
      </ul>
    </>
  );
}
