import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The theme that the page is shown in now; it follows a preference, the device, or a page that is always dark. */
export function useShownTheme(): string | undefined {
  return useSyncExternalStore(subscribe, () => document.documentElement.dataset['theme']);
}
