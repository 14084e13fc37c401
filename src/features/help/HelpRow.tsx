import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { ChatBadge } from '../../domain/chat/ChatBadge.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import styles from './Help.module.css';

type HelpRowProps = { row: ArticleRow; end?: string; query?: string };

/** Link to an article: title and summary, with the words of a search marked. */
export function HelpRow({ row, end, query = '' }: HelpRowProps) {
  return (
    <Link to={paths.helpDetail({ id: row.id })} className={styles['row']}>
      <span className={styles['words']}>
        <span className={styles['title']}>{marked(row.title, query)}</span>
        <span className={styles['summary']}>{marked(row.summary, query)}</span>
        {end !== undefined && <span className={styles['place']}>{end}</span>}
      </span>
      <ChevronRight aria-hidden size={18} className={styles['arrow']} />
    </Link>
  );
}

function marked(text: string, query: string): ReactNode {
  const words = query.match(/[\p{L}\p{N}\p{M}]+/gu);
  if (words === null) return text;
  const pieces = text.split(new RegExp(`(${words.join('|')})`, 'giu'));
  // Every second piece is a found word.
  return Array.from(pieces, (piece, place) => (place % 2 === 1 ? <mark key={place}>{piece}</mark> : piece));
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
