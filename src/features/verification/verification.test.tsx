// Verification through the real routes and store: each state of each level, forms that are checked, persisted, sent
// once and wiped, and results by socket.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getIdentity, submitBasicIdentity, type Identity, type IdentityLevel } from '@halyard/contract/identity/calls';
import { getAppConfig } from '@halyard/contract/settings/calls';
import { getUser } from '@halyard/contract/user/calls';
import { rooms } from '@halyard/contract/realtime/rooms';
import { paths } from '../../shared/navigation/paths.ts';
import { changeDraftOwner } from '../../shared/storage/draftOwner.ts';
import { loadDraft, saveDraft } from '../../shared/storage/drafts.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { breakConnection, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeIndexedDb();

const NONE: IdentityLevel = { status: 'none', rejectReason: null, submittedAt: null, reviewedAt: null };
const PENDING: IdentityLevel = { ...NONE, status: 'pending', submittedAt: '2026-03-16T14:00:00.000Z' };
const VERIFIED: IdentityLevel = { ...PENDING, status: 'verified', reviewedAt: '2026-03-16T14:05:00.000Z' };
const REJECTED: IdentityLevel = { ...VERIFIED, status: 'rejected', rejectReason: 'The name differs.' };
const NOBODY: Identity = { basic: NONE, advanced: NONE, country: null, name: null, idNumberMasked: null };
const CONFIG = { isSandbox: true, mapTilesUrl: null, mapAttribution: null, withdrawalHoldHours: 0 };
const KNOWN = { country: 'VN', name: 'Ana Núñez', idNumberMasked: 'AB******67' };

async function open(
  path: string,
  identity: Partial<Identity> = {},
  backend: (server: FakeBackend) => void = () => undefined,
) {
  const app = await renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(getUser, () => TRADER);
      server.on(getIdentity, () => ({ ...NOBODY, ...identity }));
      server.on(submitBasicIdentity, () => 'Submitted, awaiting review.');
      server.on(getAppConfig, () => CONFIG);
      backend(server);
    },
  });
  onTestFinished(() => changeDraftOwner(undefined));
  return app;
}
type App = Awaited<ReturnType<typeof open>>;

const card = (name: string) => {
  const found = screen.getByRole('heading', { name }).closest('section');
  if (found === null) throw new Error(`no card ${name}`);
  return within(found);
};
const text = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const country = () => screen.getByRole('combobox', { name: 'Country' });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit for review' });

