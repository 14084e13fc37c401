import { AccountStrip } from './AccountStrip.tsx';
import { useLiveAccount } from './useFutures.ts';

/** How the contract account stands, where its positions are not shown. */
export function FuturesAccountStatus() {
  return <AccountStrip account={useLiveAccount()} />;
}
