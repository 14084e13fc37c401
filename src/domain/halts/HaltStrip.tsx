import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { haltReasonText, subjectText, useHalts } from './haltsApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import styles from './HaltStrip.module.css';

/**
 * Names the widest halt with its reason, above every page but the one that lists them all. Markets without current
 * prices are left out: their own pages show it.
 */
export function HaltStrip() {
  const { t } = useTranslation('status');
  const format = useFormat();
  const { known } = useHalts();
  const isListed = useLocation().pathname === paths.status.pattern;
  const [halt, ...others] = (known?.halts ?? []).filter(({ reason }) => reason !== 'prices');
  if (halt === undefined || isListed) return null;
  const since = format.moment(Date.parse(halt.since), 'dayMinute');
  const text = (
    <>
      <b>{t('halted', { what: subjectText(halt) })}</b> {haltReasonText(halt)} {t('since', { time: since })}
      {others.length > 0 && ` ${t('more', { count: others.length })}`}
    </>
  );
  const more = (
    <Link to={paths.status()} className={styles['more']}>
      {t('details')}
    </Link>
  );
  return (
    <div className={styles['strip']}>
      <Banner kind="warning" text={text} action={more} />
    </div>
  );
}
