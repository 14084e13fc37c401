import { ChevronRight } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ArticleRow } from '@halyard/contract/news/calls';
import type { Offering } from '@halyard/contract/launchpad/calls';
import { useRecommendedOffering } from '../../../domain/launchpad/useOfferings.ts';
import { useArticles, useNotices } from '../../../domain/news/useNews.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { loadNamespace } from '../../../shared/i18n/i18n.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { writeJson } from '../../../shared/storage/localStore.ts';
import { Chip } from '../../../shared/ui/Chip.tsx';
import { useMatchMedia } from '../../../shared/viewport/useMatchMedia.ts';
import home from '../Home.module.css';
import { KNOWN_NEWS_KEY, type KnownNews, NewsPlace } from '../NewsPlace.tsx';
import { Banners } from './Banners.tsx';
import styles from './News.module.css';

/** Two columns have room for more: the same as in Home.module.css. */
const WIDE = '(width >= 768px) and (width >= 46em) and (height >= 560px)';

const HomeDesktop = lazyPart(async () => {
  const [{ HomeDesktop: Desktop }] = await Promise.all([
    import('./HomeDesktop.tsx'),
    ...['desktop', 'kline'].map(loadNamespace),
  ]);
  return Desktop;
});

/** Banners, the newest notice, the recommended offering. Failed parts are left out: home is for prices. */
export function HomeNews(known: KnownNews) {
  const isWide = useMatchMedia(WIDE);
  const banners = useArticles('banner');
  const { rows: notices, error } = useNotices();
  const newest = notices?.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  const { offering, error: offeringError } = useRecommendedOffering();
  useEffect(() => {
    if (banners.rows === undefined || notices === undefined || offering === undefined) return;
    writeJson(KNOWN_NEWS_KEY, {
      hasBanner: banners.rows.length > 0,
      hasNotice: notices.length > 0,
      hasOffer: offering !== null,
    } satisfies KnownNews);
  }, [banners.rows, notices, offering]);
  return (
    <>
      {banners.rows === undefined && banners.error === undefined && <NewsPlace hasBanner={known.hasBanner} />}
      {banners.rows !== undefined && banners.rows.length > 0 && (
        <div className={home['bannerPlace']}>
          <Banners rows={banners.rows} />
        </div>
      )}
      {notices === undefined && error === undefined && <NewsPlace hasNotice={known.hasNotice} />}
      {newest !== undefined && (
        <div className={home['noticePlace']}>
          <NoticeTicker notice={newest} />
        </div>
      )}
      {offering === undefined && offeringError === undefined && <NewsPlace hasOffer={known.hasOffer} />}
      {offering != null && (
        <div className={home['noticePlace']}>
          <OfferingTicker offering={offering} />
        </div>
      )}
      {isWide && (
        <Suspense fallback={null}>
          <HomeDesktop />
        </Suspense>
      )}
    </>
  );
}

/** The recommended offering, as a link. */
function OfferingTicker({ offering }: { offering: Offering }) {
  const { t } = useTranslation('home');
  return (
    <Link to={paths.publication({ id: offering.id })} className={styles['ticker']}>
      <Chip>{t('news.newCoin')}</Chip> <span className={styles['notice']}>{offering.recommendTitle}</span>
      <ChevronRight aria-hidden size={16} className={styles['arrow']} />
    </Link>
  );
}

/** The newest notice; links to all notices. */
function NoticeTicker({ notice }: { notice: ArticleRow }) {
  const { t } = useTranslation('home');
  return (
    <Link to={paths.notices()} className={styles['ticker']}>
      <Chip>{t('news.notice')}</Chip> <span className={styles['notice']}>{notice.title}</span>
      <ChevronRight aria-hidden size={16} className={styles['arrow']} />
    </Link>
  );
}
