/**
 * Stylesheets that failed to load. Vite requests each of them once and continues without it, so a chunk loaded again
 * after an outage would appear without styles.
 */
const lost = new Set<HTMLLinkElement>();

/** Records stylesheets that fail to load. Returns the clean-up. */
export function watchLostStyles(): () => void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target);
  };
  document.addEventListener('error', note, { capture: true });
  return () => {
    document.removeEventListener('error', note, { capture: true });
    lost.clear();
  };
}

/** Loads a chunk after the stylesheets that had failed; rejects if one of them fails again. */
export function withStyles<T>(load: () => Promise<T>): Promise<T> {
  if (lost.size === 0) return load();
  return Promise.all(Array.from(lost, restore)).then(load);
}

function restore(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => {
      lost.delete(link);
      link.remove();
      resolve();
    });
    again.addEventListener('error', () => {
      lost.delete(again);
      again.remove();
      reject(new Error(`${link.href} could not be loaded`));
    });
    link.after(again);
  });
}
