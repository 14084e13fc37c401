// Every control for choosing works by touch and by keys and exposes its state.
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { ListRow } from './ListRow.tsx';
import { NavBar } from './Page.tsx';
import { PercentButtons } from './PercentButtons.tsx';
import { Segmented } from './Segmented.tsx';
import { Switch } from './Switch.tsx';
import { TabBar } from './TabBar.tsx';
import { Tabs } from './Tabs.tsx';

type Side = 'buy' | 'sell';
const SIDES = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
] as const;

function Sides() {
  const [side, setSide] = useState<Side>('buy');
  return <Segmented label="Side" options={SIDES} value={side} onValueChange={setSide} />;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a segment is chosen by its text and by the arrow keys', async () => {
  // The test keyboard needs it to find the other radio buttons, and jsdom lacks it.
  vi.stubGlobal('CSS', { escape: (name: string) => name.replaceAll(/\W/g, String.raw`\$&`) });
  const { user } = await renderUi(<Sides />);
  await user.click(screen.getByText('Sell'));
  expect(screen.getByRole('radio', { name: 'Sell', checked: true })).toBeDefined();
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('radio', { name: 'Buy', checked: true })).toBeDefined();
  expect(screen.getByRole('radiogroup', { name: 'Side' })).toBeDefined();
});

function Lists() {
  const [tab, setTab] = useState<'open' | 'history'>('open');
  return (
    <Tabs
      label="Orders"
      value={tab}
      onValueChange={setTab}
      items={[
        { value: 'open', label: 'Open', content: 'two orders' },
        { value: 'history', label: 'History', content: 'ten orders' },
      ]}
    />
  );
}

test('tabs show one panel at a time and follow the arrow keys', async () => {
  const { user } = await renderUi(<Lists />);
  expect(screen.getByRole('tabpanel').textContent).toBe('two orders');
  await user.click(screen.getByRole('tab', { name: 'Open' }));
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'History', selected: true })).toBeDefined();
  expect(screen.getByRole('tabpanel', { name: 'History' }).textContent).toBe('ten orders');
});

test('a switch reports its new state', async () => {
  const onChange = vi.fn<(isOn: boolean) => void>();
  const { user } = await renderUi(<Switch label="Hide balances" isOn={false} onChange={onChange} />);
  await user.click(screen.getByRole('switch', { name: 'Hide balances' }));
  expect(onChange).toHaveBeenCalledWith(true);
});

test('shares are buttons in the user’s language, and the current one is pressed', async () => {
  const onChoose = vi.fn<(percent: number) => void>();
  const { user } = await renderUi(<PercentButtons label="Share" value={50} onChoose={onChoose} />, 'esp');
  const percent = (text: string) => ({ name: `${text}\u00a0%` });
  expect(screen.getByRole('button', percent('50')).getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', percent('100')));
  expect(onChoose).toHaveBeenCalledWith(100);
});

test('the bar names the screen and goes back', async () => {
  const onBack = vi.fn<() => void>();
  const { user } = await renderUi(<NavBar title="BTC/USDT" back={onBack} />);
  expect(screen.getByRole('heading', { level: 1, name: 'BTC/USDT' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(onBack).toHaveBeenCalledTimes(1);
});

test('the tab bar marks the current page', async () => {
  await renderUi(
    <TabBar
      label="Main"
      items={[
        { to: '/', label: 'Home', icon: null, isActive: false },
        { to: '/trade', label: 'Trade', icon: null, isActive: true },
      ]}
    />,
  );
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Trade');
});

test('a row is a link, a button or neither', async () => {
  const onPress = vi.fn<() => void>();
  const { user } = await renderUi(
    <>
      <ListRow title="Goes" to="/kline" />
      <ListRow title="Does" onPress={onPress} />
      <ListRow title="Stands" />
    </>,
  );
  expect(screen.getByRole('link', { name: 'Goes' }).getAttribute('href')).toBe('/kline');
  await user.click(screen.getByRole('button', { name: 'Does' }));
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(screen.getByText('Stands').closest('a, button')).toBeNull();
});
