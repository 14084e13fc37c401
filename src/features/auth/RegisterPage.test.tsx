// The code of a referral link is present at a later registration, also after the app was closed.
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange } from '../../testing/exchange.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { forgetAuthDraft } from './authDraft.ts';
import { savedInvitation } from './RegisterPage.tsx';

fakeIndexedDb();

/** The code is filled in after the field has rendered. */
const codeFilledIn = () => waitFor(async () => expect((await field()).value).toBe('GJDKWMHW'));
const field = () => screen.findByLabelText<HTMLInputElement>('Invitation code (optional)');

describe('a link’s code', () => {
  it('is stored until it is used', async () => {
    const first = await renderApp({ path: `${paths.register()}?code=GJDKWMHW`, backend: serveExchange });
    await codeFilledIn();
    first.unmount();
    forgetAuthDraft();
    await renderApp({ path: paths.register(), backend: serveExchange });
    await codeFilledIn();
  });

  it('is not stored when it is invalid', async () => {
    await renderApp({ path: `${paths.register()}?code=%3Cscript%3E`, backend: serveExchange });
    await field();
    expect(savedInvitation()).toBeUndefined();
    forgetAuthDraft();
  });
});
