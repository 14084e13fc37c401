/** Figures of a candle and of its indicators: above the price, above each pane, and in words. */
import { venueName } from '../format/venueNames.ts';
import type { ChartCandle } from './candleSource.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { Figures } from './figures.ts';
import type { Words } from './flow.ts';
import { figureOf, lineColour, lineName } from './indicatorLook.ts';
import type { Indicator } from './indicators/indicator.ts';
import type { ChartSetup } from './setup.ts';
import { momentOf } from './timeText.ts';

export type Reading = {
  readonly index: number;
  readonly candle: ChartCandle;
  readonly setup: ChartSetup;
  readonly figures: Figures;
};

/** Value of an indicator's line at a candle, formatted. */
export type LineFigure = { readonly name: string; readonly text: string; readonly place: number };

/** Formatted values of an indicator at a candle, by line. */
export function lineFigures({ id, lines }: Indicator, index: number, figures: Figures): LineFigure[] {
  return lines.map(({ name, values }, place) => ({
    name: lineName(id, name),
    text: figureOf(id, values[index] ?? Number.NaN, figures),
    place,
  }));
}

/** Figures above the price: time, the venue of a candle that is not the exchange's, prices, volume, and overlays. */
export function headWords(reading: Reading, overlays: readonly Indicator[], theme: ChartTheme): Words[] {
  const { candle, figures, index, setup } = reading;
  const { words } = setup;
  const figure = (label: string, text: string): Words => [
    { text: label, fill: theme.label },
    { text, fill: theme.soft, isStrong: true },
  ];
  return [
    [{ text: momentOf(candle.openedAtMs, setup.period, setup.locale), fill: theme.label }],
    ...(candle.source === undefined ? [] : [[{ text: venueName(candle.source), fill: theme.label }]]),
    figure(words.open, figures.exact(candle.open)),
    figure(words.high, figures.exact(candle.high)),
    figure(words.low, figures.exact(candle.low)),
    figure(words.close, figures.exact(candle.close)),
    figure(words.volume, figures.amount(candle.volume)),
    ...overlays.flatMap((indicator) => lineWords(indicator, index, figures, theme)),
  ];
}

/** Figures above a pane: its title with lengths, and its values. */
export function paneWords(reading: Reading, indicator: Indicator, theme: ChartTheme): Words[] {
  const { candle, figures, index, setup } = reading;
  const title: Words = [{ text: paneTitle(indicator, setup), fill: theme.label }];
  const volume: Words[] =
    indicator.id === 'vol' ? [[{ text: figures.amount(candle.volume), fill: theme.soft, isStrong: true }]] : [];
  return [title, ...volume, ...lineWords(indicator, index, figures, theme)];
}

function lineWords(indicator: Indicator, index: number, figures: Figures, theme: ChartTheme): Words[] {
  return lineFigures(indicator, index, figures).map(({ name, text, place }) => [
    {
      text: `${name} ${text}`,
      fill: indicator.lines[place]?.name === 'bars' ? theme.soft : lineColour(indicator.id, place, theme),
    },
  ]);
}

/** Title of a pane: its name with the lengths that its lines do not name. */
export function paneTitle({ id }: Indicator, { settings: { params } }: ChartSetup): string {
  const { macd, kdj } = params;
  if (id === 'macd') return `MACD(${macd.fast},${macd.slow},${macd.signal})`;
  if (id === 'kdj') return `KDJ(${kdj.length},${kdj.k},${kdj.d})`;
  return id.toUpperCase();
}
