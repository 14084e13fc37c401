import { useEffect, useEffectEvent } from 'react';
import { takeSharedFile, type SharePlace } from './sharedFile.ts';

/** Passes a shared file to the page that the user chose for it; once, when the page opens. */
export function useSharedFile(place: SharePlace, onFile: (file: File) => void): void {
  const take = useEffectEvent(onFile);
  useEffect(() => {
    void takeSharedFile(place).then((file) => file && take(file));
  }, [place]);
}
