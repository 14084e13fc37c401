/**
 * Stylesheets that could not be loaded. Vite asks for each of them once and goes on without it, so a part of the app
 * that is asked for again when the network is back would be shown without its looks.
 */
const lost = new Set<HTMLLinkElement>();

/** Hears of stylesheets that do not come. Gives back the clean-up. */
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

/**
 * Loads a part of the app; before it the stylesheets that did not come, and rejects when one of them does not come now
 * either.
 */
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
