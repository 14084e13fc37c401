import { BookUser } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    addresses: {
      load: async () => (await import('./AddressesPage.tsx')).AddressesPage,
      namespaces: ['addresses'],
      needsSession: true,
    },
    address: {
      load: async () => (await import('./AddressPage.tsx')).AddressPage,
      namespaces: ['addresses'],
      needsSession: true,
    },
    createAddress: {
      load: async () => (await import('./CreateAddressPage.tsx')).CreateAddressPage,
      namespaces: ['addresses', 'auth'],
      needsSession: true,
    },
  },
  section: { name: 'money', order: 6 },
  menu: [{ page: 'addresses', icon: BookUser, text: 'titles.addresses', order: 8 }],
};
