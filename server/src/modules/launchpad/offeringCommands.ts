/** `operator offers`: publishing offerings. Published terms are never changed. */
import * as z from 'zod/mini';
import type { OfferingId, CurrencyId } from '@halyard/contract/ids';
import { field, wireRequest } from '@halyard/contract/codec';
import { LANGUAGES } from '@halyard/contract/languages';
import { isPositive, add, ZERO, type Decimal } from '@halyard/contract/money';
import { coinsNeeded, leastAmount, offeringTerms } from '@halyard/contract/launchpad/terms';
import { addJob } from '../../jobs/job.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  argument,
  CommandError,
  FILE_VALUE,
  READ,
  readDecimal,
  readId,
  readReason,
  REASON_OPTION,
  TERMS_BY_TWO,
  UsageError,
  type CommandFacts,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { readJsonFile } from '../../operator/jsonFile.ts';
import { formatFields, formatInstant, formatTable } from '../../operator/text.ts';
import { ADVANCE } from './advanceJob.ts';
import {
  type TextsByLanguage,
  changeOffering,
  lockOffering,
  readOffering,
  selectOfferings,
  findOffering,
  type OfferingRecord,
} from './offeringsRepository.ts';
import { fundCoin, publishOffering } from './publishOffering.ts';
import { emit, rowsOf } from '../../db/database.ts';
import { sql } from 'drizzle-orm';

/** Facts that two operators see before they fund a coin or withdraw an offering. */
type Funding = { readonly coin: string; readonly amount: Decimal; readonly title: string | undefined };

/** The house's account is among what must not change: funding a coin twice takes two requests. */
async function fundFacts({ db }: OperatorDeps, { coin, amount, title }: Funding): Promise<CommandFacts> {
  const [known] = await rowsOf<{ id: CurrencyId; title: string | null }>(
    db,
    sql`select id, title from currencies where name = ${coin}`,
  );
  const account = known && ({ house: 'subscription', currencyId: known.id } as const);
  const available = account === undefined ? ZERO : (await readBalance(db, account)).available;
  return {
    fixed: formatFields([
      ['coin', known === undefined ? `${coin}, which is new` : coin],
      ['called', known?.title ?? null],
      ...(title === undefined ? [] : [['called from now on', title] as const]),
      ['booked from outside', `${amount} ${coin}`],
      ["in the house's account", `${available} ${coin}`],
      ['after it', `${add(available, amount)} ${coin}`],
      ['effect', 'offers may promise these coins; nothing takes the booking back'],
    ]),
  };
}

/** An offering that can be withdrawn. Throws {@link CommandError} for any other. */
function requireSubscribing(offering: OfferingRecord | undefined, id: OfferingId): OfferingRecord {
  if (offering === undefined) throw new CommandError(`there is no offer ${id}`);
  if (offering.status !== 'subscribing') throw new CommandError(`offer ${id} is ${offering.status} already`);
  return offering;
}

/** Sums of subscriptions are of this moment: more may come until the offering is withdrawn. */
async function closeFacts({ db }: OperatorDeps, id: OfferingId): Promise<CommandFacts> {
  const { terms, termsHash, subscribed } = requireSubscribing(await findOffering(db, id), id);
  const [held] = await rowsOf<{ orders: number; users: number }>(
    db,
    sql`select count(*)::int as orders, count(distinct user_id)::int as users from offering_subscriptions
      where offering_id = ${id} and status in ('pending', 'passed')`,
  );
  return {
    fixed: formatFields([
      ['offer', id],
      ['coin', terms.coin],
      ['price', `${terms.price} ${terms.currency}`],
      ['supply', `${terms.supply} ${terms.coin}`],
      ['starts (UTC)', formatInstant(terms.startAt)],
      ['ends (UTC)', formatInstant(terms.endAt)],
      ['launch (UTC)', formatInstant(terms.onlineAt)],
      ['terms', termsHash],
      ['effect', 'no coins are allotted, and all that was set aside goes back; it cannot be offered again'],
    ]),
    moving: formatFields([
      ['goes back', `${subscribed} ${terms.currency}`],
      ['to', `${held?.users ?? 0} users, ${held?.orders ?? 0} orders`],
    ]),
  };
}

