/** `operator trust`: versions of terms, which are added and never changed, and closing a product for purchases. */
import { sql } from 'drizzle-orm';
import {
  compare,
  decimal,
  divide,
  fitsPlaces,
  isNegative,
  isPositive,
  multiply,
  type Decimal,
  MONEY_PLACES,
  HUNDRED,
} from '@halyard/contract/money';
import { interestOfDay, totalInterest } from '@halyard/contract/trust/rules';
import { AMOUNT_MAX } from '@halyard/contract/withdrawals/rules';
import { rowsOf, type Reader } from '../../db/database.ts';
import { decimalOrZero } from '../../db/decimals.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  argument,
  CommandError,
  readCount,
  readReason,
  TERMS_BY_TWO,
  type CommandFacts,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { formatFields, formatInstant, formatTable } from '../../operator/text.ts';
import { createTermCommands } from '../../terms/termCommands.ts';
import { firstFault, listFault } from '../../terms/versions.ts';
import {
  trustVersions,
  trustVersionTerms,
  type ProductTerms,
  type TrustVersion,
  type TrustVersionTerms,
} from './versions.ts';

const PRODUCT_MAX = 999_999;

const CLOSE: OperatorCommand = {
  group: 'trust',
  name: 'close',
  rule: TERMS_BY_TWO,
  args: ['product'],
  options: [{ name: 'reason', value: 'text', summary: 'why, for the audit log' }],
  summary: 'close a product for purchases and renewals, for ever; what is hosted goes on to its end',
  facts: closeFacts,
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

/** Invested sums are of this moment: they change until the product is closed. */
async function closeFacts({ db }: OperatorDeps, input: CommandInput): Promise<CommandFacts> {
  const product = readCount(argument(input, 0), 'product', PRODUCT_MAX);
  readReason(input);
  const offered = await requireProduct(db, product);
  const [row] = await rowsOf<{
    is_closed: boolean;
    invested: string;
    orders: number;
    users: number;
    last: string | null;
  }>(
    db,
    sql`select exists (select from trust_products p where p.product = ${product} and p.closed_at is not null) as is_closed,
        coalesce(sum(o.amount), 0)::text as invested, count(*)::int as orders, count(distinct o.user_id)::int as users,
        max(o.bought_on + o.days)::text as last
      from trust_orders o where o.product = ${product} and o.status = 'active'`,
  );
  if (row?.is_closed === true) throw new CommandError(`product ${product} is closed already`);
  return {
    fixed: formatFields([
      ['product', product],
      ['currency', offered.currency],
      ['days', offered.days],
      ['interest, percent', offered.rate],
      ['amounts', `${offered.minAmount} to ${offered.maxAmount}`],
      ['capacity', offered.capacity],
      ['penalty', penaltyText(offered)],
      [
        'effect',
        'nobody can buy it any more, for ever; orders that are hosted go on to their ends and are not renewed',
      ],
    ]),
    moving: formatFields([
      ['hosted', `${decimalOrZero(row?.invested)} ${offered.currency}`],
      ['of', `${row?.users ?? 0} users, ${row?.orders ?? 0} orders`],
      ['last end (UTC)', row?.last ?? null],
    ]),
  };
}

/** A product as the newest version that names it has it. Throws {@link CommandError}. */
async function requireProduct(reader: Reader, product: number): Promise<ProductTerms> {
  const versions = await trustVersions.listVersions(reader);
  const found = versions.flatMap(({ products }) => products).find((one) => one.product === product);
  if (found === undefined) throw new CommandError(`there is no product ${product}: "trust terms" names all`);
  return found;
}

async function close({ db, clock }: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const product = readCount(argument(input, 0), 'product', PRODUCT_MAX);
  const reason = readReason(input);
  const closedAt = new Date(clock.nowMs()).toISOString();
  await db.transaction(async (tx) => {
    await requireProduct(tx, product);
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
    penaltyText(one),
  ]);
  return `${head}\n\n${formatTable(columns, rows, 'No product.')}`;
}

const DAYS_MAX = 3650;
// As percents of legacy clients.
const PERCENT_PLACES = 4;

/** The first fault of terms, as a line for the operator; undefined when they are valid. */
function faultOf({ products }: TrustVersionTerms, currencies: readonly string[]): string | undefined {
  return (
    listFault(
      'products',
      products.map(({ product }) => product),
    ) ??
    firstFault(
      products,
      (product) => productFault(product) ?? listFault(`product ${product.product}`, [product.currency], currencies),
    )
  );
}

function productFault(terms: ProductTerms): string | undefined {
  const { product, days, rate } = terms;
  const fault = (text: string) => `product ${product}: ${text}`;
  if (product < 1 || product > PRODUCT_MAX) return fault(`numbers go from 1 to ${PRODUCT_MAX}`);
  if (days < 1 || days > DAYS_MAX) return fault(`day must be from 1 to ${DAYS_MAX}`);
  if (!isPositive(rate) || compare(rate, HUNDRED) > 0 || !fitsPlaces(rate, PERCENT_PLACES)) {
    return fault(
      `interest_rate must be above 0 and at most 100, with at most ${PERCENT_PLACES} digits after the point`,
    );
  }
  const text = amountFault(terms) ?? penaltyFault(terms);
  return text === undefined ? undefined : fault(text);
}

function amountFault({ days, rate, minAmount, maxAmount, capacity }: ProductTerms): string | undefined {
  const areAmounts = [minAmount, maxAmount, capacity].every((one) => isPositive(one) && fitsPlaces(one, MONEY_PLACES));
  const isRange = areAmounts && compare(minAmount, maxAmount) <= 0 && compare(maxAmount, capacity) <= 0;
  if (!isRange || compare(capacity, AMOUNT_MAX) > 0) return 'save_min, save_max and capacity are no range of amounts';
  // Otherwise some days would pay nothing.
  const first = interestOfDay(totalInterest(minAmount, { rate }), 1, days);
  return isPositive(first) ? undefined : 'the interest of a day on save_min is less than can be paid';
}

function penaltyFault(terms: ProductTerms): string | undefined {
  const { penaltyValue } = terms;
  if (isNegative(penaltyValue) || !fitsPlaces(penaltyValue, PERCENT_PLACES)) {
    return `penalty_value must be 0 or more, with at most ${PERCENT_PLACES} digits after the point`;
  }
  return compare(largestPenaltyPercent(terms), HUNDRED) > 0
    ? 'the penalty could be more than the principal'
    : undefined;
}

/** In percent of the principal, on the first day; at six places, rounded up. */
function largestPenaltyPercent({ days, rate, penaltyRule, penaltyValue }: ProductTerms): Decimal {
  const wholeDays = decimal(String(days));
  return penaltyRule === 'ratio_remaining'
    ? multiply(penaltyValue, wholeDays)
    : divide(multiply(penaltyValue, rate), wholeDays, PERCENT_PLACES + 2, 'up');
}

function penaltyText({ penaltyRule, penaltyValue }: ProductTerms): string {
  return penaltyRule === 'days_of_interest'
    ? `${penaltyValue} days of interest`
    : `${penaltyValue} % a day that is left`;
}
