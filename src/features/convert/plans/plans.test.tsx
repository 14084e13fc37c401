// Recurring buys through the real routes and store: the terms are shown before a plan is started, in local time and
// stored in UTC, also when a plan is edited, and a plan is paused, resumed and ended from its card.
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  createPlan,
  editPlan,
  getPlan,
  listPlanRuns,
  listPlans,
  planCodec,
  setPlan,
  type Plan,
  type PlanRun,
} from '@halyard/contract/convert/planCalls';
import { shiftDay } from '@halyard/contract/convert/schedule';
import type { PlanId, PlanRunId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { DAY_MS, HOUR_MS } from '@halyard/contract/time';
import { paths } from '../../../shared/navigation/paths.ts';
import { serveExchange, TRADER } from '../../../testing/exchange.ts';
import { breakConnection, refuse, type FakeBackend } from '../../../testing/fakeBackend.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { hoursOf, shownSchedule, toSchedule } from './PlanCard.tsx';

const ID = 7 as PlanId;
const planOf = (changes: Partial<Plan> = {}) =>
  build(planCodec, {
    id: ID,
    currencyId: 2 as Plan['currencyId'],
    currency: 'BTC',
    amount: decimal('100'),
    every: 'week',
    day: 3,
    hour: 9,
    status: 'active',
    reason: null,
    waits: null,
    skips: 0,
    nextAt: '2026-12-02T09:00:00.000Z',
    buys: 2,
    spent: decimal('200'),
    bought: decimal('0.01'),
    average: decimal('20000'),
    endedAt: null,
    ...changes,
  });
const runOf = (changes: Partial<PlanRun>): PlanRun => ({
  id: 1 as PlanRunId,
  dueAt: '2026-11-25T09:00:00.000Z',
  at: '2026-11-25T09:00:00.000Z',
  skipped: null,
  paid: decimal('100'),
  received: decimal('0.005'),
  price: decimal('20000'),
  spread: decimal('0.22'),
  ...changes,
});

async function open(path: string, more: (server: FakeBackend) => void = () => undefined) {
  return renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveExchange(server);
      server.on(listPlans, () => [planOf()]);
      server.on(getPlan, () => planOf());
      server.on(listPlanRuns, () => []);
      server.on(createPlan, () => planOf());
      server.on(setPlan, ({ status }) =>
        planOf({ status, ...(status !== 'active' && { nextAt: null, reason: 'user' }) }),
      );
      more(server);
    },
  });
}
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('a new recurring buy', () => {
  it('shows its terms, and is started once with day and hour in UTC', async () => {
    const { user, server } = await open(paths.newPlan({ to: 'ETH' }));
    const amount = await screen.findByRole('textbox', { name: 'Amount each time' });
    await user.click(await button('Start recurring buy'));
    await screen.findByText(/^Amount is required/);
    expect(server.seen(createPlan)).toEqual([]);
    await user.type(amount, '25');
    await user.click(screen.getByRole('radio', { name: 'Monthly' }));
    const terms = within(screen.getByRole('region', { name: 'Before you start' }));
    expect(terms.getByText('ETH at the rate of that moment')).toBeDefined();
    expect(terms.getByText(/^Monthly on day 1 at 09:00$/)).toBeDefined();
    expect(terms.getAllByRole('time')).toHaveLength(3);
    await user.dblClick(await button('Start recurring buy'));
    await screen.findByText('Recurring buy started');
    const local = new Date();
    local.setHours(9, 0, 0, 0);
    expect(server.seen(createPlan).map(({ request }) => request)).toEqual([
      {
        currencyId: 3,
        amount: '25',
        every: 'month',
        day: expect.any(Number),
        hour: local.getUTCHours(),
        clientRequestId: expect.any(String),
      },
    ]);
    // Its page follows.
    await screen.findByText('Nothing bought yet.');
  });

  it('keeps its choices until the answer is there', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { user } = await open(paths.newPlan(), (server) =>
      server.on(createPlan, () => answered.then(() => planOf())),
    );
    await user.type(await screen.findByRole('textbox', { name: 'Amount each time' }), '25');
    await user.click(await button('Start recurring buy'));
    const choices = [...screen.getAllByRole('combobox'), ...screen.getAllByRole('radio')];
    expect(choices.filter((choice) => !choice.matches(':disabled'))).toEqual([]);
    answer();
    await screen.findByText('Nothing bought yet.');
  });

  it('explains a refusal', async () => {
    const { user } = await open(paths.newPlan(), (server) =>
      server.on(createPlan, () => refuse('PLANS_TOO_MANY', { max: 20 })),
    );
    await user.type(await screen.findByRole('textbox', { name: 'Amount each time' }), '25');
    await user.click(await button('Start recurring buy'));
    await screen.findByText('You already have 20 recurring buys. End one first.');
  });
});