const PAGES_MAX = 10;
const COIN = /^[A-Z0-9]{2,10}$/;

// Legacy clients show some of it as HTML.
const plainText = z.string().check(z.maxLength(4000), z.regex(/^[^<>&]*$/u));
const texts = wireRequest({
  introduction: field('introduction', plainText),
  source: field('source', plainText),
  recommendTitle: field('recommend_title', plainText),
  recommendText: field('recommend_text', plainText),
});
const plan = wireRequest({
  terms: field('terms', offeringTerms),
  texts: field('texts', z.partialRecord(z.enum(LANGUAGES), texts)),
  isRecommended: field('recommend', z.boolean()),
});

export const OFFERING_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'offers',
    name: 'list',
    rule: READ,
    args: [],
    options: [],
    summary: 'offers of new coins: those that run, that are to come, that are over',
    run: listAll,
  },
  {
    group: 'offers',
    name: 'show',
    rule: READ,
    args: ['id'],
    options: [],
    summary: 'the terms of an offer and how it stands; --json writes the terms as "publish" reads them',
    run: async (deps, _operator, input) => showOne(deps, readId(argument(input, 0)) as OfferingId),
  },
  {
    group: 'offers',
    name: 'fund',
    rule: TERMS_BY_TWO,
    args: ['coin'],
    options: [
      { name: 'amount', value: 'n', summary: 'coins that came from outside' },
      { name: 'title', value: 'text', summary: 'what people call the coin, so that they find it by that' },
    ],
    summary: "book coins into the house's account that new coins are allotted from; a new coin gets its currency",
    facts: async (deps, input) => fundFacts(deps, readFunding(input)),
    run: fund,
  },
  {
    group: 'offers',
    name: 'publish',
    rule: TERMS_BY_TWO,
    args: [],
    options: [{ name: 'file', value: FILE_VALUE, summary: 'terms and texts as JSON' }],
    summary: 'offer a coin, which nobody can change any more; the house must hold all of it with its interest',
    run: publish,
  },
  {
    group: 'offers',
    name: 'close',
    rule: TERMS_BY_TWO,
    args: ['id'],
    options: [REASON_OPTION],
    summary: 'take an offer back before its allotment: all users get back what they had set aside',
    facts: async (deps, input) => {
      readReason(input);
      return closeFacts(deps, readId(argument(input, 0)) as OfferingId);
    },
    run: withdraw,
  },
];

const english = ({ clock }: OperatorDeps) => ({ language: 'en', nowMs: clock.nowMs() }) as const;

async function listAll(deps: OperatorDeps) {
  const pages = Array.from({ length: PAGES_MAX }, (_, index) => selectOfferings(deps.db, index + 1, english(deps)));
  const all = (await Promise.all(pages)).flat();
  const right = ['id', 'supply', 'subscribed', 'users', 'times'];
  const titles = ['id', 'coin', 'state', 'starts (UTC)', 'ends (UTC)', 'supply', 'subscribed', 'users', 'times'];
  const rows = all.map((offering) => [
    offering.id,
    offering.coin,
    offering.state,
    formatInstant(offering.startAt),
    formatInstant(offering.endAt),
    offering.supply,
    offering.subscribed,
    offering.subscribers,
    offering.overRatio,
  ]);
  const columns = titles.map((title) => ({ title, isRight: right.includes(title) }));
  return {
    data: all.map(({ id, coin, state, termsHash }) => ({ id, coin, state, termsHash })),
    text: formatTable(columns, rows, 'No coin is offered.'),
  };
}

