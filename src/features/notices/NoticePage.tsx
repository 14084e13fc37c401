import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ArticleView } from '../../domain/news/ArticleView.tsx';
import { articleKeyOf } from '../../domain/news/articleKey.ts';
import { useArticle } from '../../domain/news/useNews.ts';
import { useReadNotices } from '../../domain/news/readNotices.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';

/** One notice, named by the query's `id`. Also shows a banner without a link. */
export function NoticePage() {
  const { t } = useTranslation('notices');
  const [query] = useSearchParams();
  const { markRead } = useReadNotices();
  const key = articleKeyOf(query);
  const reading = useArticle(key);
  const readId = reading.article?.id;
  useEffect(() => {
    if (readId !== undefined) markRead(readId);
  }, [markRead, readId]);
  const gone = (
    <EmptyState
      text={t('gone')}
      action={
        <ButtonLink kind="ghost" size="small" to={paths.notices()}>
          {t('all')}
        </ButtonLink>
      }
    />
  );
  return (
    <Page header={<NavBar title={t('one')} />} isReading>
      <ArticleView reading={reading} isKnown={key !== undefined} gone={gone} />
    </Page>
  );
}
