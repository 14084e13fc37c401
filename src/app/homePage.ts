/** The home page, apart from all others: it is what most visits start with, so it is known from the start. */

export const HOME_PAGE = {
  load: async () => (await import('../features/home/HomePage.tsx')).HomePage,
  namespaces: ['home'],
};
