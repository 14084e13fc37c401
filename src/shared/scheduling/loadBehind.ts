/**
 * Runs `load`, which imports code that no screen waits for and starts it. Its files may be unreachable, as they are
 * cached only after their first use: then it runs again when the connection returns.
 */
export function loadBehind(load: () => Promise<void>): void {
  load().catch(() => window.addEventListener('online', () => loadBehind(load), { once: true }));
}
