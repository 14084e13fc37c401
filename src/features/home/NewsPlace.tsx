import { readJson } from '../../shared/storage/localStore.ts';
import styles from './Home.module.css';

/** News that the home page had the last time. */
export type KnownNews = Readonly<Record<'hasBanner' | 'hasNotice' | 'hasOffer', boolean>>;

/** Its storage key. */
export const KNOWN_NEWS_KEY = 'home-news';

/** The last known news; everything on the first visit, since an exchange usually has news. */
export function knownNews(): KnownNews {
  const known = readJson(KNOWN_NEWS_KEY) as Partial<Record<keyof KnownNews, unknown>> | undefined;
  const has = (name: keyof KnownNews) => known?.[name] !== false;
  return { hasBanner: has('hasBanner'), hasNotice: has('hasNotice'), hasOffer: has('hasOffer') };
}

/** Placeholders of banners, notice and offering. */
export function NewsPlace({ hasBanner, hasNotice, hasOffer }: Partial<KnownNews>) {
  return (
    <>
      {hasBanner && <div className={styles['bannerPlace']} />}
      {hasNotice && <div className={styles['noticePlace']} />}
      {hasOffer && <div className={styles['noticePlace']} />}
    </>
  );
}
