/** `operator countries`: where registration or products are off. */
import { sql } from 'drizzle-orm';
import { COUNTRY_CODES } from '@halyard/contract/identity/countries';
import { LIMITED_PRODUCTS, type LimitedProduct } from '@halyard/contract/limits/calls';
import { listCountryRules } from '../../countries/countryRules.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  CommandError,
  UsageError,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { READ, TERMS_BY_TWO } from '../../operator/commandRules.ts';
import { formatTable } from '../../operator/text.ts';
import { argument, readReason } from '../../operator/values.ts';

const REGISTRATION = 'registration';
const NOTHING = 'nothing';
const WORDS = [REGISTRATION, ...LIMITED_PRODUCTS] as const;

export const COUNTRY_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'countries',
    name: 'list',
    rule: READ,
    args: [],
    options: [],
    summary: 'countries where something is off',
    run: async ({ db }) => {
      const rules = await listCountryRules(db);
      const rows = rules.map(({ country, isRegistrationOff, productsOff }) => [
        country,
        isRegistrationOff ? 'off' : 'on',
        productsOff.join(', ') || 'none',
      ]);
      const columns = ['country', 'registration', 'products off'].map((title) => ({ title, isRight: false }));
      return { data: rules, text: formatTable(columns, rows, 'Everything is on everywhere.') };
    },
  },
  {
    group: 'countries',
    name: 'set',
    rule: TERMS_BY_TWO,
    args: ['country'],
    options: [
      {
        name: 'off',
        value: 'words',
        summary: `what is off, with commas: ${WORDS.join(', ')}; or "${NOTHING}". Balances stay withdrawable`,
      },
      { name: 'reason', value: 'text', summary: 'why; required, for the audit log' },
    ],
    summary: 'what is off for users who declare this country, in place of before; published',
    run: setCountry,
  },
];

async function setCountry({ db, events }: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const country = argument(input, 0).toUpperCase();
  if (!COUNTRY_CODES.includes(country)) throw new CommandError(`there is no country «${country}»: use a code like US`);
  const reason = readReason(input);
  const { isRegistrationOff, productsOff } = readOff(input.options['off']);
  await db.transaction(async (tx) => {
    if (!isRegistrationOff && productsOff.length === 0) {
      await tx.execute(sql`delete from country_rules where country = ${country}`);
    } else {
      const products = sql`array(select jsonb_array_elements_text(${JSON.stringify(productsOff)}::text::jsonb))`;
      await tx.execute(
        sql`insert into country_rules (country, is_registration_off, products_off, reason)
          values (${country}, ${isRegistrationOff}, ${products}, ${reason})
          on conflict (country) do update set is_registration_off = excluded.is_registration_off,
            products_off = excluded.products_off, reason = excluded.reason, changed_at = now()`,
      );
    }
    const off = [...(isRegistrationOff ? [REGISTRATION] : []), ...productsOff].join(', ') || NOTHING;
    await writeAudit(tx, operator, {
      action: 'countries.set',
      subject: `country:${country}`,
      reason: `off: ${off}; ${reason}`,
    });
  });
  events.publish({ type: 'catalogue-changed' });
  const data = { country, isRegistrationOff, productsOff };
  return {
    data,
    text: `${country}: ${[...(isRegistrationOff ? [REGISTRATION] : []), ...productsOff].join(', ') || NOTHING} off`,
  };
}

function readOff(text: string | undefined) {
  if (text === undefined) throw new UsageError(`--off is required: ${WORDS.join(', ')}, or "${NOTHING}"`);
  const words = text === NOTHING ? [] : text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !WORDS.some((known) => known === word));
  if (unknown !== undefined) throw new UsageError(`there is no «${unknown}»: use ${WORDS.join(', ')}`);
  const productsOff: readonly LimitedProduct[] = LIMITED_PRODUCTS.filter((product) => words.includes(product));
  return { isRegistrationOff: words.includes(REGISTRATION), productsOff };
}
