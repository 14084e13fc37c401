/** The texts of every page but the first one, in Vietnamese. The manifest's are for the build alone. */
import type { Loader, Texts } from '../registry.ts';

export const PAGE_TEXTS: Readonly<Record<string, Loader>> = {
  ...import.meta.glob<Texts>(['./*.json', '!./common.json', '!./shell.json', '!./home.json', '!./manifest.json'], {
    import: 'default',
  }),
  // The server speaks them as well.
  './reasons.json': async () => (await import('@halyard/contract/messages/reasons/vnm')).default,
};
