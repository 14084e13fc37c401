/** `operator house`: capital of the house comes in by a payment, and leaves by an announced take. */
import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import { add, compare, isPositive, max, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader } from '../db/database.ts';
import { readBalance, type FundedAccount } from '../ledger/ledger.ts';
import { writeAudit, type Reviewer } from '../operator/audit.ts';
import {
  argument,
  CommandError,
  READ,
  readDecimal,
  readId,
  TERMS,
  TERMS_BY_TWO,
  UsageError,
  type CommandFacts,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../operator/command.ts';
import { paymentIdOf } from '../operator/payment.ts';
import { formatFields, formatInstant, formatTable } from '../operator/text.ts';
import { FUNDED, fundAccount, readBooked } from './houseCapital.ts';
import {
  announceTake,
  cancelTake,
  findLastTake,
  listAnnounced,
  listTakes,
  noticeOf,
  readFree,
  type HouseNeeds,
  type HouseTake,
  type TakenAccount,
} from './houseTakes.ts';

const TAKES_SHOWN = 20;

/** Coins for offerings are booked by `offers fund`, which makes their currency. */
const BY_PAYMENT = FUNDED.filter(({ currencies }) => currencies !== undefined);
const TAKEN: readonly TakenAccount[] = ['fees', ...FUNDED.map(({ account }) => account)];

const AMOUNT = { name: 'amount', value: 'n', summary: 'in units of the currency' } as const;

/** The commands; `needs` is what stays for products when money is taken. */
export function houseCommands(needs: HouseNeeds): readonly OperatorCommand[] {
  return [
    {
      group: 'house',
      name: 'show',
      rule: READ,
      args: [],
      options: [],
      summary: "the house's accounts, what of them can be taken, and what was taken",
      run: async ({ db }) => showHouse(db, needs),
    },
    {
      group: 'house',
      name: 'fund',
      rule: TERMS_BY_TWO,
      args: ['account', 'currency'],
      options: [
        AMOUNT,
        { name: 'payment', value: 'id', summary: 'the transaction id or bank reference by which the money came' },
      ],
      summary: `book capital that came from outside; accounts: ${BY_PAYMENT.map(({ account }) => account).join(', ')}`,
      facts: async (deps, input) => fundFacts(deps, await readFunding(deps.db, input)),
      run: fund,
    },
    {
      group: 'house',
      name: 'take',
      rule: TERMS_BY_TWO,
      args: ['account', 'currency'],
      options: [AMOUNT],
      summary: 'take out what products do not need: fees at once, capital a day after its notice on the fairness page',
      facts: async (deps, input) => takeFacts(deps.db, needs, await readTaking(deps.db, needs, input)),
      run: async (deps, operator, input) => take(deps, operator, await readTaking(deps.db, needs, input)),
    },
    {
      group: 'house',
      name: 'cancel',
      rule: TERMS,
      args: ['id'],
      options: [],
      summary: 'end an announced take; nothing leaves',
      run: cancel,
    },
  ];
}

async function showHouse(db: Reader, needs: HouseNeeds) {
  const held = await rowsOf<{ account: TakenAccount; currencyId: CurrencyId; currency: string }>(
    db,
    sql`select a.kind as account, c.id as "currencyId", c.name as currency
      from ledger_accounts a join currencies c on c.id = a.currency_id
      where a.user_id is null and a.kind <> 'outside' order by a.kind, c.sort, c.id`,
  );
  const accounts = [];
  for (const place of held) accounts.push({ ...place, ...(await readFree(db, needs, place)) });
  const takes = await listTakes(db, TAKES_SHOWN);
  const amounts = ['available', 'held', 'needed', 'free'] as const;
  const rows = accounts.map((one) => [one.account, one.currency, ...amounts.map((name) => one[name])]);
  const titles = ['account', 'currency', 'available', 'held', 'stays for users', 'can be taken'];
  const columns = titles.map((title, index) => ({ title, isRight: index > 1 }));
  const takeColumns = ['take', 'account', 'amount', 'leaves (UTC)', 'left'].map((title) => ({ title }));
  const takeRows = takes.map((one) => [
    one.id,
    one.account,
    `${one.amount} ${one.currency}`,
    formatInstant(one.dueAt),
    one.taken === null ? 'announced' : `${one.taken} ${one.currency}`,
  ]);
  return {
    data: { accounts, takes },
    text: [
      formatTable(columns, rows, 'The house has nothing yet.'),
      formatTable(takeColumns, takeRows, 'Nothing was taken out.'),
    ].join('\n\n'),
  };
}

type Currency = {
  readonly id: CurrencyId;
  readonly name: string;
  readonly isSpot: boolean;
  readonly isOption: boolean;
  readonly isFutures: boolean;
};

async function requireCurrency(reader: Reader, name: string): Promise<Currency> {
  const [found] = await rowsOf<Currency>(
    reader,
    sql`select id, name, is_spot as "isSpot", is_option as "isOption", is_futures as "isFutures"
      from currencies where name = ${name.toUpperCase()}`,
  );
  if (found === undefined) throw new CommandError(`there is no currency «${name}»`);
  return found;
}

function readAmount({ options }: CommandInput): Decimal {
  const amount = readDecimal(options['amount'] ?? '', 'amount');
  if (!isPositive(amount)) throw new UsageError('--amount must be above 0');
  return amount;
}

// Capital that comes in.

type Funding = {
  readonly account: FundedAccount;
  readonly currency: Currency;
  readonly amount: Decimal;
  readonly payment: string;
};

async function readFunding(reader: Reader, input: CommandInput): Promise<Funding> {
  const word = argument(input, 0);
  const known = BY_PAYMENT.find(({ account }) => account === word);
  if (known?.currencies === undefined) {
    const accounts = BY_PAYMENT.map(({ account }) => account).join(', ');
    throw new UsageError(`account must be one of ${accounts}, not «${word}»; "offers fund" books coins for offers`);
  }
  const amount = readAmount(input);
  const written = input.options['payment'] ?? '';
  const payment = paymentIdOf('ERC20', written) ?? paymentIdOf(null, written);
  if (payment === undefined) throw new UsageError('it takes the transaction id or bank reference: --payment "..."');
  const currency = await requireCurrency(reader, argument(input, 1));
  if (!currency[known.currencies]) throw new CommandError(`${known.account} does not use ${currency.name}`);
  return { account: known.account, currency, amount, payment };
}

async function fundFacts({ db }: OperatorDeps, funding: Funding): Promise<CommandFacts> {
  const { account, currency, amount, payment } = funding;
  const booked = await readBooked(db, payment);
  if (booked.some((one) => one.account === account)) throw new CommandError(bookedText(funding));
  const { available, held } = await readBalance(db, { house: account, currencyId: currency.id });
  const before = booked.map((one) => `${one.amount} ${one.currency} into ${one.account}`).join(', ');
  return {
    fixed: formatFields([
      ['account', account],
      ['booked from outside', `${amount} ${currency.name}`],
      ['payment', payment],
      ['booked of it before', before === '' ? null : before],
      ['effect', 'the product may promise more; the money leaves only by a take with a day of notice'],
    ]),
    moving: formatFields([
      ['available', `${available} ${currency.name}`],
      ['held', `${held} ${currency.name}`],
    ]),
  };
}

function bookedText({ account, payment }: Funding): string {
  return `the payment ${payment} is booked into ${account} already`;
}

async function fund(deps: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const funding = await readFunding(deps.db, input);
  const { account, currency, amount, payment } = funding;
  await deps.db.transaction(async (tx) => {
    const isBooked = await fundAccount(tx, { account, currencyId: currency.id, amount }, payment);
    if (!isBooked) throw new CommandError(bookedText(funding));
    const reason = `${amount} ${currency.name}, payment ${payment}`;
    await writeAudit(tx, operator, { action: 'house.fund', subject: `house:${account}`, reason });
  });
  const { available } = await readBalance(deps.db, { house: account, currencyId: currency.id });
  return {
    data: { account, currency: currency.name, amount, payment, available },
    text: `${account} has ${available} ${currency.name} available now.`,
  };
}

// Money that leaves.

type Taking = {
  readonly account: TakenAccount;
  readonly currency: Currency;
  readonly amount: Decimal;
};

/** Throws {@link CommandError} when it is more than can be taken now, with what is announced. */
async function readTaking(reader: Reader, needs: HouseNeeds, input: CommandInput): Promise<Taking> {
  const word = argument(input, 0);
  const account = TAKEN.find((known) => known === word);
  if (account === undefined) throw new UsageError(`account must be one of ${TAKEN.join(', ')}, not «${word}»`);
  const amount = readAmount(input);
  const currency = await requireCurrency(reader, argument(input, 1));
  const { free } = await readFree(reader, needs, { account, currencyId: currency.id });
  const announced = (await listAnnounced(reader)).filter((one) => isSamePlace(one, { account, currency }));
  const left = max(ZERO, subtract(free, add(ZERO, ...announced.map((one) => one.amount))));
  if (compare(amount, left) > 0) {
    throw new CommandError(`${left} ${currency.name} can be taken out of ${account} now, not ${amount}: "house show"`);
  }
  return { account, currency, amount };
}

function isSamePlace(one: HouseTake, { account, currency }: Pick<Taking, 'account' | 'currency'>): boolean {
  return one.account === account && one.currencyId === currency.id;
}

/** The take before it is among what must not change: taking twice takes two requests. */
async function takeFacts(reader: Reader, needs: HouseNeeds, taking: Taking): Promise<CommandFacts> {
  const { account, currency, amount } = taking;
  const place = { account, currencyId: currency.id };
  const last = await findLastTake(reader, place);
  const { available, held, needed, free } = await readFree(reader, needs, place);
  return {
    fixed: formatFields([
      ['account', account],
      ['leaves the exchange', `${amount} ${currency.name}`],
      ['when', noticeOf(account) === 0 ? 'at once' : 'a day after the confirmation; announced until then'],
      ['the take before it', last === undefined ? null : `${last.id}, ${last.amount} ${currency.name}`],
      ['effect', 'what users may need by then stays, and only the rest leaves'],
    ]),
    moving: formatFields([
      ['available', `${available} ${currency.name}`],
      ['held', `${held} ${currency.name}`],
      ['stays for users', `${needed} ${currency.name}`],
      ['can be taken', `${free} ${currency.name}`],
    ]),
  };
}

async function take({ db, clock }: OperatorDeps, operator: Reviewer, taking: Taking) {
  const { account, currency, amount } = taking;
  const { id, dueAtMs } = await db.transaction(async (tx) => {
    const announced = await announceTake(tx, { account, currencyId: currency.id, amount }, clock.nowMs());
    const reason = `${amount} ${currency.name} of ${account}`;
    await writeAudit(tx, operator, { action: 'house.take', subject: `take:${announced.id}`, reason });
    return announced;
  });
  const dueAt = new Date(dueAtMs).toISOString();
  return {
    data: { id, account, currency: currency.name, amount, dueAt },
    text: `Take ${id}: ${amount} ${currency.name} leave ${account} at ${formatInstant(dueAt)} UTC, or what is free then. Pay out what "house show" says.`,
  };
}

async function cancel({ db, clock }: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const id = readId(argument(input, 0));
  await db.transaction(async (tx) => {
    if (!(await cancelTake(tx, id, clock.nowMs()))) throw new CommandError(`take ${id} is not announced`);
    await writeAudit(tx, operator, { action: 'house.cancel', subject: `take:${id}` });
  });
  return { data: { id }, text: `Take ${id} is cancelled; nothing leaves.` };
}
