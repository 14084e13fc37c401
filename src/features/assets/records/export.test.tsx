// The file of ledger entries through the real routes and store: its content, its name, and the message when it fails.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TAX_CSV_PATH } from '@halyard/contract/wallet/costCalls';
import { listEntries, ENTRIES_CSV_PATH } from '@halyard/contract/wallet/entryCalls';
import { errorEnvelope } from '@halyard/contract/envelope';
import { paths } from '../../../shared/navigation/paths.ts';
import { entryOf, serveExchange, TRADER } from '../../../testing/exchange.ts';
import type { FakeBackend } from '../../../testing/fakeBackend.ts';
import { fakeShareSheet, watchDownloads } from '../../../testing/files.ts';
import { renderApp } from '../../../testing/renderApp.tsx';

async function open(backend: (server: FakeBackend) => void, path = paths.assetsRecord()) {
  const app = await renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(listEntries, () => ({ rows: [entryOf(1)], total: 1, limit: 30 }));
      backend(server);
    },
  });
  await screen.findByRole('heading', { name: 'Records' });
  return app;
}

type App = Awaited<ReturnType<typeof open>>;

let downloads: ReturnType<typeof watchDownloads>;
beforeEach(() => {
  downloads = watchDownloads();
});

describe('the file', () => {
  async function openSheet(app: App) {
    await app.user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    return within(await screen.findByRole('dialog', { name: 'Export CSV' }));
  }
  const csv = () =>
    new Response('at,account\n', {
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="movements-2026-01-02.csv"' },
    });

  it('has all entries, under the exchange’s file name', async () => {
    const seen: string[] = [];
    const app = await open((server) =>
      server.onFile(ENTRIES_CSV_PATH, ({ url }) => {
        seen.push(new URL(url).search);
        return csv();
      }),
    );
    const sheet = await openSheet(app);
    expect(
      sheet.getAllByRole('radio').map((radio) => [radio.getAttribute('value'), radio.matches(':checked')]),
    ).toEqual([
      ['all', true],
      ['tax', false],
    ]);
    await app.user.click(sheet.getByRole('button', { name: 'Save file' }));
    await screen.findByText('File saved');
    expect(seen).toEqual(['']);
    expect(downloads).toMatchObject([{ name: 'movements-2026-01-02.csv' }]);
    expect(await downloads[0]?.blob.text()).toBe('at,account\n');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has the filtered entries only when chosen', async () => {
    const seen: string[] = [];
    fakeShareSheet(() => Promise.reject(new DOMException('closed', 'AbortError')));
    const app = await open(
      (server) =>
        server.onFile(ENTRIES_CSV_PATH, ({ url }) => {
          seen.push(new URL(url).search);
          return csv();
        }),
      paths.assetsRecord({ account: 'trust' }),
    );
    for (const what of ['All movements', 'Filtered movements only']) {
      const sheet = await openSheet(app);
      await app.user.click(sheet.getByRole('radio', { name: what }));
      await app.user.click(sheet.getByRole('button', { name: 'Save file' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(seen).toEqual(['', '?type=6']);
    // Closing the share sheet saves no file.
    expect(screen.queryByText('File saved')).toBeNull();
  });

  it('has a year’s taxable events, by default of the last completed year', async () => {
    const seen: string[] = [];
    const app = await open((server) => {
      server.onFile(TAX_CSV_PATH, ({ url }) => {
        seen.push(new URL(url).search);
        return csv();
      });
    });
    const thisYear = new Date().getUTCFullYear();
    const sheet = await openSheet(app);
    await app.user.click(sheet.getByRole('radio', { name: 'Taxable events of a year' }));
    sheet.getByText(/Times and the year are UTC/);
    await app.user.click(sheet.getByRole('button', { name: 'Save file' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await openSheet(app);
    await app.user.click(again.getByRole('radio', { name: 'Taxable events of a year' }));
    await app.user.click(again.getByRole('combobox', { name: 'Year' }));
    await app.user.click(await screen.findByRole('option', { name: '2024' }));
    await app.user.click(again.getByRole('button', { name: 'Save file' }));
    await waitFor(() => expect(seen).toEqual([`?year=${thisYear - 1}`, '?year=2024']));
  });

  it('that fails shows the error in place', async () => {
    const refusal = () =>
      new Response(JSON.stringify(errorEnvelope('A', 'RATE_LIMITED', 'server', { seconds: 9 })), {
        headers: { 'content-type': 'application/json' },
      });
    vi.mocked(URL.createObjectURL).mockImplementation(() => {
      throw new Error('no memory');
    });
    const app = await open((server) => server.onFile(ENTRIES_CSV_PATH, refusal));
    const sheet = await openSheet(app);
    await app.user.click(sheet.getByRole('button', { name: 'Save file' }));
    expect((await sheet.findByRole('alert')).textContent).toMatch(/9/);
    app.server.onFile(ENTRIES_CSV_PATH, csv);
    await app.user.click(sheet.getByRole('button', { name: 'Save file' }));
    await waitFor(() => expect(sheet.getByRole('alert').textContent).toMatch(/The file could not be saved/));
  });

  it('is not saved after the session has ended', async () => {
    const ended = () =>
      new Response(JSON.stringify(errorEnvelope('A', 'NOT_LOGGED_IN', 'Log in again')), {
        headers: { 'content-type': 'application/json' },
      });
    const app = await open((server) => server.onFile(ENTRIES_CSV_PATH, ended));
    const sheet = await openSheet(app);
    await app.user.click(sheet.getByRole('button', { name: 'Save file' }));
    await waitFor(() => expect(app.location()).toContain(paths.login()));
    expect(downloads).toEqual([]);
  });
});
