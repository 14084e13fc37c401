// Runs before the first paint, so that who chose the light theme, other colours of prices or another language is not
// met by the usual ones. A file of its own, since the content policy allows no script in the page;
// src/app/listeners/preferenceListeners.ts takes over from here.
try {
  const { theme, priceColours } = JSON.parse(localStorage.getItem('preferences') ?? '{}');
  const tags = { zh: 'zh-Hans', hk: 'zh-Hant-HK', jp: 'ja', kr: 'ko', esp: 'es', th: 'th', vnm: 'vi' };
  const ours = { ja: 'jp', ko: 'kr', es: 'esp', th: 'th', vi: 'vnm', en: 'en' };
  const languageOf = (tag) => {
    if (/^zh/i.test(tag)) return /^zh-(hant|hk|tw|mo)/i.test(tag) ? 'hk' : 'zh';
    return ours[tag.slice(0, 2).toLowerCase()];
  };
  // A first visit is in the first of the device's languages that is one of ours.
  const lang = localStorage.getItem('lang') ?? navigator.languages.map(languageOf).find(Boolean) ?? 'en';
  document.documentElement.lang = tags[lang] ?? 'en';
  const root = document.documentElement.dataset;
  root.language = lang;
  const followsDevice = theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches;
  if (theme === 'light' || followsDevice) root.theme = 'light';
  root.colours = priceColours ?? (lang === 'kr' ? 'red-blue' : 'green-up');
} catch {
  // Without storage the dark theme stands, and green rises.
}
