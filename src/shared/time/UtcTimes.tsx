import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './UtcTimes.module.css';
import { isForeignZone, useZone, ZoneContext } from './zone.ts';

/** Shows all times inside in UTC. */
export function UtcTimes({ children }: { children: ReactNode }) {
  return <ZoneContext value="utc">{children}</ZoneContext>;
}

/** Names the zone of a list if it is not the device's. */
export function ZoneNote() {
  const { t } = useTranslation('forms');
  return isForeignZone(useZone()) ? <p className={styles['note']}>{t('dates.zone')}</p> : null;
}
