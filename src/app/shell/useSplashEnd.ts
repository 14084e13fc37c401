import { useEffect } from 'react';

/** Removes the splash of `index.html` once the first page is there. */
export function useSplashEnd(): void {
  useEffect(() => document.querySelector('#splash')?.remove(), []);
}
