import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { builtRouteOf } from '../../../shared/navigation/builtPages.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import styles from './News.module.css';

/** How long a banner stands before the next one comes. */
const STANDS_MS = 7000;

/**
 * Banners, one at a time: swiped, or changing by themselves until somebody touches, points at or focuses them, or stops
 * them. They stand still for whoever wants no motion.
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

/** Where a banner leads: a page of the app; without one that exists, its own text. */
function targetOf({ id, link }: ArticleRow): string {
  const isPage = link != null && builtRouteOf(link.split('?')[0] ?? '') !== undefined;
  return isPage ? link : paths.notice({ id });
}

// Of this site alone: another one would learn who looks. What lies in the app itself is for clients that show no banner
// without a picture.
function isOwnPicture(cover: string | null): cover is string {
  return cover !== null && /^\/(?!\/|h5)/.test(cover);
}

/** Slides side by side in `scroller`: which one is in sight, and how they change by themselves. */
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
      // Some browsers of tests have no layout to scroll.
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
    /** Whoever looks closer, or works with the keys, is not hurried. */
    holders: { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release },
    onScroll: () => {
      const { current } = scroller;
      if (current !== null && current.clientWidth > 0) setPlace(Math.round(current.scrollLeft / current.clientWidth));
    },
  } as const;
}
