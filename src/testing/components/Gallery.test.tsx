// axe finds no violation on the screens that hold every component, by night in two languages. Contrast is not among
// them, because jsdom draws nothing: tokens.test.ts computes it.
import { fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { isThorough } from '@halyard/contract/testing/thorough';
import { fakeCanvas } from '../fakeCanvas.ts';
import { renderUi } from '../renderUi.tsx';
import { Gallery } from './Gallery.tsx';

fakeCanvas();

const LANGUAGES = isThorough ? (['en', 'th'] as const) : (['en'] as const);

async function faultsOf(place: Element): Promise<string[]> {
  const { violations } = await axe.run(place, { rules: { 'color-contrast': { enabled: false } } });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test.each(['home', 'trade', 'form', 'states', 'money', 'records'])('the screen %s', async (name) => {
  for (const language of LANGUAGES) {
    const { container, unmount } = await renderUi(<Gallery screen={name} />, language);
    expect(await faultsOf(container)).toEqual([]);
    unmount();
  }
});

test('the chart', async () => {
  const { container } = await renderUi(<Gallery screen="kline" />);
  await screen.findByRole('slider');
  expect(await faultsOf(container)).toEqual([]);
});

test('the menu', async () => {
  const { baseElement } = await renderUi(<Gallery screen="menu" />);
  await screen.findByRole('dialog');
  expect(await faultsOf(baseElement)).toEqual([]);
});

test('a sheet', async () => {
  const { baseElement, user } = await renderUi(<Gallery screen="trade" />);
  await user.click(screen.getByRole('button', { name: 'Buy BTC' }));
  await screen.findByRole('dialog');
  expect(await faultsOf(baseElement)).toEqual([]);
});

test.each([
  ['Currency', 'combobox'],
  ['Withdraw 100 USDT', 'button'],
] as const)('the sheet of %s', async (name, role) => {
  const { baseElement, user } = await renderUi(<Gallery screen="money" />);
  await user.click(screen.getByRole(role, { name }));
  await screen.findByRole('dialog');
  expect(await faultsOf(baseElement)).toEqual([]);
});

test('a search among many', async () => {
  const { user } = await renderUi(<Gallery screen="money" />);
  await user.click(screen.getByRole('combobox', { name: 'Country' }));
  const sheet = await screen.findByRole('dialog');
  // Few options: axe would repeat for each what it found on the first.
  fireEvent.change(within(sheet).getByLabelText('Search'), { target: { value: 'united' } });
  expect(await faultsOf(sheet)).toEqual([]);
});

test('the sheet of days', async () => {
  const { baseElement, user } = await renderUi(<Gallery screen="records" />);
  await user.click(screen.getByRole('combobox', { name: 'Date' }));
  await user.click(await screen.findByRole('option', { name: 'Custom dates' }));
  expect(await faultsOf(baseElement)).toEqual([]);
});

test('an icon without a name is detected', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  place.append(document.createElement('button'));
  expect(await faultsOf(place)).toEqual([expect.stringContaining('button-name')]);
});
