/** Channels of the exchange, shared by deposits and withdrawals. */
import { sql } from 'drizzle-orm';
import { compare, fitsPlaces, isPositive, HUNDRED } from '@halyard/contract/money';
import { AMOUNT_MAX, withdrawalReceipt } from '@halyard/contract/withdrawals/rules';
import { emit, type Reader, type Transaction } from '../../db/database.ts';
import type { Module } from '../../module.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  argument,
  CommandError,
  READ,
  readDecimal,
  TERMS_BY_TWO,
  UsageError,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { formatFields, formatTable, type Cell } from '../../operator/text.ts';
import { listChannels, type ChannelChain, type ChannelRecord } from './channelRepository.ts';

/** The commands of the group. */
const CURRENCY_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'currencies',
    name: 'list',
    rule: READ,
    args: [],
    options: [],
    summary: 'the ways in and out with their terms',
    run: async ({ db }) => listTerms(db),
  },
  {
    group: 'currencies',
    name: 'show',
    rule: READ,
    args: ['channel'],
    options: [],
    summary: 'one way in and out, by its name or its id',
    run: async ({ db }, _operator, input) => {
      const channel = await findChannel(db, argument(input, 0));
      return { data: channel, text: fieldsOf(channel) };
    },
  },
  {
    group: 'currencies',
    name: 'set',
    rule: TERMS_BY_TWO,
    args: ['channel'],
    options: [
      { name: 'min-deposit', value: 'amount', summary: 'least amount of a deposit' },
      { name: 'min-withdrawal', value: 'amount', summary: 'least amount of a withdrawal, fee included' },
      { name: 'fee-percent', value: 'percent', summary: 'fee of a withdrawal in percent of its amount' },
      { name: 'fee-min', value: 'amount', summary: 'least fee of a withdrawal' },
    ],
    summary: 'change terms; they hold for requests that come after, never for one that is there',
    run: setTerms,
  },
  {
    group: 'currencies',
    name: 'explorer',
    rule: TERMS_BY_TWO,
    args: ['channel', 'chain'],
    options: [
      { name: 'url', value: 'address', summary: 'page of a transaction, with {id} in place of its id' },
      { name: 'none', summary: 'no explorer any more' },
    ],
    summary: 'the block explorer that users can open a transaction of this chain in',
    check: async ({ db }, input) => {
      readExplorer(input);
      await findChain(db, input);
    },
    run: setExplorer,
  },
];

export const channels: Module = { commands: CURRENCY_COMMANDS };

// `operator currencies`: deposit and withdrawal channels and their terms.

/** Terms that the operator may set, by option. */
const TERMS = {
  'min-deposit': 'depositMin',
  'min-withdrawal': 'withdrawalMin',
  'fee-percent': 'feePercent',
  'fee-min': 'feeMin',
} as const;

type Option = keyof typeof TERMS;

type Terms = Pick<ChannelRecord, (typeof TERMS)[Option]>;

const OPTIONS = Object.keys(TERMS) as readonly Option[];

const PERCENT_PLACES = 4;

async function listTerms(db: Reader) {
  const listed = await listChannels(db);
  const titles = ['id', 'channel', 'settled in', 'min deposit', 'min withdrawal', 'fee %', 'min fee', 'chains'];
  const columns = titles.map((title) => ({ title, isRight: /^id$|min|fee/.test(title) }));
  const rows = listed.map(({ id, name, settlement, depositMin, withdrawalMin, feePercent, feeMin, ...rest }) => [
    id,
    name,
    settlement,
    depositMin,
    withdrawalMin,
    feePercent,
    feeMin,
    chainsOf(rest),
  ]);
  return { data: listed, text: formatTable(columns, rows, 'There is no way in or out.') };
}

async function setTerms({ db }: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const wanted = readTerms(input);
  const channel = await db.transaction(async (tx) => {
    const { id } = await findChannel(tx, argument(input, 0));
    // With two operators at the same time, the second log line must name the terms of the first.
    await tx.execute(sql`select 1 from funding_channels where id = ${id} for update`);
    const before = await findChannel(tx, String(id));
    const after = { ...before, ...wanted };
    refuseTerms(after);
    const changes = changesOf(before, after);
    if (changes.length === 0) throw new CommandError('these are the terms already; nothing has changed');
    await writeTerms(tx, after);
    const reason = changes.join(', ');
    await writeAudit(tx, operator, { action: 'currencies.set', subject: `channel:${id}`, reason });
    emit(tx, { type: 'catalogue-changed' });
    return after;
  });
  return { data: channel, text: fieldsOf(channel) };
}

async function setExplorer({ db }: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const explorer = readExplorer(input);
  const channel = await db.transaction(async (tx) => {
    const { id } = await findChannel(tx, argument(input, 0));
    // With two operators at the same time, the second log line must name the address of the first.
    await tx.execute(sql`select 1 from funding_channels where id = ${id} for update`);
    const before = await findChain(tx, input);
    if (before.explorer === explorer) throw new CommandError('that is the explorer already; nothing has changed');
    await tx.execute(
      sql`update funding_chains set explorer = ${explorer} where channel_id = ${id} and chain = ${before.chain}`,
    );
    const reason = `${before.chain} ${before.explorer ?? 'none'} -> ${explorer ?? 'none'}`;
    await writeAudit(tx, operator, { action: 'currencies.explorer', subject: `channel:${id}`, reason });
    emit(tx, { type: 'catalogue-changed' });
    return findChannel(tx, String(id));
  });
  return { data: channel, text: fieldsOf(channel) };
}

