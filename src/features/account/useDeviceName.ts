import { useTranslation } from 'react-i18next';
import type { Session } from '@halyard/contract/calls/security';

/** A device as its browser names itself: "Chrome 120 · Android 14 · Pixel 7". */
export function useDeviceName({ browser, system, device }: Pick<Session, 'browser' | 'system' | 'device'>): string {
  const { t } = useTranslation('account');
  const known = [browser, system, device].filter((part) => part !== '');
  return known.length === 0 ? t('devices.unknown') : known.join(' · ');
}
