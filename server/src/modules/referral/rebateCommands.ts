/** `operator rebates`: versions of rates, and partners. */
import { sql } from 'drizzle-orm';
import { getCountries } from 'libphonenumber-js/min';
import type { UserId } from '@halyard/contract/ids';
import { max } from '@halyard/contract/money';
import { ratesFault } from '@halyard/contract/referral/rebates';
import { addDays, dateOf } from '@halyard/contract/time';
import { isoText, rowsOf } from '../../db/database.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  argument,
  CommandError,
  READ,
  readId,
  readReason,
  REASON_OPTION,
  TERMS,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { formatFields, formatInstant, formatTable } from '../../operator/text.ts';
import { createTermCommands } from '../../terms/termCommands.ts';
import {
  setPartner,
  ratesText,
  rebateTerms,
  rebateVersions,
  type RebateTerms,
  type RebateVersion,
} from './versions.ts';

const WHY = { ...REASON_OPTION, summary: 'why; required, for the audit log' };

export const REBATE_COMMANDS: readonly OperatorCommand[] = [
  ...createTermCommands({
    group: 'rebates',
    subject: 'rebate-terms',
    versions: rebateVersions,
    codec: rebateTerms,
    publishSummary: 'add a version of rates, which nobody can change any more; days go by the one they begin with',
    columns: [
      { title: 'user %', cellOf: ({ user }) => ratesText(user) },
      { title: 'partner %', cellOf: ({ partner }) => ratesText(partner) },
      { title: 'hidden in', cellOf: ({ hiddenCountries }) => hiddenCountries.join(' ') },
    ],
    none: 'There are no rates: nobody gets a rebate.',
    sheetOf,
    faultOf: async (_reader, terms) => faultOf(terms),
  }),
  {
    group: 'rebates',
    name: 'partners',
    rule: READ,
    args: [],
    options: [],
    summary: 'who is a partner, or was, newest first',
    run: ({ db }) => listPartners(db),
  },
  {
    group: 'rebates',
    name: 'add-partner',
    rule: TERMS,
    args: ['user'],
    options: [WHY],
    summary: 'give a user the rates of partners, from the next day (UTC) on',
    run: (deps, operator, input) => changePartner(deps, { operator, input, isPartner: true }),
  },
  {
    group: 'rebates',
    name: 'end-partner',
    rule: TERMS,
    args: ['user'],
    options: [WHY],
    summary: 'give a user the rates of everybody again, from the next day (UTC) on',
    run: (deps, operator, input) => changePartner(deps, { operator, input, isPartner: false }),
  },
];

function faultOf({ user, partner, hiddenCountries }: RebateTerms): string | undefined {
  const ofUser = ratesFault(user);
  if (ofUser !== undefined) return `user: ${ofUser}`;
  const ofPartner = ratesFault(partner);
  if (ofPartner !== undefined) return `partner: ${ofPartner}`;
  // A chain may have inviters of both kinds.
  const together = ratesFault(user.map((rate, index) => max(rate, partner[index] ?? rate)));
  if (together !== undefined) return `user and partner, the higher of each generation: ${together}`;
  const known: readonly string[] = getCountries();
  const odd = hiddenCountries.find(
    (country, index) => !known.includes(country) || hiddenCountries.indexOf(country) < index,
  );
  return odd === undefined ? undefined : `hidden_countries: «${odd}» is no country like GB, or is there twice`;
}

function sheetOf({ version, effectiveAt, user, partner, hiddenCountries }: RebateVersion): string {
  return formatFields([
    ['version', version],
    ['begins (UTC)', formatInstant(effectiveAt)],
    ['user, percent of the fee', ratesText(user)],
    ['partner, percent of the fee', ratesText(partner)],
    ['nothing invites in', hiddenCountries.length === 0 ? 'no country' : hiddenCountries.join(' ')],
  ]);
}

async function listPartners(db: OperatorDeps['db']) {
  const rows = await rowsOf<{ id: number; userId: number; isPartner: boolean; reason: string; at: string }>(
    db,
    sql`select id, user_id as "userId", is_partner as "isPartner", reason, ${isoText(sql`at`)} as at
      from rebate_partners order by id desc`,
  );
  const columns = ['user', 'became', 'said (UTC)', 'why'].map((title) => ({ title, isRight: title === 'user' }));
  const lines = rows.map((row) => [row.userId, row.isPartner ? 'partner' : 'user', formatInstant(row.at), row.reason]);
  return { data: rows, text: formatTable(columns, lines, 'Nobody ever was a partner.') };
}

type Change = { readonly operator: Reviewer; readonly input: CommandInput; readonly isPartner: boolean };

async function changePartner({ db, clock }: OperatorDeps, { operator, input, isPartner }: Change) {
  const userId = readId(argument(input, 0), 'user') as UserId;
  const reason = readReason(input);
  const nowMs = clock.nowMs();
  const from = addDays(dateOf(nowMs), 1);
  await db.transaction(async (tx) => {
    const found = await rowsOf(tx, sql`select 1 as found from users where id = ${userId}`);
    if (found.length === 0) throw new CommandError(`there is no user ${userId}`);
    if (!(await setPartner(tx, { userId, isPartner, reason, nowMs }))) {
      throw new CommandError(`user ${userId} is ${isPartner ? 'a partner already' : 'no partner'}`);
    }
    const action = `rebates.${isPartner ? 'add' : 'end'}-partner`;
    await writeAudit(tx, operator, { action, subject: `user:${userId}`, reason });
  });
  return {
    data: { userId, isPartner, from },
    text: `User ${userId} has the rates of ${isPartner ? 'partners' : 'everybody'} from ${from} 00:00 UTC on.`,
  };
}
