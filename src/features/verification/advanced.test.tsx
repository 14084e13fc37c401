// The pictures of the advanced level through the real routes and store: uploaded when chosen, persisted, uploaded again
// when the exchange lost them, wiped on submission.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  getIdentity,
  submitAdvancedIdentity,
  type Identity,
  type IdentityLevel,
} from '@halyard/contract/identity/calls';
import { uploadFile } from '@halyard/contract/uploads/calls';
import { getUser } from '@halyard/contract/user/calls';
import { paths } from '../../shared/navigation/paths.ts';
import { changeDraftOwner } from '../../shared/storage/draftOwner.ts';
import { loadDraft } from '../../shared/storage/drafts.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { breakConnection, neverAnswer, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { fakeObjectUrls, photoFile } from '../../testing/files.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeIndexedDb();

const NONE: IdentityLevel = { status: 'none', rejectReason: null, submittedAt: null, reviewedAt: null };
const VERIFIED: IdentityLevel = { ...NONE, status: 'verified' };
const PENDING: IdentityLevel = { ...NONE, status: 'pending' };
const BASIC_DONE: Identity = {
  basic: VERIFIED,
  advanced: NONE,
  country: 'VN',
  name: 'Ana',
  idNumberMasked: 'AB******67',
};

const PICTURES = ['Front of the document', 'Back of the document', 'You with the document'] as const;
const DRAFTS = ['identity.advanced.front', 'identity.advanced.back', 'identity.advanced.holding'] as const;

let sent = 0;
const nextPath = () => {
  sent += 1;
  return `/upload/00000000-0000-4000-8000-${String(sent).padStart(12, '0')}.jpg`;
};

beforeEach(() => {
  sent = 0;
  fakeObjectUrls();
});

async function open(identity: Partial<Identity> = {}, backend: (server: FakeBackend) => void = () => undefined) {
  const app = await renderApp({
    path: paths.verificationAdvanced(),
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(getUser, () => TRADER);
      server.on(getIdentity, () => ({ ...BASIC_DONE, ...identity }));
      server.on(uploadFile, nextPath);
      server.on(submitAdvancedIdentity, () => 'Submitted, awaiting review.');
      backend(server);
    },
  });
  onTestFinished(() => changeDraftOwner(undefined));
  return app;
}
type App = Awaited<ReturnType<typeof open>>;

const field = (name: string) => within(screen.getByRole('group', { name }));
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit for review' });

async function choose({ user }: App, name: string, file = photoFile()) {
  await user.upload(field(name).getByLabelText('Choose picture', { selector: 'input' }), file);
}

async function chooseAll(app: App) {
  await screen.findByRole('group', { name: PICTURES[0] });
  for (const name of PICTURES) {
    await choose(app, name);
    await field(name).findByText('Uploaded');
  }
}

const submitted = (app: App) => app.server.seen(submitAdvancedIdentity).map(({ request }) => request);
const PATHS = [1, 2, 3].map((place) => `/upload/00000000-0000-4000-8000-00000000000${place}.jpg`);

describe('the advanced level', () => {
  it('follows the basic one', async () => {
    await open({ basic: PENDING });
    await screen.findByText('Please complete basic verification first.');
    expect(screen.getByRole('link', { name: 'Go to basic verification' }).getAttribute('href')).toContain(
      paths.verificationBasic(),
    );
  });

  it('is submitted once with its three pictures, and leaves none on the device', async () => {
    const app = await open();
    await chooseAll(app);
    await waitFor(async () => expect(await loadDraft(DRAFTS[2])).toMatchObject({ path: PATHS[2] }));
    app.server.on(getIdentity, () => ({ ...BASIC_DONE, advanced: PENDING }));
    await app.user.dblClick(button());
    await screen.findByText('An operator is reviewing it. You do not need to do anything.');
    expect(submitted(app)).toEqual([{ front: PATHS[0], back: PATHS[1], holding: PATHS[2] }]);
    for (const draft of DRAFTS) expect(await loadDraft(draft)).toBeUndefined();
  });

  it('shows which pictures are missing, and their maximum size', async () => {
    const app = await open();
    await screen.findByText(/at most 10 MB each/);
    await choose(app, PICTURES[0]);
    await field(PICTURES[0]).findByText('Uploaded');
    await app.user.click(button());
    expect(field(PICTURES[0]).queryByText('Add all three pictures.')).toBeNull();
    for (const name of PICTURES.slice(1)) field(name).getByText('Add all three pictures.');
    await waitFor(() =>
      expect(screen.getByRole('group', { name: PICTURES[1] }).contains(document.activeElement)).toBe(true),
    );
    expect(submitted(app)).toEqual([]);
  });

  it('waits for running uploads', async () => {
    const app = await open({}, (server) => server.on(uploadFile, neverAnswer));
    await screen.findByRole('group', { name: PICTURES[0] });
    await choose(app, PICTURES[0]);
    await screen.findByText('Wait until the pictures are uploaded.');
    expect(button().disabled).toBe(true);
  });

  it('that was interrupted restores its pictures without uploading them again', async () => {
    const app = await open();
    await chooseAll(app);
    app.unmount();
    await waitFor(async () => expect(await loadDraft(DRAFTS[2])).toMatchObject({ path: PATHS[2] }));
    const again = await open();
    await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(3));
    expect(again.server.seen(uploadFile)).toEqual([]);
    await again.user.click(button());
    await waitFor(() => expect(submitted(again)).toEqual([{ front: PATHS[0], back: PATHS[1], holding: PATHS[2] }]));
  });

  it('removes a picture only after confirmation', async () => {
    const app = await open();
    await chooseAll(app);
    await app.user.click(field(PICTURES[1]).getByRole('button', { name: 'Remove' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Remove this picture?' }));
    await app.user.click(sheet.getByRole('button', { name: 'Remove' }));
    await field(PICTURES[1]).findByRole('button', { name: 'Choose picture' });
    field(PICTURES[0]).getByText('Uploaded');
    await waitFor(async () => expect(await loadDraft(DRAFTS[1])).toBeUndefined());
  });

  it('uploads the pictures again when the exchange lost them', async () => {
    const app = await open({}, (server) => server.on(submitAdvancedIdentity, () => refuse('FILE_NOT_FOUND')));
    await chooseAll(app);
    await app.user.click(button());
    await screen.findByText(/^The exchange no longer had the pictures/);
    await waitFor(() => expect(app.server.seen(uploadFile)).toHaveLength(6));
    await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(3));
    app.server.on(submitAdvancedIdentity, () => 'Submitted, awaiting review.');
    await app.user.click(button());
    await waitFor(() => expect(submitted(app)).toHaveLength(2));
    expect(submitted(app)[1]?.front).not.toBe(PATHS[0]);
  });

  it('whose answer was lost may be sent again', async () => {
    const app = await open({}, (server) => server.on(submitAdvancedIdentity, breakConnection));
    await chooseAll(app);
    await app.user.click(button());
    await screen.findByText(/^No response yet/);
    expect(button().disabled).toBe(false);
  });

  it('that was rejected shows the reason above the form', async () => {
    await open({ advanced: { ...VERIFIED, status: 'rejected', rejectReason: 'The back is blurred.' } });
    await screen.findByText('Not accepted. Reason: The back is blurred.');
    screen.getByRole('group', { name: PICTURES[2] });
  });
});
