import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { ChatBadge } from '../../domain/chat/ChatBadge.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import styles from './Help.module.css';

/** Link to an article: title and summary. */
export function HelpRow({ row, end }: { row: ArticleRow; end?: string }) {
  return (
    <Link to={paths.helpDetail({ id: row.id })} className={styles['row']}>
      <span className={styles['words']}>
        <span className={styles['title']}>{row.title}</span>
        <span className={styles['summary']}>{row.summary}</span>
        {end !== undefined && <span className={styles['place']}>{end}</span>}
      </span>
      <ChevronRight aria-hidden size={18} className={styles['arrow']} />
    </Link>
  );
}

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
