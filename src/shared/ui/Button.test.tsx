import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { Button, ButtonLink } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

test('reports a press once', async () => {
  const onClick = vi.fn<() => void>();
  const { user } = await renderUi(<Button onClick={onClick}>Buy BTC</Button>);
  await user.click(screen.getByRole('button', { name: 'Buy BTC' }));
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('a loading button keeps its name and focus and ignores presses', async () => {
  const onClick = vi.fn<() => void>();
  const { user } = await renderUi(
    <Button onClick={onClick} isLoading>
      Buy BTC
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Buy BTC' });
  await user.click(button);
  await user.keyboard('{Enter}');
  expect(onClick).not.toHaveBeenCalled();
  expect(button).toBe(document.activeElement);
  expect(button.getAttribute('aria-busy')).toBe('true');
});

test('a loading submit button does not send its form again', async () => {
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  const form = (isLoading: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" isLoading={isLoading}>
        Log in
      </Button>
    </form>
  );
  const { user, rerender } = await renderUi(form(false));
  await user.click(screen.getByRole('button'));
  rerender(form(true));
  await user.click(screen.getByRole('button'));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('an icon button has its label as name and exposes its state', async () => {
  await renderUi(<IconButton icon={<svg />} label="Favourite" isPressed />);
  expect(screen.getByRole('button', { name: 'Favourite', pressed: true })).toBeDefined();
});

test('a link that looks like a button is a link', async () => {
  await renderUi(<ButtonLink to="/trade">Trade</ButtonLink>);
  expect(screen.getByRole('link', { name: 'Trade' }).getAttribute('href')).toBe('/trade');
});
