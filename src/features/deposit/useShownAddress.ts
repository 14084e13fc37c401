import { useTranslation } from 'react-i18next';

/** A deposit address as it is shown, copied and put into pictures: no wallet takes what a sandbox shows. */
export function useShownAddress(address: string, isTest: boolean): string {
  const { t } = useTranslation('deposit');
  return isTest ? t('test.address', { address }) : address;
}
