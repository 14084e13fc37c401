import { useTranslation } from 'react-i18next';
import { ChatBadge } from '../../domain/chat/ChatBadge.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import styles from './Help.module.css';

/** Link to customer service. */
export function AskService() {
  const { t } = useTranslation('help');
  return (
    <section className={styles['ask']} aria-labelledby="help-ask">
      <h2 id="help-ask" className={styles['question']}>
        {t('ask.question')}
      </h2>
      {/* The chat page itself handles external customer service. */}
      <ButtonLink kind="ghost" size="small" to={paths.helpChat()}>
        {t('ask.action')} <ChatBadge />
      </ButtonLink>
    </section>
  );
}
