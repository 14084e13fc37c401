import type { Feature } from '../../shared/navigation/feature.ts';

export const manifest: Feature = {
  pages: {
    login: {
      load: async () => (await import('./LoginPage.tsx')).LoginPage,
      namespaces: ['auth'],
    },
    register: {
      load: async () => (await import('./RegisterPage.tsx')).RegisterPage,
      namespaces: ['auth'],
    },
    forgetPassword: {
      load: async () => (await import('./ForgetPasswordPage.tsx')).ForgetPasswordPage,
      namespaces: ['auth'],
    },
    choose: {
      load: async () => (await import('./ChoosePage.tsx')).ChoosePage,
      namespaces: ['auth'],
    },
    userAgreement: {
      load: async () => (await import('./TermsPages.tsx')).UserAgreementPage,
      namespaces: ['help', 'notices'],
    },
    privacy: {
      load: async () => (await import('./TermsPages.tsx')).PrivacyPage,
      namespaces: ['help', 'notices'],
    },
  },
  section: { name: 'help', order: 7, links: ['userAgreement', 'privacy'] },
};
