import { useEffect } from 'react';
import { useArticles, useNotices } from '../../../domain/news/useNews.ts';
import { writeJson } from '../../../shared/storage/localStore.ts';
import home from '../Home.module.css';
import { KNOWN_NEWS_KEY, NewsPlace, type KnownNews } from '../NewsPlace.tsx';
import { Banners } from './Banners.tsx';
import { NoticeTicker } from './NoticeTicker.tsx';

/** Banners, and the newest notice. What could not be loaded is left out: home is there for the prices. */
export function HomeNews(known: KnownNews) {
  const banners = useArticles('banner');
  const { rows: notices, error } = useNotices();
  const newest = notices?.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  useEffect(() => {
    if (banners.rows === undefined || notices === undefined) return;
    writeJson(KNOWN_NEWS_KEY, {
      hasBanner: banners.rows.length > 0,
      hasNotice: notices.length > 0,
    } satisfies KnownNews);
  }, [banners.rows, notices]);
  return (
    <>
      {banners.rows === undefined && banners.error === undefined && (
        <NewsPlace hasBanner={known.hasBanner} hasNotice={false} />
      )}
      {banners.rows !== undefined && banners.rows.length > 0 && (
        <div className={home['bannerPlace']}>
          <Banners rows={banners.rows} />
        </div>
      )}
      {notices === undefined && error === undefined && <NewsPlace hasBanner={false} hasNotice={known.hasNotice} />}
      {newest !== undefined && (
        <div className={home['noticePlace']}>
          <NoticeTicker notice={newest} />
        </div>
      )}
    </>
  );
}
