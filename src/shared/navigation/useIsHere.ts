/** Navigation after late answers: the user may have left the page. Apart from what the first route loads. */
import { type RefObject, useEffect, useRef } from 'react';
import { useBack } from './useBack.ts';

/** Whether the component is still shown. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** Goes back as `useBack` does, but nowhere once the user has left the page. */
export function useBackIfHere(): () => void {
  const back = useBack();
  const isHere = useIsHere();
  return () => {
    if (isHere.current) back();
  };
}
