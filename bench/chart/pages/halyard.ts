/**
 * Ours, as the app uses it: the component of its screens with a source of candles, in React, with the app's texts and
 * tokens.
 */
import { createInstance } from 'i18next';
import { createElement, type ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import texts from '../../../locales/en/common.json';
import { CandleChart } from '../../../src/shared/charts/CandleChart.tsx';
import { createCandleSource } from '../../../src/shared/charts/candleSource.ts';
import { DEFAULT_CHART_SETTINGS, type ChartSettings } from '../../../src/shared/charts/chartSettings.ts';
import '../../../src/shared/ui/tokens.css';
import '../../../src/shared/ui/base.css';
import { readDrawn } from './drawn.ts';
import { offer } from './page.ts';

/** By the options in the page's address. */
const SETTINGS: Readonly<Record<string, ChartSettings>> = {
  // Candles and their volume, as every library of the benchmark draws them.
  '': { ...DEFAULT_CHART_SETTINGS, overlays: [], params: { ...DEFAULT_CHART_SETTINGS.params, vol: { lengths: [] } } },
  // The default settings: three averages of the price and two of the volume as well.
  '?found': DEFAULT_CHART_SETTINGS,
  '?five': { ...DEFAULT_CHART_SETTINGS, overlays: ['ma', 'boll'], panes: ['vol', 'macd', 'rsi'] },
};

const i18n = createInstance().use(initReactI18next);
await i18n.init({ lng: 'en', defaultNS: 'common', resources: { en: { common: texts } } });
const settings = SETTINGS[location.search === '?drawn' ? '' : location.search] ?? DEFAULT_CHART_SETTINGS;
// The user's drawings, as the K-line shows them; read before, as there.
const drawOn = location.search === '?drawn' ? await readDrawn() : undefined;

await offer((box) => {
  const source = createCandleSource();
  let stop: (() => void) | undefined;
  const root = createRoot(box);
  const props: ComponentProps<typeof CandleChart> = {
    label: 'BTC/USDT',
    source,
    period: '1min',
    pricePlaces: 2,
    isLoading: true,
    settings,
    onReady: (api) => (stop = drawOn?.(api)),
  };
  root.render(createElement(I18nextProvider, { i18n }, createElement(CandleChart, props)));
  return {
    show: source.setCandles,
    tick: source.applyLive,
    remove: () => {
      stop?.();
      root.unmount();
    },
  };
});