async function showOne(deps: OperatorDeps, id: OfferingId) {
  const offering = await readOffering(deps.db, id, english(deps));
  const { terms } = offering;
  const fields = formatFields([
    ['offer', id],
    ['state', offering.state],
    ['coin', terms.coin],
    ['price', `${terms.price} ${terms.currency}`],
    ['supply', terms.supply],
    ['least order', `${leastAmount(terms)} ${terms.currency}`],
    ['cap of a user', terms.userCap],
    ['starts (UTC)', formatInstant(terms.startAt)],
    ['ends (UTC)', formatInstant(terms.endAt)],
    ['launch (UTC)', formatInstant(terms.onlineAt)],
    ['lock, days', terms.lockDays],
    ['interest, percent', terms.interestRate],
    ['coins it takes at most', coinsNeeded(terms)],
    ["in the house's account", offering.escrow],
    ['subscribed', `${offering.subscribedAmount} ${terms.currency} by ${offering.subscribers}`],
    ['allotted', offering.allotted],
    ['free from (UTC)', formatInstant(offering.unlockAt)],
    ['terms', offering.termsHash],
    ['reason', offering.withdrawReason],
  ]);
  return { data: { id, state: offering.state, terms: z.encode(offeringTerms, terms) }, text: fields };
}

function readFunding(input: CommandInput): Funding {
  const coin = argument(input, 0);
  if (!COIN.test(coin)) throw new UsageError(`a coin is 2 to 10 capital letters and digits, not «${coin}»`);
  const amount = readDecimal(input.options['amount'] ?? '', 'amount');
  if (!isPositive(amount)) throw new UsageError('--amount must be above 0');
  return { coin, amount, title: readTitle(input) };
}

async function fund(deps: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const { coin, amount, title } = readFunding(input);
  const available = await deps.db.transaction(async (tx) => {
    const sum = await fundCoin(tx, coin, amount, title);
    await writeAudit(tx, operator, { action: 'offers.fund', subject: `coin:${coin}`, reason: amount });
    emit(tx, { type: 'catalogue-changed' });
    return sum;
  });
  return { data: { coin, amount, available }, text: `The house has ${available} ${coin} for offers now.` };
}

function readTitle({ options }: CommandInput): string | undefined {
  const { title } = options;
  if (title === undefined || /^[\p{L}\p{N}][\p{L}\p{N} .&'-]{0,39}$/u.test(title)) return title;
  throw new UsageError(`--title is a name of at most 40 letters and digits, not «${title}»`);
}

async function publish(deps: OperatorDeps, operator: Reviewer, { options }: CommandInput) {
  const { file } = options;
  if (file === undefined) throw new UsageError('--file <file> is required');
  const offering = await readPlan(file);
  const nowMs = deps.clock.nowMs();
  if (Date.parse(offering.terms.startAt) < nowMs) throw new CommandError('start_at: an offer cannot begin in the past');
  const id = await deps.db.transaction(async (tx) => {
    const published = await publishOffering(tx, offering, nowMs);
    if (typeof published === 'string') throw new CommandError(published);
    await writeAudit(tx, operator, {
      action: 'offers.publish',
      subject: `offer:${published}`,
      reason: offering.terms.coin,
    });
    return published;
  });
  return showOne(deps, id);
}

async function readPlan(file: string) {
  const read = await readJsonFile(file, plan);
  const { en } = read.texts;
  if (en === undefined) throw new CommandError(`${file}: texts.en: English is required`);
  return { ...read, texts: { ...read.texts, en } as TextsByLanguage };
}

async function withdraw(deps: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const id = readId(argument(input, 0)) as OfferingId;
  const reason = readReason(input);
  const nowMs = deps.clock.nowMs();
  await deps.db.transaction(async (tx) => {
    // The job before the offering, in the order in which the job runner locks them.
    await addJob(tx, [{ kind: ADVANCE, key: String(id), dueAtMs: nowMs }], 'move');
    requireSubscribing(await lockOffering(tx, id), id);
    await changeOffering(tx, id, { status: 'withdrawing', withdrawReason: reason }, new Date(nowMs).toISOString());
    await writeAudit(tx, operator, { action: 'offers.close', subject: `offer:${id}`, reason });
  });
  return {
    data: { id, state: 'withdrawn' },
    text: `offer ${id} is withdrawn; everything that is held for it goes back.`,
  };
}
