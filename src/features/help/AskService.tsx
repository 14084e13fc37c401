import { useTranslation } from 'react-i18next';
import { ChatBadge } from '../../domain/chat/ChatBadge.tsx';
import { useGetCustomerUrlQuery } from '../../domain/news/newsApi.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { buttonClass } from '../../shared/ui/Button.tsx';
import styles from './Help.module.css';

/** For who did not find it: people who answer. Nothing where there are none. */
export function AskService() {
  const { t } = useTranslation('help');
  const { data: url = '' } = useGetCustomerUrlQuery(undefined, { skip: paths.helpChat.isBuilt });
  const isElsewhere = url.startsWith('https://');
  if (!paths.helpChat.isBuilt && !isElsewhere) return null;
  return (
    <section className={styles['ask']} aria-labelledby="help-ask">
      <h2 id="help-ask" className={styles['question']}>
        {t('ask.question')}
      </h2>
      {/* The page of the chat knows by itself when customer service is elsewhere. */}
      {paths.helpChat.isBuilt ? (
        <ButtonLink kind="ghost" size="small" to={paths.helpChat()}>
          {t('ask.action')} <ChatBadge />
        </ButtonLink>
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass('ghost', 'small')}>
          {t('ask.action')}
        </a>
      )}
    </section>
  );
}
