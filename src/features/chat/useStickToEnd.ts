import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Within this distance of the end the chat follows new messages. */
const NEAR_PX = 120;
/** How long to wait for a page that cannot scroll: a closing menu above it blocks scrolling. */
const HELD_MS = 1500;

type Ends = {
  /** Ids of the first and the last entry. */
  readonly first: number | undefined;
  readonly last: string;
  /** Whether the last entry is the user's own, which is always scrolled to. */
  readonly isOwnLast: boolean;
};

/** Opens the chat at its end, follows new messages there, and keeps the position when older ones are inserted above. */
export function useStickToEnd({ first, last, isOwnLast }: Ends) {
  const [isAtEnd, setAtEnd] = useState(true);
  const place = useRef({ first, last: '', height: 0, isAtEnd: true, isGoing: false });

  const look = useCallback(() => {
    // The target of a running scroll counts as the position.
    if (place.current.isGoing) return;
    const isNow = distancePx() <= NEAR_PX;
    place.current = { ...place.current, isAtEnd: isNow, height: document.documentElement.scrollHeight };
    setAtEnd(isNow);
  }, []);

  const goToEnd = useCallback(() => {
    const deadlineMs = performance.now() + HELD_MS;
    place.current.isGoing = true;
    const arrive = () => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      if (distancePx() > 1 && performance.now() < deadlineMs) {
        requestAnimationFrame(arrive);
        return;
      }
      place.current.isGoing = false;
      look();
    };
    window.scrollTo(0, document.documentElement.scrollHeight);
    // Checked again in the next frame, after the router has scrolled the new page to its top.
    requestAnimationFrame(arrive);
  }, [look]);

  useLayoutEffect(() => {
    const was = place.current;
    const hasOlder = was.first !== undefined && first !== undefined && first < was.first;
    const isNew = was.last !== last;
    place.current = { ...was, first, last, height: document.documentElement.scrollHeight };
    if (hasOlder && !isNew) window.scrollTo(0, window.scrollY + place.current.height - was.height);
    else if (isNew && (was.isAtEnd || isOwnLast)) goToEnd();
  }, [first, last, isOwnLast, goToEnd]);

  useEffect(() => {
    const follow = () => {
      // The keyboard opened or a message grew, so the end has moved.
      if (place.current.isAtEnd) goToEnd();
      else look();
    };
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', follow);
    window.visualViewport?.addEventListener('resize', follow);
    const growth = typeof ResizeObserver === 'function' ? new ResizeObserver(follow) : undefined;
    growth?.observe(document.body);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', follow);
      window.visualViewport?.removeEventListener('resize', follow);
      growth?.disconnect();
    };
  }, [goToEnd, look]);

  return { isAtEnd, goToEnd };
}

/** Distance of the page's end below the viewport, in pixels. */
function distancePx(): number {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight - clientHeight - window.scrollY;
}
