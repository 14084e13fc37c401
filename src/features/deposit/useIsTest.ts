import { useServerKind } from '../../domain/settings/useServerKind.ts';

/**
 * Whether an address or account is for tests alone: as the record says or, where it does not, as the server is;
 * `undefined` while neither is known.
 */
export function useIsTest({ isTest }: { readonly isTest?: boolean | undefined }): boolean | undefined {
  const kind = useServerKind(isTest === undefined);
  return isTest ?? (kind && kind === 'sandbox');
}
