import { AccountStrip } from './AccountStrip.tsx';
import { useLiveAccount } from './useFutures.ts';

/** Figures of the futures account where its positions are not shown. */
export function FuturesAccountStatus() {
  return <AccountStrip account={useLiveAccount()} />;
}
