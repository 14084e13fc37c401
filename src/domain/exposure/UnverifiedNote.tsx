import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MONEY_PLACES } from '@halyard/contract/money';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectUser } from '../session/sessionSlice.ts';
import styles from './UnverifiedNote.module.css';
import type { UnverifiedLimit } from './useExposure.ts';

/**
 * How much the user may still commit without verification, next to the amount field. Renders nothing without a limit;
 * for an unverified user its place while the limit is unknown, so that nothing moves when it arrives.
 */
export function UnverifiedNote({ limit }: { limit: UnverifiedLimit | null | undefined }) {
  const { t } = useTranslation('forms');
  const format = useFormat();
  const user = useAppSelector(selectUser);
  if (limit === null) return null;
  if (limit === undefined) {
    const isExpected = user !== undefined && user.reviewStatus !== 'verified';
    return isExpected ? <p className={styles['note']} aria-hidden /> : null;
  }
  const [max, left] = [limit.max, limit.left].map((amount) => format.amount(amount, MONEY_PLACES, 0));
  return (
    <p className={styles['note']}>
      {t('unverified.limit', { max, left })}{' '}
      <Link className={styles['link']} to={paths.verification()}>
        {t('unverified.verify')}
      </Link>
    </p>
  );
}
