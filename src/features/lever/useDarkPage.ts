/** A page that is dark whatever the user's theme is, with its sheets and its chart (specification, section 2). */
import { useLayoutEffect } from 'react';

export function useDarkPage(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const chosen = dataset['theme'];
    dataset['theme'] = 'dark';
    return () => {
      if (chosen !== undefined) dataset['theme'] = chosen;
    };
  }, []);
}
