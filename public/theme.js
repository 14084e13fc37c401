// Runs before the first paint, so that who chose the light theme is not met by the dark one. A file of its own, since the content policy
// allows no script in the page; src/app/listeners/preferenceListeners.ts takes over from here.
try {
  const { theme } = JSON.parse(localStorage.getItem('preferences') ?? '{}');
  const followsDevice = theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches;
  if (theme === 'light' || followsDevice) document.documentElement.dataset.theme = 'light';
} catch {
  // Without storage the dark theme stands.
}
