// Offerings open and end by the exchange's clock, however wrong the device's is.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listOfferings, type Offering } from '@halyard/contract/launchpad/calls';
import { build } from '@halyard/contract/testing/build';
import { paths } from '../../shared/navigation/paths.ts';
import { setDeviceClock } from '../../testing/deviceClock.ts';
import { serveExchange } from '../../testing/exchange.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const NOW = '2026-11-25T12:00:00.000Z';
const at = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000).toISOString();
const [offering] = build(listOfferings.answer) as [Offering];
const OFFERS: readonly Offering[] = [
  { ...offering, coin: 'OPEN', state: 'open', startAt: at(-3600), endAt: at(90) },
  // The answer is a minute old: openings and ends since then show.
  { ...offering, id: 2 as Offering['id'], coin: 'BEGUN', state: 'announced', startAt: at(-1), endAt: at(7200) },
  { ...offering, id: 3 as Offering['id'], coin: 'ENDED', state: 'open', startAt: at(-3600), endAt: at(0) },
  { ...offering, id: 4 as Offering['id'], coin: 'COMING', state: 'announced', startAt: at(1), endAt: at(7200) },
];

it.each([-600_000, 600_000])('on a device that is %i ms ahead', async (aheadMs) => {
  setDeviceClock(NOW, aheadMs);
  await renderApp({
    path: paths.publications(),
    backend: (server) => {
      serveExchange(server);
      server.on(listOfferings, () => [...OFFERS]);
    },
  });
  const countdownOf = async (coin: string) => {
    const card = within(await screen.findByRole('link', { name: new RegExp(coin) }));
    return card.queryByRole('timer')?.closest('div')?.textContent;
  };
  expect(await countdownOf('OPEN')).toBe('Ends in01:30');
  expect(await countdownOf('BEGUN')).toBe('Ends in02:00:00');
  expect(await countdownOf('ENDED')).toBeUndefined();
  expect(await countdownOf('COMING')).toBe('Starts in00:01');
});
