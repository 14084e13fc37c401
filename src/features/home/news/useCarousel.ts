import { useEffect, useRef, useState } from 'react';

/** How long a banner stands before the next one comes. */
const STANDS_MS = 7000;

/** Slides side by side in `scroller`: which one is in sight, and how they change by themselves. */
export function useCarousel(count: number) {
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