describe('the list', () => {
  it('shows the value at the last price and the profit, or neither without a price', async () => {
    const figure = (card: HTMLElement, label: string) => within(card).getByText(label).nextElementSibling?.textContent;
    const plans = [planOf({ bought: decimal('0.01054999') }), planOf({ id: 8 as PlanId, currency: 'GONE' })];
    await open(paths.plans(), (backend) => backend.on(listPlans, () => plans));
    const [card, unknown] = await screen.findAllByRole('article');
    if (card === undefined || unknown === undefined) throw new Error('no cards');
    await within(card).findByText(/\+10\.99/);
    expect(figure(card, 'Value now')).toBe('210.99 USDT');
    expect(figure(card, 'Profit')).toBe('+10.99 USDT ▲+5.50%');
    expect(figure(unknown, 'Value now')).toMatch(/^—/);
    expect(figure(unknown, 'Profit')).toMatch(/^—/);
  });

  it('has next date and average cost, and pauses, resumes and ends', async () => {
    let plan = planOf();
    const { user, server } = await open(paths.plans(), (backend) => {
      backend.on(listPlans, () => [plan]);
      backend.on(setPlan, ({ status }) => {
        const isActive = status === 'active';
        plan = planOf({ status, reason: isActive ? null : 'user', ...(!isActive && { nextAt: null }) });
        return plan;
      });
    });
    const card = within(await screen.findByRole('article'));
    expect(card.getByText(/^20,000/)).toBeDefined();
    expect(card.getByText('Next purchase')).toBeDefined();
    await user.click(card.getByRole('button', { name: 'Pause' }));
    await user.click(await button('Resume'));
    const sheet = (name: string) => within(screen.getByRole('dialog', { name }));
    await screen.findByText('Purchases missed during the pause are not made later.');
    const resuming = sheet('Resume this recurring buy?');
    expect(resuming.getByText('Next purchase')).toBeDefined();
    await user.click(resuming.getByRole('button', { name: 'Resume' }));
    await button('Pause');
    await user.click(await button('End'));
    await screen.findByText(/^No more purchases are made/);
    await user.click(sheet('End this recurring buy?').getByRole('button', { name: 'End' }));
    await screen.findByRole('region', { name: 'Ended' });
    expect(server.seen(setPlan).map(({ request }) => request.status)).toEqual(['paused', 'active', 'ended']);
  });

  it('without plans offers to start one', async () => {
    await open(paths.plans(), (server) => server.on(listPlans, () => []));
    const link = await screen.findByText('New recurring buy', { selector: 'a' });
    expect(link.getAttribute('href')).toBe(`#${paths.newPlan()}`);
  });

  it('is offered again after it could not be read', async () => {
    const { user, server } = await open(paths.plans(), (backend) => backend.on(listPlans, breakConnection));
    const retry = await button('Try again');
    server.on(listPlans, () => [planOf({ status: 'ended', reason: 'delisted', nextAt: null })]);
    await user.click(retry);
    await screen.findByText('BTC is no longer traded here.');
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  });
});

describe('the page of a plan', () => {
  it('shows purchases with price and spread, late ones, and why dates were skipped', async () => {
    await open(paths.plan({ id: ID }), (server) =>
      server.on(listPlanRuns, () => [
        runOf({ id: 3 as PlanRunId, at: '2026-11-25T15:00:00.000Z' }),
        runOf({ id: 2 as PlanRunId, skipped: 'balance', paid: null, received: null, price: null, spread: null }),
      ]),
    );
    const rows = within(await screen.findByRole('list', { name: 'Purchases and skipped dates' }));
    expect(await rows.findByText(/^At 20,000.*spread 0.22%$/)).toBeDefined();
    expect(rows.getByText(/^Late: /)).toBeDefined();
    expect(rows.getByText('Skipped: too little USDT')).toBeDefined();
  });

  it('of another user says that there is none', async () => {
    await open(paths.plan({ id: ID }), (server) => server.on(getPlan, () => refuse('PLAN_NOT_FOUND')));
    await screen.findByText(/^This recurring buy does not exist/);
  });
});