async function chooseCountry({ user }: App, name: string) {
  await user.click(country());
  const sheet = within(await screen.findByRole('dialog'));
  await user.type(sheet.getByRole('combobox'), name);
  await user.click(sheet.getByRole('option', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

async function openForm(identity: Partial<Identity> = {}, backend?: (server: FakeBackend) => void) {
  const app = await open(paths.verificationBasic(), identity, backend);
  await screen.findByRole('textbox', { name: 'Full name' });
  return app;
}

async function paste({ user }: App, name: string, words: string) {
  await user.click(await screen.findByRole('textbox', { name }));
  await user.paste(words);
}

const FILLED = { country: 'VN', name: 'Ana Núñez', idNumber: 'ab 12-34 567', address: '1 Quay, Hanoi' };

async function fill(app: App) {
  await chooseCountry(app, 'Vietnam');
  await paste(app, 'Full name', FILLED.name);
  await paste(app, 'ID number', FILLED.idNumber);
  await paste(app, 'Contact address', FILLED.address);
}

describe('the levels', () => {
  it('show requirements and benefits, and that basic comes first', async () => {
    await open(paths.verification());
    await screen.findByRole('heading', { name: 'Basic verification' });
    expect(document.title).toBe('Identity verification · Halyard');
    card('Basic verification').getByText('Country, full name, ID number, contact address');
    card('Basic verification').getByText('Unverified');
    expect(card('Basic verification').getByRole('link', { name: 'Start' }).getAttribute('href')).toContain(
      paths.verificationBasic(),
    );
    card('Advanced verification').getByText('Please complete basic verification first.');
    expect(card('Advanced verification').queryByRole('link')).toBeNull();
  });

  it('that were rejected show the reason, and can be submitted again', async () => {
    await open(paths.verification(), { basic: VERIFIED, advanced: REJECTED, ...KNOWN });
    await screen.findByText('Not accepted. Reason: The name differs.');
    card('Basic verification').getByText('Verified');
    expect(card('Advanced verification').getByRole('link', { name: 'Submit again' }).getAttribute('href')).toContain(
      paths.verificationAdvanced(),
    );
  });

  it('follow the exchange’s decisions by themselves', async () => {
    const app = await open(paths.verification(), { basic: PENDING, ...KNOWN });
    await screen.findByText('Under review');
    app.server.on(getIdentity, () => ({ ...NOBODY, ...KNOWN, basic: VERIFIED }));
    await waitFor(() => expect(app.realtime.rooms()).toContain(rooms.account));
    const record = { subject: 'identity', id: 1, status: 'verified' };
    act(() => app.realtime.send(rooms.account, { event: 'record', record }));
    await screen.findByText('Verified');
    card('Advanced verification').getByRole('link', { name: 'Start' });
  });

  it('are read again after a failure', async () => {
    const app = await open(paths.verification(), {}, (server) =>
      server.on(getIdentity, () => refuse('SERVICE_UNAVAILABLE')),
    );
    const retry = await screen.findByRole('button', { name: 'Try again' });
    app.server.on(getIdentity, () => NOBODY);
    await app.user.click(retry);
    await screen.findByText('Country, full name, ID number, contact address');
  });
});

describe('the basic form', () => {
  it('is sent once, shows that it is under review, and leaves nothing on the device', async () => {
    const app = await openForm();
    await fill(app);
    app.server.on(getIdentity, () => ({ ...NOBODY, ...KNOWN, basic: PENDING }));
    await app.user.dblClick(button());
    await screen.findByText('Submitted, awaiting review.');
    await screen.findByText('An operator is reviewing it. You do not need to do anything.');
    await screen.findByText('AB******67');
    screen.getByText('Vietnam');
    expect(app.server.seen(submitBasicIdentity).map(({ request }) => request)).toEqual([FILLED]);
    expect(await loadDraft('identity.basic')).toBeUndefined();
  });

  it('shows errors beside each field, and focuses the first', async () => {
    const app = await openForm();
    await app.user.type(text('ID number'), '!');
    await app.user.click(button());
    for (const wrong of [
      /^Choose your country/,
      /^Enter your full name/,
      /not a valid ID number/,
      /^Enter your contact address/,
    ]) {
      screen.getByText(wrong);
    }
    await waitFor(() => expect(document.activeElement).toBe(country()));
    expect(app.server.seen(submitBasicIdentity)).toEqual([]);
  });

  it('shows the exchange’s refusal beside its field', async () => {
    const app = await openForm({}, (server) => server.on(submitBasicIdentity, () => refuse('ID_NUMBER_INVALID')));
    await fill(app);
    await app.user.click(button());
    await screen.findByText(/not a valid ID number/);
    await waitFor(() => expect(document.activeElement).toBe(text('ID number')));
    expect(text('Full name').value).toBe(FILLED.name);
  });

  it('that was interrupted is restored', async () => {
    const app = await openForm();
    await fill(app);
    app.unmount();
    await waitFor(async () => expect(await loadDraft('identity.basic')).toEqual(FILLED));
    await openForm();
    await waitFor(() => expect(text('Contact address').value).toBe(FILLED.address));
    expect([country().textContent, text('Full name').value, text('ID number').value]).toEqual([
      'Vietnam',
      FILLED.name,
      FILLED.idNumber,
    ]);
  });

  it('whose answer was lost shows that it may be sent again, and recovers when it was accepted', async () => {
    const app = await openForm({}, (server) => server.on(submitBasicIdentity, breakConnection));
    await fill(app);
    await app.user.click(button());
    await screen.findByText(/^No response yet/);
    app.server.on(getIdentity, () => ({ ...NOBODY, ...KNOWN, basic: PENDING }));
    app.server.on(submitBasicIdentity, () => refuse('IDENTITY_PENDING'));
    await app.user.click(button());
    await screen.findByText('An operator is reviewing it. You do not need to do anything.');
    await waitFor(async () => expect(await loadDraft('identity.basic')).toBeUndefined());
  });

  it('cannot be sent offline, with the reason', async () => {
    const app = await openForm();
    await fill(app);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(button().disabled).toBe(true);
    screen.getByText(/^You are offline\. Connect/);
  });

  it('after a rejection starts with the exchange’s data, below the reason', async () => {
    await openForm({ ...KNOWN, basic: REJECTED });
    screen.getByText('Not accepted. Reason: The name differs.');
    expect([country().textContent, text('Full name').value, text('ID number').value]).toEqual([
      'Vietnam',
      'Ana Núñez',
      '',
    ]);
  });

  it('opens the map for the address, and is unchanged on return', async () => {
    const app = await openForm({}, (server) =>
      server.on(getAppConfig, () => ({ ...CONFIG, mapTilesUrl: 'https://tiles.example/{z}/{x}/{y}.png' })),
    );
    await fill(app);
    await app.user.click(screen.getByRole('button', { name: 'Choose on the map' }));
    await paste(app, 'Coordinates', '21.0285, 105.8542');
    await paste(app, 'Address of the place', 'Hoan Kiem');
    await app.user.click(screen.getByRole('button', { name: 'Use this place' }));
    await waitFor(() => expect(text('Contact address').value).toBe('Hoan Kiem\n21.0285, 105.8542'));
    expect(app.location()).toBe(paths.verificationBasic());
    expect([country().textContent, text('Full name').value, text('ID number').value]).toEqual([
      'Vietnam',
      FILLED.name,
      FILLED.idNumber,
    ]);
  });
});

describe('the review of the basic level', () => {
  it('when passed leads on, and wipes the stored form', async () => {
    changeDraftOwner(String(TRADER.id));
    await saveDraft('identity.basic', FILLED);
    await open(paths.verificationBasic(), { ...KNOWN, basic: VERIFIED });
    expect(
      (await screen.findByRole('link', { name: 'Continue to advanced verification' })).getAttribute('href'),
    ).toContain(paths.verificationAdvanced());
    await waitFor(async () => expect(await loadDraft('identity.basic')).toBeUndefined());
  });
});
