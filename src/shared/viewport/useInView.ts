import { useEffect, useEffectEvent, useRef } from 'react';

// A screen ahead: what is loaded in time is not waited for.
const AHEAD = '600px';

type Watch = {
  /** Whether it is looked for at all. */
  readonly isOn: boolean;
  /** What the end of the list moves with: how many rows there are. */
  readonly step: number;
  /** Called once a step when the end comes near the view, or is there already. Where the browser cannot tell, never. */
  readonly onNear: () => void;
};

/** A ref for what stands at the end of a list. */
export function useInView<Place extends Element>({ isOn, step, onNear }: Watch) {
  const ref = useRef<Place>(null);
  const tell = useEffectEvent(onNear);
  useEffect(() => {
    const place = ref.current;
    if (!isOn || place === null || typeof IntersectionObserver !== 'function') return undefined;
    // A new one each step: an observer tells only what changes, and a page of few rows leaves the end in view.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        tell();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [isOn, step]);
  return ref;
}
