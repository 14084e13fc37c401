/** How good a new password is, while it is typed. */
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { PRODUCT_NAME } from '../../shared/config/constants.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { marketEndpoints } from '../markets/marketsApi.ts';
import type { estimateStrength, Strength } from './estimateStrength.ts';

const selectMarkets = marketEndpoints.listMarkets.select();

/**
 * The strength of a password of the account of `address`; nothing before one is typed, and none where what rates it
 * cannot be loaded, for which no password has to wait.
 */
export function usePasswordStrength(password: string, address: string): Strength | undefined {
  // Rating takes milliseconds on a slow phone: what is typed comes first.
  const typed = useDeferredValue(password);
  const estimate = useEstimate(typed !== '');
  const words = useKnownWords(address);
  return useMemo(() => (typed === '' ? undefined : estimate?.(typed, words)), [typed, estimate, words]);
}

function useEstimate(isWanted: boolean): typeof estimateStrength | undefined {
  const [estimate, setEstimate] = useState<typeof estimateStrength>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    import('./estimateStrength.ts').then(
      (loaded) => {
        if (isHere) setEstimate(() => loaded.estimateStrength);
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  return estimate;
}

/** What whoever guesses tries first: the exchange, what it trades as far as it is known here, and the account. */
function useKnownWords(address: string): readonly string[] {
  const markets = useAppSelector((state) => selectMarkets(state as never).data);
  return useMemo(() => {
    const traded = Object.values(markets?.byId ?? {}).flatMap(({ base, quote }) => [base, quote, `${base}${quote}`]);
    return [PRODUCT_NAME, ...new Set(traded), ...address.split(/[@.]/), address].filter((word) => word.length > 2);
  }, [markets, address]);
}
