/** A page that is dark whatever the user's theme is, with its sheets and its chart (specification, section 2). */
import { useLayoutEffect } from 'react';

export function useDarkPage(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    let chosen: string | undefined;
    const darken = () => {
      chosen = root.dataset['theme'];
      root.dataset['theme'] = 'dark';
      observer.takeRecords();
    };
    // The theme may change meanwhile, with the device's or in another tab; it then holds when the page is left.
    const observer = new MutationObserver(darken);
    observer.observe(root, { attributeFilter: ['data-theme'] });
    darken();
    return () => {
      observer.disconnect();
      if (chosen !== undefined) root.dataset['theme'] = chosen;
    };
  }, []);
}
