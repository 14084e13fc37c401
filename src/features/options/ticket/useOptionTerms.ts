/** What a market offers and what the user has for it. */
import { skipToken } from '@reduxjs/toolkit/query';
import type { CurrencyId } from '@halyard/contract/ids';
import type { DeliveryTime } from '@halyard/contract/options/calls';
import { useGetIdentityQuery } from '../../../domain/identity/identityApi.ts';
import { useDeliveryTimes, useSelfLimits, useStakeCurrencies } from '../../../domain/options/useOptions.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import type { OptionMarket } from '../optionTypes.ts';

/** `time` is the one of so many seconds. Without a currency stakes are in the exchange's first one. */
export function useOptionTerms(market: OptionMarket, currencyId: CurrencyId | undefined, seconds: number | undefined) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { times, error: loadError, retry } = useDeliveryTimes(market.id, currencyId);
  const currencies = useStakeCurrencies() ?? [];
  const { limits } = useSelfLimits();
  const identity = useGetIdentityQuery(isLoggedIn ? undefined : skipToken).currentData?.basic.status;
  const offered = times?.filter(({ terms }) => terms !== undefined);
  const time = offered?.find((row) => row.seconds === seconds);
  const unit = unitOf(time ?? offered?.[0]);
  const currency = currencies.find(({ name }) => name === unit);
  const available = useBalance('option', unit)?.available;
  return { times: offered, loadError, retry, time, unit, currencies, currency, available, limits, identity } as const;
}

function unitOf(time: DeliveryTime | undefined): string | undefined {
  return time?.terms?.currency;
}
