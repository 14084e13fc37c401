/** `operator trust`: versions of terms, which are added and never changed, and closing a product for purchases. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Reader } from '../../db/database.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { CommandError, type CommandInput, type OperatorCommand, type OperatorDeps } from '../../operator/command.ts';
import { formatFields, formatInstant, formatTable } from '../../operator/text.ts';
import { argument, readCount, readReason } from '../../operator/values.ts';
import { createTermCommands } from '../../terms/termCommands.ts';
import { faultOf } from './versionRules.ts';
import { trustVersions, trustVersionTerms, type ProductTerms, type TrustVersion } from './versions.ts';

const PRODUCT_MAX = 999_999;

const CLOSE: OperatorCommand = {
  group: 'trust',
  name: 'close',
  args: ['product'],
  options: [{ name: 'reason', value: 'text', summary: 'why, for the audit log' }],
  summary: 'close a product for purchases, for ever; what is hosted goes on to its end',
  run: close,
};

export const TRUST_COMMANDS: readonly OperatorCommand[] = [
  ...createTermCommands({
    group: 'trust',
    subject: 'trust-terms',
    versions: trustVersions,
    codec: trustVersionTerms,
    publishSummary: 'add a version of terms, which nobody can change any more; orders that are hosted keep theirs',
    columns: [{ title: 'products', cellOf: ({ products }) => products.map(shortOf).join(', ') }],
    none: 'There are no terms: no product is offered.',
    sheetOf,
    faultOf: async (reader, terms) => faultOf(terms, await currencyNames(reader)),
  }),
  CLOSE,
];

async function close({ db, clock }: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const product = readCount(argument(input, 0), 'product', PRODUCT_MAX);
  const reason = readReason(input);
  const closedAt = new Date(clock.nowMs()).toISOString();
  await db.transaction(async (tx) => {
    const versions = await trustVersions.listVersions(tx);
    if (!versions.some(({ products }) => products.some((one) => one.product === product))) {
      throw new CommandError(`there is no product ${product}: "trust terms" names all`);
    }
    const rows = await rowsOf(
      tx,
      sql`insert into trust_products as p (product, closed_at) values (${product}, ${closedAt})
        on conflict (product) do update set closed_at = excluded.closed_at where p.closed_at is null returning 1`,
    );
    if (rows.length === 0) throw new CommandError(`product ${product} is closed already`);
    await writeAudit(tx, operator, { action: 'trust.close', subject: `trust-product:${product}`, reason });
  });
  const data = { product, closedAt };
  return {
    data,
    text: formatFields([
      ['product', product],
      ['closed (UTC)', formatInstant(closedAt)],
    ]),
  };
}

async function currencyNames(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(reader, sql`select name from currencies where is_spot order by sort, id`);
  return rows.map(({ name }) => name);
}

function shortOf({ product, currency, days, rate }: ProductTerms): string {
  return `${product}: ${currency} ${days} d ${rate} %`;
}

function sheetOf({ version, effectiveAt, products }: TrustVersion): string {
  const head = formatFields([
    ['version', version],
    ['begins (UTC)', formatInstant(effectiveAt)],
  ]);
  const titles = ['product', 'currency', 'days', 'interest %', 'min', 'max', 'capacity', 'penalty'];
  const columns = titles.map((title) => ({ title, isRight: !['currency', 'penalty'].includes(title) }));
  const rows = products.map((one) => [
    one.product,
    one.currency,
    one.days,
    one.rate,
    one.minAmount,
    one.maxAmount,
    one.capacity,
    one.penaltyRule === 'days_of_interest'
      ? `${one.penaltyValue} days of interest`
      : `${one.penaltyValue} % a day that is left`,
  ]);
  return `${head}\n\n${formatTable(columns, rows, 'No product.')}`;
}
