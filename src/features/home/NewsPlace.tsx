import { readJson } from '../../shared/storage/localStore.ts';
import styles from './Home.module.css';

/** What there was to show the last time. */
export type KnownNews = Readonly<Record<'hasBanner' | 'hasNotice' | 'hasOffer', boolean>>;

/** Where that is remembered on the device. */
export const KNOWN_NEWS_KEY = 'home-news';

/** What was remembered; all on the first visit, since an exchange has news as a rule. */
export function knownNews(): KnownNews {
  const kept = readJson(KNOWN_NEWS_KEY) as Partial<Record<keyof KnownNews, unknown>> | undefined;
  const has = (name: keyof KnownNews) => kept?.[name] !== false;
  return { hasBanner: has('hasBanner'), hasNotice: has('hasNotice'), hasOffer: has('hasOffer') };
}

/** The places of banners, notice and offer before they are there. */
export function NewsPlace({ hasBanner, hasNotice, hasOffer }: Partial<KnownNews>) {
  return (
    <>
      {hasBanner && <div className={styles['bannerPlace']} />}
      {hasNotice && <div className={styles['noticePlace']} />}
      {hasOffer && <div className={styles['noticePlace']} />}
    </>
  );
}
