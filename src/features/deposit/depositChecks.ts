import { useTranslation } from 'react-i18next';
import { useServerKind } from '../../domain/settings/settingsApi.ts';

/** A deposit address as it is shown, copied and put into pictures: no wallet takes what a sandbox shows. */
export function useShownAddress(address: string, isTest: boolean): string {
  const { t } = useTranslation('deposit');
  return isTest ? t('test.address', { address }) : address;
}

/**
 * Whether an address or account is for tests alone: as the record says or, where it does not, as the server is;
 * `undefined` while neither is known.
 */
export function useIsTest({ isTest }: { readonly isTest?: boolean | undefined }): boolean | undefined {
  const kind = useServerKind(isTest === undefined);
  return isTest ?? (kind && kind === 'sandbox');
}
