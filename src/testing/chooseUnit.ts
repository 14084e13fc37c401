/** Test helper: opens the pricing method from assets, chooses a unit there, and goes back. */
import { screen } from '@testing-library/react';
import type { renderApp } from './renderApp.tsx';

type App = Awaited<ReturnType<typeof renderApp>>;

/** `look` runs before the choice. */
export async function chooseUnit(app: App, unit: RegExp, look: () => void = () => undefined): Promise<void> {
  await app.user.click(await screen.findByRole('link', { name: /^Currency of the total/ }));
  await screen.findByRole('heading', { name: 'Pricing method' });
  const choice = await screen.findByRole('radio', { name: unit });
  look();
  await app.user.click(choice);
  await app.user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByRole('heading', { name: 'Assets' });
}
