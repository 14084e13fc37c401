import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { builtRouteOf } from '../../../shared/navigation/builtPages.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import styles from './News.module.css';

/** How long each banner is shown. */
const STANDS_MS = 7000;

/**
 * Banners, one at a time: swiped, or advancing until the user touches, hovers, focuses or stops them. They do not move
 * with reduced motion.
 */
export function Banners({ rows }: { rows: readonly ArticleRow[] }) {
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
