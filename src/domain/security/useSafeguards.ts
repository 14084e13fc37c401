import { useGetIdentityQuery } from '../identity/identityApi.ts';
import { useListFactorsQuery } from './factorsApi.ts';
import { useListPasskeysQuery } from './passkeysApi.ts';
import { useGetAccountProtectionQuery } from './freezeApi.ts';
import { useHasFundPasswordQuery } from './securityApi.ts';

/** The account's safeguards by name: on, off, or `undefined` until known. */
export function useSafeguards() {
  const { data: hasFundPassword } = useHasFundPasswordQuery();
  const { data: identity } = useGetIdentityQuery();
  const { data: protection } = useGetAccountProtectionQuery();
  return {
    fundPassword: hasFundPassword,
    identity: identity && identity.basic.status === 'verified',
    secondFactor: useHasSecondFactor(),
    antiPhishing: protection && protection.antiPhishingCode !== null,
  } as const satisfies Readonly<Record<string, boolean | undefined>>;
}

/** How many of all are on; `undefined` until all are known. */
export function useSafeguardCount(): { readonly on: number; readonly all: number } | undefined {
  const known: readonly (boolean | undefined)[] = Object.values(useSafeguards());
  if (known.includes(undefined)) return undefined;
  return { on: known.filter((isOn) => isOn === true).length, all: known.length };
}

/** Whether a login asks for an app or a passkey; `undefined` until known. */
export function useHasSecondFactor(): boolean | undefined {
  const { data: factors } = useListFactorsQuery();
  const { data: passkeys } = useListPasskeysQuery();
  if (factors === undefined || passkeys === undefined) return undefined;
  return factors.factors.length > 0 || passkeys.length > 0;
}
