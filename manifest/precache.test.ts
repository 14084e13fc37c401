// Files that the worker caches at installation (start and tabs, with all imports, in English), files that it caches
// afterwards (the rest, one language each), and large files that it caches on first use.
import { expect, it } from 'vitest';
import { planFetching } from './precache.ts';

const PLAN = planFetching({
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_start.js'], css: ['assets/start.css'] },
  '_start.js': { file: 'assets/start.js' },
  '_form.js': { file: 'assets/form.js', css: ['assets/form.css'] },
  '_unused.js': { file: 'assets/unused.js' },
  'src/features/home/HomePage.tsx': { file: 'assets/home.js', imports: ['_start.js'] },
  'src/features/deposit/DepositPage.tsx': { file: 'assets/deposit.js', imports: ['_start.js', '_form.js'] },
  'src/shared/ui/OverlayPanel.tsx': { file: 'assets/overlay.js' },
  'src/app/shell/AccountStream.tsx': { file: 'assets/stream.js' },
  'src/shared/realtime/realtimeClient.ts': { file: 'assets/realtime.js' },
  'src/shared/charts/CandleChart.tsx': { file: 'assets/chart.js' },
  'contract/src/user/phone.ts': { file: 'assets/phone.js' },
  'locales/en/home.json': { file: 'assets/home-en.js' },
  'locales/en/deposit.json': { file: 'assets/deposit-en.js' },
  'locales/th/home.json': { file: 'assets/home-th.js' },
  'contract/src/messages/en.json': { file: 'assets/en.js' },
  'contract/src/messages/th.json': { file: 'assets/th.js' },
});

it('caches at installation the files that open the app', () => {
  expect([...PLAN.atOnce].toSorted()).toEqual(
    ['en.js', 'home-en.js', 'home.js', 'index.js', 'overlay.js', 'start.css', 'start.js'].map(
      (name) => `assets/${name}`,
    ),
  );
});

it('fetches the other pages afterwards, with their imports', () => {
  expect(PLAN.afterwards.toSorted()).toEqual([
    'assets/deposit.js',
    'assets/form.css',
    'assets/form.js',
    'assets/realtime.js',
    'assets/stream.js',
  ]);
});

it('fetches texts by language', () => {
  expect(PLAN.texts).toEqual({ en: ['assets/deposit-en.js'], th: ['assets/home-th.js', 'assets/th.js'] });
});
