/** Settings of the log's witnesses. */
import * as z from 'zod/mini';
import { LogFormatError } from '@halyard/contract/transparency/LogFormatError';
import { parsePolicy, type KnownWitness, type Policy } from '@halyard/contract/transparency/policy';
import { ConfigError } from '../settings.ts';

export type Witness = KnownWitness & { readonly url: string };
export type WitnessSetting = Pick<Policy, 'groups' | 'quorum'> & { readonly witnesses: readonly Witness[] };

export type WitnessSettings = {
  /** Witnesses that are asked for cosignatures, and their quorum. */
  readonly logWitnesses: WitnessSetting;
  /** Interval of the requests. */
  readonly logWitnessSeconds: number;
  /** Whether options and futures stop while cosignatures are missing. */
  readonly isWitnessRequired: boolean;
};

const SECONDS = 30;
/** Older cosignatures count as missing. */
const SECONDS_MAX = 120;

/** Expected form of the variables. */
export const WITNESSES_EXPECTED = {
  TRANSPARENCY_WITNESSES:
    'lines of a policy (C2SP tlog-policy) between semicolons, each witness with its URL, such as ' +
    '"witness w1 <vkey> https://witness.example; quorum w1", or empty',
  TRANSPARENCY_WITNESS_SECONDS: `a whole number of seconds from 1 to ${SECONDS_MAX}`,
  TRANSPARENCY_WITNESS_REQUIRED: '0 or 1, and 1 only where TRANSPARENCY_WITNESSES has a quorum',
} as const;

export const NO_WITNESSES: WitnessSetting = { witnesses: [], groups: [], quorum: 'none' };

const isInRange = (seconds: string) => /^[1-9]\d{0,2}$/.test(seconds) && Number(seconds) <= SECONDS_MAX;

/** Schema of the variables. */
export const WITNESS_VARIABLES = {
  TRANSPARENCY_WITNESSES: z.optional(z.string().check(z.refine((text) => witnessesOf(text) !== undefined))),
  TRANSPARENCY_WITNESS_SECONDS: z.optional(z.string().check(z.refine(isInRange))),
  TRANSPARENCY_WITNESS_REQUIRED: z.optional(z.enum(['0', '1'])),
};

/** Reads these settings. Throws a {@link ConfigError} when cosignatures are required without a quorum. */
export function witnessSettings(
  set: Readonly<Partial<Record<keyof typeof WITNESSES_EXPECTED, string | undefined>>>,
): WitnessSettings {
  const logWitnesses = witnessesOf(set.TRANSPARENCY_WITNESSES ?? '') ?? NO_WITNESSES;
  const isWitnessRequired = set.TRANSPARENCY_WITNESS_REQUIRED === '1';
  if (isWitnessRequired && logWitnesses.quorum === NO_WITNESSES.quorum)
    throw new ConfigError(`TRANSPARENCY_WITNESS_REQUIRED must be ${WITNESSES_EXPECTED.TRANSPARENCY_WITNESS_REQUIRED}.`);
  const seconds = set.TRANSPARENCY_WITNESS_SECONDS ?? String(SECONDS);
  return { logWitnesses, logWitnessSeconds: Number(seconds), isWitnessRequired };
}

/** Parses witnesses; undefined for an invalid text. */
export function witnessesOf(text: string): WitnessSetting | undefined {
  try {
    const lines = text.split(/[;\n]/).map((line) => line.trim());
    const { logs, witnesses, groups, quorum } = parsePolicy(`${lines.join('\n')}\n`);
    const reachable = witnesses.flatMap(({ url, ...witness }) => (isAddress(url) ? { ...witness, url } : []));
    if (logs.length > 0 || reachable.length !== witnesses.length) return undefined;
    return { witnesses: reachable, groups, quorum };
  } catch (error) {
    if (error instanceof LogFormatError) return undefined;
    throw error;
  }
}

function isAddress(url: string | undefined): url is string {
  return url !== undefined && URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
