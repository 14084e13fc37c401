import { ClipboardX, LockOpen, Sprout } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

const namespaces = ['launchpad', 'reasons'] as const;

export const manifest: Feature = {
  pages: {
    publications: { load: async () => (await import('./OfferingsPage.tsx')).OfferingsPage, namespaces },
    publication: { load: async () => (await import('./OfferingPage.tsx')).OfferingPage, namespaces },
    publicationPurchase: {
      load: async () => (await import('./SubscribePage.tsx')).SubscribePage,
      namespaces,
      needsSession: true,
    },
  },
  section: { name: 'earn', order: 2 },
  menu: [{ page: 'publications', icon: Sprout, text: 'titles.publications', order: 1.7 }],
  entryIcons: {
    subscription_hold: Sprout,
    subscription_release: ClipboardX,
    subscription_allot: Sprout,
    subscription_unlock: LockOpen,
  },
  messageIcons: { offers: Sprout },
};
