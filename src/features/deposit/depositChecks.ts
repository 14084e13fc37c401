import { useTranslation } from 'react-i18next';
import { useServerKind } from '../../domain/settings/settingsApi.ts';

/** A deposit address as shown, copied and drawn; marked in a sandbox, so that no wallet accepts it. */
export function useShownAddress(address: string, isTest: boolean): string {
  const { t } = useTranslation('deposit');
  return isTest ? t('test.address', { address }) : address;
}

/**
 * Whether an address or account is for tests only, by the record, else by the server's kind; `undefined` while unknown.
 */
export function useIsTest({ isTest }: { readonly isTest?: boolean | undefined }): boolean | undefined {
  const kind = useServerKind(isTest === undefined);
  return isTest ?? (kind && kind === 'sandbox');
}
