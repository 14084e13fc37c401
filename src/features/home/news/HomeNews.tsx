import { ChevronRight, Pause, Play } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ArticleRow } from '@halyard/contract/news/calls';
import type { Offering } from '@halyard/contract/launchpad/calls';
import { useRecommendedOffering } from '../../../domain/launchpad/offeringsApi.ts';
import { useArticles, useNotices } from '../../../domain/news/useNews.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { loadNamespace } from '../../../shared/i18n/i18n.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { writeJson } from '../../../shared/storage/localStore.ts';
import { Chip } from '../../../shared/ui/Chip.tsx';
import { useMatchMedia } from '../../../shared/viewport/useMatchMedia.ts';
import home from '../Home.module.css';
import { KNOWN_NEWS_KEY, type KnownNews, NewsPlace } from '../NewsPlace.tsx';
import styles from './News.module.css';
import { builtRouteOf } from '../../../shared/navigation/builtPages.ts';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import { Loading } from '../../../shared/ui/Skeleton.tsx';

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
        <Suspense fallback={<Loading>{null}</Loading>}>
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

/** How long each banner is shown. */
const STANDS_MS = 7000;

/**
 * Banners, one at a time: swiped, or advancing until the user touches, hovers, focuses or stops them. They do not move
 * with reduced motion.
 */
function Banners({ rows }: { rows: readonly ArticleRow[] }) {
  const { t } = useTranslation('home');
  const { scroller, place, isPlaying, canPlay, setPlaying, holders, onScroll } = useCarousel(rows.length);
  return (
    <section className={styles['banners']} aria-label={t('news.banners')} {...holders}>
      <ul ref={scroller} className={styles['slides']} onScroll={onScroll}>
        {rows.map((row) => (
          <li key={row.id} className={styles['slide']}>
            <Link to={targetOf(row)} className={styles['banner']}>
              {isOwnPicture(row.cover) && <img src={row.cover} alt="" className={styles['picture']} />}
              <span className={styles['words']}>
                <span className={styles['title']}>{row.title}</span>
                <span className={styles['summary']}>{row.summary}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <div className={styles['controls']}>
          {canPlay && (
            <IconButton
              icon={isPlaying ? <Pause aria-hidden /> : <Play aria-hidden size={16} />}
              label={t(isPlaying ? 'news.pause' : 'news.play')}
              onClick={() => setPlaying(!isPlaying)}
            />
          )}
          <span className={styles['dots']} aria-hidden="true">
            {rows.map((row, index) => (
              <i key={row.id} className={styles['dot']} data-here={index === place || undefined} />
            ))}
          </span>
        </div>
      )}
    </section>
  );
}

/** Link of a banner: a page of the app, else its own text. */
function targetOf({ id, link }: ArticleRow): string {
  const isPage = link != null && builtRouteOf(link.split('?')[0] ?? '') !== undefined;
  return isPage ? link : paths.notice({ id });
}

// Pictures of this site only: another host would learn who visits. Bundled pictures are for clients that show no banner
// without one.
function isOwnPicture(cover: string | null): cover is string {
  return cover !== null && /^\/(?!\/|h5)/.test(cover);
}

/** Slides side by side in `scroller`: the visible one, and advancing. */
function useCarousel(count: number) {
  const scroller = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState(0);
  const [isPlaying, setPlaying] = useState(true);
  const [isHeld, setHeld] = useState(false);
  const [canPlay] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const isMoving = canPlay && isPlaying && !isHeld && count > 1;
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => {
      const { current } = scroller;
      if (current === null || document.visibilityState === 'hidden') return;
      // Some test browsers have no layout to scroll.
      current.scrollTo?.({ left: ((place + 1) % count) * current.clientWidth, behavior: 'smooth' });
    }, STANDS_MS);
    return () => clearInterval(timer);
  }, [count, isMoving, place]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return {
    scroller,
    place,
    canPlay,
    isPlaying,
    setPlaying,
    /** Handlers that pause while the user points at or focuses a banner. */
    holders: { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release },
    onScroll: () => {
      const { current } = scroller;
      if (current !== null && current.clientWidth > 0) setPlace(Math.round(current.scrollLeft / current.clientWidth));
    },
  } as const;
}
