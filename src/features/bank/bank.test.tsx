// The bank card through the real routes and store: none, one, changed, removed; the form is checked field by field,
// persisted, and sent with the fund password where one exists.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getBankCard, removeBankCard, saveBankCard, type BankCard } from '@halyard/contract/bank/calls';
import { CARD_PARTS, type CardPart } from '@halyard/contract/bank/rules';
import { hasFundPassword } from '@halyard/contract/security/calls';
import { getAppConfig } from '@halyard/contract/settings/calls';
import { build } from '@halyard/contract/testing/build';
import { changeDraftOwner } from '../../shared/storage/draftOwner.ts';
import { loadDraft } from '../../shared/storage/drafts.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../testing/exchange.ts';
import { answerRaw, neverAnswer, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeIndexedDb } from '../../testing/fakeIndexedDb.ts';
import { renderApp } from '../../testing/renderApp.tsx';

fakeIndexedDb();

const NONE = { banks: [] };
const CARD = {
  holder: 'Ann Example',
  accountNumber: '6222 0212 3456 7890',
  bankName: 'Harbour Bank',
  branch: 'Altona',
  bankAddress: '1 Quay, Hamburg',
  swift: 'DEUTDEFF',
  iban: 'DE89370400440532013000',
  payeeAddress: '2 Hill, Hamburg',
  postalCode: '20095',
} as const;
const BOUND: BankCard = { ...build(getBankCard.answer), ...CARD, banks: [] };

async function open(path: string, backend: (server: FakeBackend) => void) {
  const app = await renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(getBankCard, () => NONE);
      server.on(hasFundPassword, () => 'unset' as const);
      server.on(saveBankCard, () => 'saved');
      server.on(getAppConfig, () => refuse('CALL_NOT_FOUND'));
      backend(server);
    },
  });
  onTestFinished(() => changeDraftOwner(undefined));
  return app;
}
type App = Awaited<ReturnType<typeof open>>;

const LABELS: Readonly<Record<CardPart, string>> = {
  holder: 'Full name of the holder',
  accountNumber: 'Card or account number',
  bankName: 'Bank name',
  branch: 'Bank branch (optional)',
  bankAddress: 'Bank address',
  swift: 'SWIFT code',
  iban: 'IBAN (optional)',
  payeeAddress: 'Holder’s full address',
  postalCode: 'Postal code',
};
const field = (part: CardPart) => screen.getByLabelText<HTMLInputElement>(LABELS[part]);
const typed = () => Object.fromEntries(CARD_PARTS.map((part) => [part, field(part).value]));
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save bank account' });

async function openForm(backend: (server: FakeBackend) => void = () => undefined) {
  const app = await open(paths.addBankCard(), backend);
  await screen.findByLabelText(LABELS.holder);
  return app;
}

/** In one step, like autofill. */
function fill(card: Readonly<Partial<Record<CardPart, string>>> = CARD) {
  for (const part of CARD_PARTS) {
    const value = card[part];
    if (value === undefined) continue;
    fireEvent.change(field(part), { target: { value } });
    fireEvent.blur(field(part));
  }
}

async function pasteInto(app: App, part: CardPart, text: string) {
  await app.user.click(field(part));
  await app.user.paste(text);
  await app.user.tab();
}

