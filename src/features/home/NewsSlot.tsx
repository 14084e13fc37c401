import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { whenIdle } from '../../shared/scheduling/whenIdle.ts';
import { knownNews, NewsPlace } from './NewsPlace.tsx';

// Home does without, where the connection has gone in the meantime.
const HomeNews = lazyPart(async () => (await import('./news/HomeNews.tsx')).HomeNews, NewsPlace);

/**
 * Where banners and the newest notice stand. They come when the prices are there and the browser is idle; their place
 * is kept, so that nothing moves.
 */
export function NewsSlot() {
  const [isTime, setTime] = useState(false);
  const [known] = useState(knownNews);
  useEffect(() => whenIdle(() => setTime(true)), []);
  const place = <NewsPlace {...known} />;
  return <Suspense fallback={place}>{isTime ? <HomeNews {...known} /> : place}</Suspense>;
}
