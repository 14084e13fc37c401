import { AccountStrip } from './AccountStrip.tsx';
import { useLiveAccount } from './useContracts.ts';

/** How the contract account stands, where its positions are not shown. */
export function ContractStanding() {
  return <AccountStrip account={useLiveAccount()} />;
}
