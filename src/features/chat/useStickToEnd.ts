import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near to its end the chat follows what comes. */
const NEAR_PX = 120;
/** For so long a page that cannot be scrolled is waited for: a menu that closes above it holds it. */
const HELD_MS = 1500;

type Ends = {
  /** Of the first and the last entry: what they move with. */
  readonly first: number | undefined;
  readonly last: string;
  /** Whether the last one is one's own: whoever writes wants to see it. */
  readonly isOwnLast: boolean;
};

/**
 * Opens the chat at its end, stays there while something comes, and stays where one reads when something older comes in
 * front of it.
 */
export function useStickToEnd({ first, last, isOwnLast }: Ends) {
  const [isAtEnd, setAtEnd] = useState(true);
  const place = useRef({ first, last: '', height: 0, isAtEnd: true, isGoing: false });

  const look = useCallback(() => {
    // Where it is on its way to is where it counts as being.
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
    // Looked at again in the next frame: after the router, which puts a new page at its top.
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
      // The keyboard came, or a message says more than before: the end is elsewhere now.
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

/** How far below the view the page ends, in pixels. */
function distancePx(): number {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight - clientHeight - window.scrollY;
}
