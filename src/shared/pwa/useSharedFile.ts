import { useEffect, useEffectEvent } from 'react';
import { takeSharedFile, type SharePlace } from './sharedFile.ts';

/** Hands a file that was shared with the app to the page where its user wants it; once, when the page opens. */
export function useSharedFile(place: SharePlace, onFile: (file: File) => void): void {
  const take = useEffectEvent(onFile);
  useEffect(() => {
    void takeSharedFile(place).then((file) => file && take(file));
  }, [place]);
}