describe('the page of the bank card', () => {
  it('without a card leads to binding one, and back', async () => {
    const app = await open(paths.bankCard(), () => undefined);
    await screen.findByText(/No bank account yet/);
    expect(document.title).toBe('Bank account · Halyard');
    expect(screen.queryByRole('contentinfo')).toBeNull();
    await app.user.click(screen.getByRole('link', { name: 'Add bank account' }));
    await screen.findByRole('heading', { name: 'Add bank account' });
    await screen.findByLabelText(LABELS.holder);
    fill();
    app.server.on(getBankCard, () => BOUND);
    await app.user.dblClick(button());
    await screen.findByText('Bank account saved.');
    await screen.findByText('****7890');
    expect(app.server.seen(saveBankCard).map(({ request }) => request)).toEqual([
      { ...CARD, iban: 'DE89 3704 0044 0532 0130 00', clientRequestId: expect.any(String) },
    ]);
  });

  it('removes the card after a confirmation, and is empty then', async () => {
    const app = await open(paths.bankCard(), (server) => {
      server.on(getBankCard, () => BOUND);
      server.on(getAppConfig, () => build(getAppConfig.answer));
      server.on(removeBankCard, () => 'removed');
    });
    await app.user.click(await screen.findByRole('button', { name: 'Remove' }));
    const sheet = await screen.findByRole('dialog', { name: 'Remove this bank account?' });
    within(sheet).getByText(/^Withdrawals in progress still go to this account\./);
    expect(app.server.seen(removeBankCard)).toEqual([]);
    app.server.on(getBankCard, () => NONE);
    await app.user.click(within(sheet).getByRole('button', { name: 'Remove' }));
    await screen.findByText('Bank account removed.');
    await screen.findByText(/No bank account yet/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.server.seen(removeBankCard).map(({ request }) => request)).toEqual([
      { accountNumber: CARD.accountNumber, clientRequestId: expect.any(String) },
    ]);
  });

  it('shows only the end of its numbers', async () => {
    await open(paths.bankCard(), (server) => server.on(getBankCard, () => BOUND));
    await screen.findByText('****7890');
    screen.getByText('Ann Example');
    screen.getByText('****3000');
    expect(document.body.textContent).not.toMatch(/6222|3704/);
    expect(screen.getByRole('link', { name: 'Change bank account' }).getAttribute('href')).toContain(
      paths.addBankCard(),
    );
    // A legacy server cannot remove it.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull());
  });

  it('leaves out fields that a legacy server does not send', async () => {
    const bare = { ...NONE, accountNumber: '12345678', bankName: '', holder: null };
    await open(paths.bankCard(), (server) => server.on(getBankCard, () => bare));
    await screen.findByText('****5678');
    expect(screen.queryByText('IBAN')).toBeNull();
    expect(screen.getAllByText('—')).toHaveLength(2);
  });

  it('is read again after a failure', async () => {
    const app = await open(paths.bankCard(), (server) => server.on(getBankCard, () => refuse('SERVICE_UNAVAILABLE')));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    app.server.on(getBankCard, () => BOUND);
    await app.user.click(retry);
    await screen.findByText('****7890');
  });

  it('shows loading', async () => {
    await open(paths.bankCard(), (server) => server.on(getBankCard, neverAnswer));
    await waitFor(() => expect(screen.getByRole('main').querySelector('[aria-busy="true"]')).not.toBeNull());
  });
});

describe('the form of the bank card', () => {
  it('shows missing fields when sent empty, and focuses the first; nothing is sent', async () => {
    const app = await openForm();
    await app.user.click(button());
    await screen.findByText('Enter the name of the account holder.');
    for (const text of [
      /Enter the card number/,
      /name of the bank/,
      /address of the bank/,
      /SWIFT code is not valid/,
      /holder's full/,
      /postal code\./,
    ]) {
      screen.getByText(text);
    }
    expect(document.activeElement).toBe(field('accountNumber'));
    expect(app.server.seen(saveBankCard)).toEqual([]);
  });

  it.each([
    ['swift', 'DEUTDE', /SWIFT code is not valid/],
    ['iban', 'DE89370400440532013001', /typing error/],
    ['iban', 'XX89370400440532013000', /IBAN begins with XX/],
  ] as const)('shows an error of %s %s on blur, until it is corrected', async (part, text, reason) => {
    const app = await openForm();
    await pasteInto(app, part, text);
    await screen.findByText(reason);
    await app.user.type(field(part), '{Backspace}');
    expect(screen.queryByText(reason)).toBeNull();
  });

  it('groups an IBAN by four once it is valid', async () => {
    const app = await openForm();
    await pasteInto(app, 'iban', 'de89370400440532013000');
    expect(field('iban').value).toBe('DE89 3704 0044 0532 0130 00');
  });

  it('starts with the bound card, and asks for the fund password once there is one', async () => {
    const app = await openForm((server) => {
      server.on(getBankCard, () => BOUND);
      server.on(hasFundPassword, () => 'set' as const);
      server.on(saveBankCard, ({ fundPassword }) =>
        fundPassword === '246810' ? 'saved' : refuse('FUND_PASSWORD_WRONG', { left: 4 }),
      );
    });
    screen.getByRole('heading', { name: 'Change bank account' });
    expect(typed()).toEqual({ ...CARD, iban: 'DE89 3704 0044 0532 0130 00' });
    fill({ bankName: 'Hill Bank' });
    await app.user.click(button());
    await screen.findByText('Please enter fund password.');
    const pin = screen.getByLabelText<HTMLInputElement>('Fund password');
    expect(document.activeElement).toBe(pin);
    await app.user.type(pin, '111111');
    await app.user.click(button());
    await screen.findByText('Wrong fund password. Attempts left: 4.');
    expect([pin.value, field('bankName').value]).toEqual(['', 'Hill Bank']);
    await app.user.type(pin, '246810');
    await app.user.click(button());
    await screen.findByText('Bank account saved.');
    expect(app.server.seen(saveBankCard)).toHaveLength(2);
  });

  it('asks for the fund password when only the exchange knows of one', async () => {
    const app = await openForm((server) => {
      server.on(hasFundPassword, () => refuse('SERVICE_UNAVAILABLE'));
      server.on(saveBankCard, ({ fundPassword }) =>
        fundPassword === undefined ? refuse('FUND_PASSWORD_REQUIRED') : 'saved',
      );
    });
    fill();
    await app.user.click(button());
    await app.user.type(await screen.findByLabelText('Fund password'), '246810');
    await app.user.click(button());
    await screen.findByText('Bank account saved.');
  });
});

