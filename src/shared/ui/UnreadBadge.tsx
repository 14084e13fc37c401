import { useTranslation } from 'react-i18next';
import styles from './UnreadBadge.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** As far as the exchange counts: it may be more. */
const COUNT_MAX = 99;

/** How much waits to be read; nothing where nothing does. */
export function UnreadBadge({ count }: { count: number }) {
  const { t } = useTranslation('shell');
  if (count === 0) return null;
  return (
    <span className={styles['badge']}>
      <span aria-hidden="true">{count < COUNT_MAX ? count : `${COUNT_MAX}+`}</span>
      <VisuallyHidden>{t('menu.unread', { count })}</VisuallyHidden>
    </span>
  );
}
