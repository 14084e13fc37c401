import { CalendarSync, Repeat2 } from 'lucide-react';
import type { Feature } from '../../shared/navigation/feature.ts';

// Not the icon of other pages: sharing it would load the code of all menu entries with them.
export const manifest: Feature = {
  pages: {
    convert: {
      load: async () => (await import('./ConvertPage.tsx')).ConvertPage,
      namespaces: ['convert'],
      needsSession: true,
    },
    plans: {
      load: async () => (await import('./plans/PlansPage.tsx')).PlansPage,
      namespaces: ['plans'],
      needsSession: true,
    },
    plan: {
      load: async () => (await import('./plans/PlanPage.tsx')).PlanPage,
      namespaces: ['plans'],
      needsSession: true,
    },
    editPlan: {
      load: async () => (await import('./plans/EditPlanPage.tsx')).EditPlanPage,
      namespaces: ['plans'],
      needsSession: true,
    },
    newPlan: {
      load: async () => (await import('./plans/NewPlanPage.tsx')).NewPlanPage,
      namespaces: ['plans'],
      needsSession: true,
    },
  },
  section: { name: 'money', order: 5, links: ['convert', 'plans'] },
  messageIcons: { plans: CalendarSync },
  menu: [{ page: 'convert', icon: Repeat2, text: 'titles.convert', order: 4.5 }],
};
