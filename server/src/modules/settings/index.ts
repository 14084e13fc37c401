/**
 * The calls about the language, the countries and the operator's public settings. Nothing is stored: each request
 * carries its language in `language-mark`.
 */
import { sql } from 'drizzle-orm';
import { getCountries, getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min';
import { COUNTRY_CODES } from '@halyard/contract/identity/countries';
import { languageOf, LOCALES, type Language } from '@halyard/contract/languages';
import { LIMITED_PRODUCTS, type LimitedProduct } from '@halyard/contract/limits/calls';
import {
  getAppConfig,
  getLanguage,
  listCallingCodes,
  setLanguage,
  type CallingCode,
} from '@halyard/contract/settings/calls';
import { answerPublic } from '../../calls/callHandler.ts';
import { listCountryRules } from '../../countries/countryRules.ts';
import type { Module } from '../../module.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  argument,
  CommandError,
  READ,
  readReason,
  TERMS_BY_TWO,
  UsageError,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { formatTable } from '../../operator/text.ts';

/** `operator countries`: where registration or products are off. */
const REGISTRATION = 'registration';
const NOTHING = 'nothing';
const WORDS = [REGISTRATION, ...LIMITED_PRODUCTS] as const;

const COUNTRY_COMMANDS: readonly OperatorCommand[] = [
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

/** Countries with their calling codes, named in a language. */
const cache = new Map<Language, readonly CallingCode[]>();

/** All countries of the phone metadata, sorted by name as the language sorts. */
export function callingCodesIn(language: Language): readonly CallingCode[] {
  const known = cache.get(language);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames([LOCALES[language]], { type: 'region' });
  const collator = new Intl.Collator(LOCALES[language]);
  const list = getCountries()
    .map((country) => ({
      id: idOf(country),
      name: names.of(country) ?? country,
      callingCode: getCountryCallingCode(country),
      country,
    }))
    .sort((a, b) => collator.compare(a.name, b.name));
  cache.set(language, list);
  return list;
}

/** A country's id, independent of language, order and release of the metadata: its two letters read as a number. */
function idOf(country: CountryCode): number {
  const [first, second] = [0, 1].map((index) => country.charCodeAt(index) - 'A'.charCodeAt(0)) as [number, number];
  return first * 26 + second + 1;
}

export const settings: Module = {
  commands: COUNTRY_COMMANDS,
  create: ({ isSandbox, settings: set }) => ({
    handlers: [
      answerPublic(setLanguage, async ({ language }) => languageOf(language)),
      answerPublic(getLanguage, async (_request, caller) => caller.language),
      answerPublic(listCallingCodes, async ({ language }, caller) => [
        ...callingCodesIn(language === undefined ? caller.language : languageOf(language)),
      ]),
      answerPublic(getAppConfig, async () => ({
        isSandbox,
        mapTilesUrl: set.mapTilesUrl ?? null,
        mapAttribution: set.mapAttribution ?? null,
        withdrawalHoldHours: set.withdrawalHoldHours,
      })),
    ],
  }),
};
