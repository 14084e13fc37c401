// Replacements of the chat: the operator's link, and the login while logged out.
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getCustomerUrl } from '@halyard/contract/news/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { renderApp } from '../../testing/renderApp.tsx';

describe('the chat’s replacement', () => {
  it('is the operator’s link, with its destination', async () => {
    await renderApp({
      path: paths.helpChat(),
      backend: (backend) => backend.on(getCustomerUrl, () => ({ customerUrl: 'https://help.example/chat?from=app' })),
    });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^Go to help\.example/ });
    expect([link.href, link.target, link.rel]).toEqual([
      'https://help.example/chat?from=app',
      '_blank',
      'noopener noreferrer',
    ]);
    expect(link.textContent).toContain('(opens in a new tab)');
  });

  it.each(['javascript:alert(1)', 'help.example/chat', 'data:text/html,x'])('is never %s', async (customerUrl) => {
    await renderApp({
      path: paths.helpChat(),
      backend: (backend) => backend.on(getCustomerUrl, () => ({ customerUrl })),
    });
    await screen.findByText(/^Log in to write to us/);
    expect(screen.queryByRole('link', { name: /^Go to/ })).toBeNull();
  });

  it('is a link to the login when logged out', async () => {
    await renderApp({
      path: paths.helpChat(),
      backend: (backend) => backend.on(getCustomerUrl, () => ({ customerUrl: '' })),
    });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Log in or register' });
    expect(decodeURIComponent(link.href)).toContain(`backpage=${paths.helpChat.pattern}`);
  });
});
