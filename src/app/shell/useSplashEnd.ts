import { useEffect } from 'react';

/** Takes the splash of `index.html` away when the first page is there. */
export function useSplashEnd(): void {
  useEffect(() => document.querySelector('#splash')?.remove(), []);
}