describe('the terms of a plan', () => {
  const edit = (changes: Partial<Plan> = {}, more: (server: FakeBackend) => void = () => undefined) =>
    open(paths.editPlan({ id: ID }), (server) => {
      server.on(getPlan, () => planOf(changes));
      server.on(editPlan, ({ amount }) => planOf({ ...changes, amount: amount ?? decimal('0') }));
      more(server);
    });
  const type = async (user: Awaited<ReturnType<typeof edit>>['user'], amount: string) => {
    const field = await screen.findByRole('textbox', { name: 'Amount each time' });
    await user.clear(field);
    await user.type(field, amount);
    await user.click(await button('Continue'));
  };

  it('are shown as they were and as they will be, and stored as shown, once', async () => {
    const { user, server } = await edit();
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount each time' })).value).toBe('100');
    await user.click(await button('Continue'));
    await screen.findByText('Nothing has changed.');
    await user.click(screen.getByRole('radio', { name: 'Daily' }));
    await type(user, '25');
    const sheet = within(await screen.findByRole('dialog', { name: 'Change this recurring buy?' }));
    const shown = (label: string) => sheet.getByText(label).nextElementSibling?.textContent;
    const { day, time } = shownSchedule(planOf(), Date.now());
    expect(shown('Amount each time')).toBe('before 100.00 USDT→ after 25.00 USDT');
    expect(shown('When')).toBe(`before Every ${WEEKDAYS[day - 1]} at ${time}→ after Every day at ${time}`);
    expect(sheet.getAllByRole('time')).toHaveLength(3);
    expect(server.seen(editPlan)).toEqual([]);
    await user.dblClick(sheet.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Recurring buy changed');
    expect(server.seen(editPlan).map(({ request }) => request)).toEqual([
      { id: ID, amount: '25', every: 'day', hour: planOf().hour, clientRequestId: expect.any(String) },
    ]);
  });

  it('of a paused plan apply once it is resumed, and a refusal is explained in the sheet', async () => {
    const { user, server } = await edit({ status: 'paused', reason: 'user', nextAt: null }, (backend) =>
      backend.on(editPlan, () => refuse('HALTED', { reason: 'maintenance' })),
    );
    await type(user, '25');
    const sheet = within(await screen.findByRole('dialog', { name: 'Change this recurring buy?' }));
    expect(sheet.getByText(/stays paused/)).toBeDefined();
    expect(sheet.getByText('When').nextElementSibling?.textContent).toMatch(/^Every \w+ at \d\d:\d\d$/);
    await user.click(sheet.getByRole('button', { name: 'Save changes' }));
    expect((await sheet.findByRole('alert')).textContent).not.toBe('');
    server.on(editPlan, () => planOf({ amount: decimal('25') }));
    await user.click(sheet.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Recurring buy changed');
    expect(server.seen(editPlan).map(({ request }) => [request.amount, request.every, request.day])).toEqual([
      ['25', 'week', 3],
      ['25', 'week', 3],
    ]);
  });

  it('of an ended one cannot be changed', async () => {
    await edit({ status: 'ended', reason: 'user', nextAt: null });
    await screen.findByRole('link', { name: 'Recurring buy' });
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

describe('a local schedule', () => {
  it('is shown as it was chosen, in any time zone', () => {
    const nowMs = Date.parse('2026-12-02T12:00:00.000Z');
    expect(hoursOf(nowMs)).toHaveLength(24);
    for (const { hour } of hoursOf(nowMs)) {
      for (const day of [1, 4, 7]) {
        const schedule = toSchedule({ every: 'week', day, hour }, nowMs);
        expect(shownSchedule(schedule, nowMs)).toMatchObject({ day });
        const at = new Date(nowMs - (nowMs % DAY_MS) + hour * HOUR_MS);
        const by = (at.getDay() - at.getUTCDay() + 7) % 7;
        expect(schedule.day).toBe(shiftDay('week', day, -(by > 3 ? by - 7 : by)));
      }
    }
  });
});
