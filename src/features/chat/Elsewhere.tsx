import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Chat.module.css';

/** Customer service is reached by another service: says where the link leads before it is followed. */
export function Elsewhere({ link }: { link: URL }) {
  const { t } = useTranslation('chat');
  return (
    <EmptyState
      drawing="talk"
      text={t('elsewhere.text', { host: link.host })}
      action={
        <div className={styles['elsewhere']}>
          <a href={link.href} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
            {t('elsewhere.open', { host: link.host })}
            <VisuallyHidden>{t('elsewhere.newTab')}</VisuallyHidden>
          </a>
          <p className={styles['address']}>{link.href}</p>
        </div>
      }
    />
  );
}
