import { Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { builtRouteOf } from '../../../shared/navigation/builtPages.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import styles from './News.module.css';
import { useCarousel } from './useCarousel.ts';

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
