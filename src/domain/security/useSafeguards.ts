/** What guards the account, as far as it is known: for a calm line that says how much of it is on. */
import { useGetIdentityQuery } from '../identity/identityApi.ts';
import { useListFactorsQuery } from './factorsApi.ts';
import { useListPasskeysQuery } from './passkeysApi.ts';
import { useGetAccountProtectionQuery } from './freezeApi.ts';
import { useHasFundPasswordQuery } from './securityApi.ts';

/** Each by its name: whether it is on; `undefined` until that is known. Another safeguard is one line more. */
export function useSafeguards() {
  const { data: hasFundPassword } = useHasFundPasswordQuery();
  const { data: identity } = useGetIdentityQuery();
  const { data: safety } = useGetAccountProtectionQuery();
  return {
    fundPassword: hasFundPassword,
    identity: identity && identity.basic.status === 'verified',
    secondFactor: useHasSecondFactor(),
    antiPhishing: safety && safety.antiPhishingCode !== null,
  } as const satisfies Readonly<Record<string, boolean | undefined>>;
}

/** How many of all are on; `undefined` until each is known. */
export function useSafeguardCount(): { readonly on: number; readonly all: number } | undefined {
  const known: readonly (boolean | undefined)[] = Object.values(useSafeguards());
  if (known.includes(undefined)) return undefined;
  return { on: known.filter((isOn) => isOn === true).length, all: known.length };
}

function useHasSecondFactor(): boolean | undefined {
  const { data: factors } = useListFactorsQuery();
  const { data: passkeys } = useListPasskeysQuery();
  if (factors === undefined || passkeys === undefined) return undefined;
  return factors.factors.length > 0 || passkeys.length > 0;
}
