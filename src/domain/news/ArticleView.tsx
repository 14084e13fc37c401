import { ExternalLink } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf, LOCALES } from '@halyard/contract/languages';
import type { Article } from '@halyard/contract/news/calls';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './Article.module.css';
import { articleElements } from './articleElements.tsx';
import { AsOf } from './AsOf.tsx';
import type { useArticle } from './useNews.ts';

type ArticleViewProps = {
  reading: ReturnType<typeof useArticle>;
  /** Whether the address names an article; otherwise it does not exist. */
  isKnown: boolean;
  /** Shown when the article does not exist. */
  gone: ReactNode;
  /** Whether the article's title is shown; not where the page has the same one. */
  hasTitle?: boolean;
  /** Shown below the article. */
  children?: ReactNode;
};

/** An article in all its states: loading, loaded with its age, failed, missing. Needs the texts of `notices`. */
export function ArticleView({ reading, isKnown, gone, hasTitle = true, children }: ArticleViewProps) {
  const { t } = useTranslation('notices');
  const { article, error, fetchedAt, retry, isRetrying, updatedAtMs } = reading;
  if (!isKnown || error?.code === 'ARTICLE_NOT_FOUND') return gone;
  if (article === undefined) {
    if (error === undefined) return <ArticleLoading />;
    return (
      <ErrorState what={t('article.failed')} onRetry={retry} isRetrying={isRetrying}>
        {error.code === 'OFFLINE' ? t('article.notKept') : appErrorText(error)}
      </ErrorState>
    );
  }
  return (
    <PullToRefresh onRefresh={retry} updatedAtMs={fetchedAt === undefined ? updatedAtMs : undefined}>
      <article className={styles['article']}>
        <AsOf fetchedAt={fetchedAt} />
        <ArticleHead article={article} hasTitle={hasTitle} />
        <ArticleBody html={article.content} lang={tagOf(article.language)} />
      </article>
      {children}
    </PullToRefresh>
  );
}

function ArticleHead({ article, hasTitle }: { article: Article; hasTitle: boolean }) {
  const format = useFormat();
  const { t } = useTranslation('common');
  const isHelp = article.kind === 'help';
  const at = (isHelp ? article.updatedAt : undefined) ?? article.createdAt;
  // Articles are dated by UTC days.
  const day = format.moment(Date.parse(at), 'date', 'utc');
  return (
    <header className={styles['head']} lang={tagOf(article.language)}>
      {hasTitle && <h2 className={styles['title']}>{article.title}</h2>}
      <p className={styles['by']}>
        <span>{article.author}</span>
        <time dateTime={at.slice(0, 10)}>{isHelp ? t('ui.updatedAt', { time: day }) : day}</time>
      </p>
      {article.cover !== null && /^\/(?!\/)/.test(article.cover) && (
        <img src={article.cover} alt="" className={styles['cover']} />
      )}
    </header>
  );
}

function ArticleLoading() {
  return (
    <Loading>
      <div className={styles['loading']}>
        <Skeleton width="70%" height={24} />
        <Skeleton width="40%" />
        {['100%', '94%', '98%', '60%', '96%', '88%', '40%'].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </Loading>
  );
}

/** The `lang` attribute: the locale without its Unicode extension. */
function tagOf(language: string): string {
  return LOCALES[languageOf(language)].replace(/-u-.*$/, '');
}

type ArticleBodyProps = {
  html: string;
  /** BCP 47; English when there is no translation. */
  lang: string;
};

/** The body of an article. Needs the texts of `notices`. */
function ArticleBody({ html, lang }: ArticleBodyProps) {
  const { t } = useTranslation('notices');
  const content = useMemo(() => {
    const newWindow = (
      <>
        <ExternalLink aria-hidden className={styles['external']} />
        <VisuallyHidden>{t('article.newWindow')}</VisuallyHidden>
      </>
    );
    return articleElements(html, { table: t('article.table'), newWindow, scrollClass: styles['scroll'] });
  }, [html, t]);
  return (
    <div className={styles['body']} lang={lang}>
      {content}
    </div>
  );
}
