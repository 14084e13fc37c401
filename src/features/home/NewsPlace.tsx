import { readJson } from '../../shared/storage/localStore.ts';
import styles from './Home.module.css';

/** What there was to show the last time. */
export type KnownNews = { readonly hasBanner: boolean; readonly hasNotice: boolean };

/** Where that is remembered on the device. */
export const KNOWN_NEWS_KEY = 'home-news';

/** What was remembered; both on the first visit, since an exchange has news as a rule. */
export function knownNews(): KnownNews {
  const kept = readJson(KNOWN_NEWS_KEY) as Partial<Record<keyof KnownNews, unknown>> | undefined;
  return { hasBanner: kept?.hasBanner !== false, hasNotice: kept?.hasNotice !== false };
}

/** The places of banners and notice before they are there. */
export function NewsPlace({ hasBanner, hasNotice }: KnownNews) {
  return (
    <>
      {hasBanner && <div className={styles['bannerPlace']} />}
      {hasNotice && <div className={styles['noticePlace']} />}
    </>
  );
}
