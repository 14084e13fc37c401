import { useTranslation } from 'react-i18next';
import styles from './UnreadBadge.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** The server counts no further: there may be more. */
const COUNT_MAX = 99;

/** Number of unread items; nothing for none. */
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
