import { useEffect, useEffectEvent, useRef } from 'react';

// One screen ahead, so that more is loaded before it is needed.
const AHEAD = '600px';

type Watch = {
  /** Whether to observe at all. */
  readonly isOn: boolean;
  /** Value that changes when the list grows: the number of rows. */
  readonly step: number;
  /**
   * Called once per step when the end of the list is near the view. Never called in browsers without
   * IntersectionObserver.
   */
  readonly onNear: () => void;
};

/** A ref for an element at the end of a list. */
export function useInView<Place extends Element>({ isOn, step, onNear }: Watch) {
  const ref = useRef<Place>(null);
  const notifyNear = useEffectEvent(onNear);
  useEffect(() => {
    const place = ref.current;
    if (!isOn || place === null || typeof IntersectionObserver !== 'function') return undefined;
    // A new one for each step: an observer reports changes only, and a short page leaves the end in view.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        notifyNear();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [isOn, step]);
  return ref;
}