/** Throws {@link CommandError}. */
async function findChain(reader: Reader, input: CommandInput): Promise<ChannelChain> {
  const { name, chains } = await findChannel(reader, argument(input, 0));
  const word = argument(input, 1);
  const found = chains.find(({ chain }) => chain === word.toUpperCase());
  if (found !== undefined) return found;
  throw new CommandError(
    `${name} has no chain «${word}»: use ${chains.map(({ chain }) => chain).join(', ') || 'none'}`,
  );
}

const EXPLORER_MAX = 200;
/** A host with nothing before it, then one `{id}` in the path, the query or the fragment. */
const EXPLORER = /^https:\/\/[a-z\d.-]+(?::\d+)?\/[!-z|~]*\{id\}[!-z|~]*$/;

/** Null for none. Throws {@link UsageError}. */
function readExplorer({ options: { url, none } }: CommandInput): string | null {
  if ((url === undefined) === (none === undefined)) throw new UsageError('give --url "https://..." or --none');
  if (url === undefined) return null;
  if (url.length <= EXPLORER_MAX && EXPLORER.test(url) && URL.canParse(url)) return url;
  throw new UsageError(
    `--url must be an https address with one {id} after its host, of ${EXPLORER_MAX} characters at most, not «${url}»`,
  );
}

/** By its name in any case, or by its id. Throws {@link CommandError}. */
async function findChannel(reader: Reader, word: string): Promise<ChannelRecord> {
  const all = await listChannels(reader);
  const found = all.find(({ id, name }) => name.toUpperCase() === word.toUpperCase() || String(id) === word);
  if (found !== undefined) return found;
  throw new CommandError(`there is no channel «${word}»: use ${all.map(({ name }) => name).join(', ')}`);
}

function readTerms({ options }: CommandInput): Partial<Terms> {
  const given = OPTIONS.flatMap((option) => {
    const text = options[option];
    return text === undefined ? [] : [[TERMS[option], readDecimal(text, option)] as const];
  });
  if (given.length > 0) return Object.fromEntries(given);
  throw new UsageError(`nothing to set: use ${OPTIONS.map((option) => `--${option}`).join(', ')}`);
}

/** Terms that block every deposit or withdrawal, or have amounts finer than the currency. */
function refuseTerms(terms: ChannelRecord): void {
  const { places, depositMin, withdrawalMin, feePercent, feeMin } = terms;
  if (![depositMin, withdrawalMin, feeMin].every((amount) => fitsPlaces(amount, places))) {
    throw new CommandError(`${terms.name} has ${places} digits after the point`);
  }
  if (!fitsPlaces(feePercent, PERCENT_PLACES) || compare(feePercent, HUNDRED) >= 0) {
    throw new CommandError(`the fee must be below 100 percent, with at most ${PERCENT_PLACES} digits after the point`);
  }
  for (const least of [depositMin, withdrawalMin]) {
    if (isPositive(least) && compare(least, AMOUNT_MAX) <= 0) continue;
    throw new CommandError(`a minimum must be above 0 and at most ${AMOUNT_MAX}, the most that is paid at once`);
  }
  const { fee, receipt } = withdrawalReceipt(withdrawalMin, terms);
  if (isPositive(receipt)) return;
  throw new CommandError(`of a withdrawal of ${withdrawalMin} the fee of ${fee} would leave nothing`);
}

function changesOf(before: Terms, after: Terms): string[] {
  return OPTIONS.filter((option) => before[TERMS[option]] !== after[TERMS[option]]).map(
    (option) => `${option} ${before[TERMS[option]]} -> ${after[TERMS[option]]}`,
  );
}

async function writeTerms(tx: Transaction, terms: Terms & Pick<ChannelRecord, 'id'>): Promise<void> {
  await tx.execute(
    sql`update funding_channels set deposit_min = ${terms.depositMin}, withdrawal_min = ${terms.withdrawalMin},
        withdrawal_fee_percent = ${terms.feePercent}, withdrawal_fee_min = ${terms.feeMin}
      where id = ${terms.id}`,
  );
}

function fieldsOf(channel: ChannelRecord): string {
  const { id, name, settlement, places, depositMin, withdrawalMin, feePercent, feeMin } = channel;
  const fields: readonly (readonly [string, Cell])[] = [
    ['channel', `${name} (${id})`],
    ['settled in', settlement],
    ['digits after the point', places],
    ['chains', chainsOf(channel)],
    ['min-deposit', depositMin],
    ['min-withdrawal', withdrawalMin],
    ['fee-percent', feePercent],
    ['fee-min', feeMin],
    ...channel.chains.map(({ chain, explorer }) => [`explorer ${chain}`, explorer ?? 'none'] as const),
  ];
  return formatFields(fields);
}

function chainsOf({ isBank, chains }: Pick<ChannelRecord, 'isBank' | 'chains'>): string {
  if (isBank) return 'bank';
  return chains.map(({ chain, confirmations }) => `${chain} (${confirmations} blocks)`).join(', ');
}
