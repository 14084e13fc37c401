/** The app's mark as inline paths, as in `index.html`: shown before any file is loaded. */
export const MARK_PATHS = [
  { d: 'M268 84c74 76 122 168 138 268a12 12 0 0 1-12 14H268a12 12 0 0 1-12-12V89c0-8 7-11 12-5z', opacity: 1 },
  {
    d: 'M222 158c6-8 14-5 14 3v193a12 12 0 0 1-12 12H126c-10 0-15-9-11-18 25-66 62-130 107-190z',
    opacity: 0.62,
  },
  { d: 'M112 396h290c9 0 14 9 9 17-14 22-36 33-62 33H169c-27 0-50-12-65-34-5-7 0-16 8-16z', opacity: 1 },
] as const;