describe('a refused bank card', () => {
  it('shows the reason beside the field', async () => {
    const app = await openForm((server) => server.on(saveBankCard, () => refuse('IBAN_INVALID')));
    fill();
    await app.user.click(button());
    await screen.findByText('This IBAN is not valid. Check it.');
    expect(document.activeElement).toBe(field('iban'));
    expect(typed()).toEqual({ ...CARD, iban: 'DE89 3704 0044 0532 0130 00' });
  });

  it.each([
    ['nothing', answerRaw('{"type":"error"}'), 'Binding failed. Try again.'],
    [
      'a reason',
      refuse('RATE_LIMITED', { seconds: 30 }),
      'Binding failed. Try again. Too many attempts. Try again in 30 s.',
    ],
    ['no outcome', refuse('SERVICE_UNAVAILABLE'), 'The service is briefly unavailable. Try again in a moment.'],
  ] as const)('and shows %s keeps the input, and can be sent again', async (_what, answer, text) => {
    const app = await openForm((server) => server.on(saveBankCard, () => answer));
    fill();
    await app.user.click(button());
    await screen.findByText(text);
    expect(field('holder').value).toBe('Ann Example');
    app.server.on(saveBankCard, () => 'saved');
    await app.user.click(button());
    await screen.findByText('Bank account saved.');
  });

  it('while the exchange is unreachable cannot be sent, with the reason', async () => {
    const app = await openForm();
    act(() => app.realtime.setState('offline'));
    await screen.findByText('The server could not be reached. Check your connection and try again.');
    expect(button().disabled).toBe(true);
    act(() => app.realtime.setState('connected'));
    await waitFor(() => expect(button().disabled).toBe(false));
  });
});

describe('an interrupted bank card form', () => {
  it('is restored without the fund password, and removed from the device once the card is bound', async () => {
    const first = await openForm((server) => server.on(hasFundPassword, () => 'set' as const));
    fill();
    await first.user.type(screen.getByLabelText('Fund password'), '246810');
    await first.user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save bank account' })).toBeNull());
    expect(JSON.stringify(await loadDraft('bank.card'))).not.toContain('246810');
    await act(() => first.app.router.navigate(paths.addBankCard()));
    await waitFor(() => expect(field('holder').value).toBe('Ann Example'));
    expect(typed()).toEqual({ ...CARD, iban: 'DE89 3704 0044 0532 0130 00' });
    const pin = screen.getByLabelText<HTMLInputElement>('Fund password');
    expect(pin.value).toBe('');
    await first.user.type(pin, '246810');
    await first.user.click(button());
    await screen.findByText('Bank account saved.');
    expect(await loadDraft('bank.card')).toBeUndefined();
  });
});
