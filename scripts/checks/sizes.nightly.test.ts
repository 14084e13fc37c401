// The size check follows Vite's manifest: chunks that load at once are summed once, lazy parts count for their
// addition, charts and the map are reported separately.
import { describe, expect, it } from 'vitest';
import { closure, precachedFiles, rowsOf, type Manifest } from './sizes.ts';

const manifest: Manifest = {
  'index.html': {
    file: 'assets/index.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: [
      'src/features/home/HomePage.tsx',
      'src/features/spot/TradePage.tsx',
      'locales/en/home.json',
      'locales/en/spot.json',
    ],
  },
  '_react.js': { file: 'assets/react.js' },
  '_ui.js': { file: 'assets/ui.js', imports: ['_react.js'] },
  'src/features/home/HomePage.tsx': { file: 'assets/home.js', imports: ['index.html', '_ui.js'] },
  'src/features/spot/TradePage.tsx': {
    file: 'assets/trade.js',
    imports: ['_ui.js'],
    dynamicImports: ['src/shared/charts/Chart.tsx', 'src/shared/map/Map.tsx'],
  },
  'src/shared/charts/Chart.tsx': { file: 'assets/charts.js', imports: ['_react.js'] },
  'src/shared/map/Map.tsx': { file: 'assets/map.js', imports: ['_react.js'] },
  'locales/en/home.json': { file: 'assets/home-en.js' },
  'locales/en/spot.json': { file: 'assets/spot-en.js' },
};
const SIZES: Record<string, number> = {
  'assets/index.js': 1,
  'assets/react.js': 10,
  'assets/ui.js': 100,
  'assets/home.js': 1000,
  'assets/trade.js': 10_000,
  'assets/charts.js': 100_000,
  'assets/home-en.js': 1_000_000,
  'assets/map.js': 10_000_000,
};

describe('the size check', () => {
  it('follows imports except lazy ones', () => {
    expect(closure(manifest, ['src/features/spot/TradePage.tsx'])).toEqual(
      new Set(['src/features/spot/TradePage.tsx', '_ui.js', '_react.js']),
    );
  });

  it('sums the first route with its texts, and other routes beyond the start', () => {
    const rows = rowsOf(manifest, (file) => SIZES[file] ?? 0);
    expect(rows.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['first route', 1_001_111],
      ['src/features/spot/TradePage.tsx', 10_100],
      ['src/shared/charts/Chart.tsx', 100_000],
      ['src/shared/map/Map.tsx', 10_000_000],
    ]);
  });

  it('knows home by the name of its chunk as well, and never leaves it out', () => {
    const dynamicImports = ['_home-1.js'];
    const merged = { 'index.html': { file: 'assets/index.js', isEntry: true, dynamicImports } };
    const rows = rowsOf({ ...merged, '_home-1.js': { file: 'assets/home.js' } }, (file) => SIZES[file] ?? 0);
    expect(rows.map(({ name, bytes }) => [name, bytes])).toEqual([['first route', 1001]]);
    expect(() => rowsOf({ 'index.html': { file: 'assets/index.js', isEntry: true } }, () => 0)).toThrow('no home');
  });

  it('sets budgets for routes and none for the charts and the map', () => {
    const budgets = Object.fromEntries(rowsOf(manifest, () => 0).map(({ name, maxBytes }) => [name, maxBytes]));
    expect(budgets).toEqual({
      'first route': 199_680,
      'src/features/spot/TradePage.tsx': 40_960,
      'src/shared/charts/Chart.tsx': undefined,
      'src/shared/map/Map.tsx': undefined,
    });
  });
});

it('reads the cached files from the list of the worker', () => {
  const worker =
    'x([{"revision":null,"url":"assets/a-1.js"},{"revision":"51dc0458749de58bb51618b87c94f79b","url":"index.html"}]||[])';
  expect(precachedFiles(worker)).toEqual(['assets/a-1.js', 'index.html']);
});
