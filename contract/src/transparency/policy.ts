/** Trust policy (C2SP tlog-policy): logs, witnesses, and the required cosignatures. */
import { isSameBytes, wholeOf } from './bytes.ts';
import { LogFormatError } from './LineReader.ts';
import { formatVkey, parseVkey, type KeyType, type VerifierKey } from './note.ts';

/** Members are names of witnesses or of groups before it. */
export type Group = { readonly name: string; readonly least: number; readonly members: readonly string[] };
export type KnownLog = { readonly key: VerifierKey; readonly url?: string };
export type KnownWitness = KnownLog & { readonly name: string };

export type Policy = {
  readonly logs: readonly KnownLog[];
  readonly witnesses: readonly KnownWitness[];
  readonly groups: readonly Group[];
  /** A witness or a group; `none` requires no cosignature. */
  readonly quorum: string;
};

/** The most logs, witnesses and groups of a policy, each. */
const LINES_MAX = 32;
const NO_QUORUM = 'none';
const NOT_IN_POLICIES = /[^\P{Cc}\t]/u;

type Draft = {
  logs: KnownLog[];
  witnesses: KnownWitness[];
  groups: Group[];
  grouped: Set<string>;
  quorum: string | undefined;
};
type ReadLine = (draft: Draft, words: readonly string[]) => void;

/** Reads a policy. Throws a {@link LogFormatError} that names the line. */
export function parsePolicy(text: string): Policy {
  if (!text.endsWith('\n')) throw new LogFormatError(0, 'a policy ends with a line feed');
  const draft: Draft = { logs: [], witnesses: [], groups: [], grouped: new Set(), quorum: undefined };
  for (const [place, line] of text.slice(0, -1).split('\n').entries()) atLine(place + 1, () => readLine(draft, line));
  if (draft.quorum === undefined) throw new LogFormatError(0, 'a policy has a quorum');
  const { logs, witnesses, groups, quorum } = draft;
  return { logs, witnesses, groups, quorum };
}

/** The text of a policy, as {@link parsePolicy} reads it. */
export function formatPolicy({ logs, witnesses, groups, quorum }: Policy): string {
  const lines = [
    ...logs.map(({ key, url }) => ['log', formatVkey(key), ...urlOf(url)]),
    ...witnesses.map(({ name, key, url }) => ['witness', name, formatVkey(key), ...urlOf(url)]),
    ...groups.map(({ name, least, members }) => ['group', name, String(least), ...members]),
    ['quorum', quorum],
  ];
  return lines.map((words) => `${words.join(' ')}\n`).join('');
}

/** Whether the cosignatures of these keys satisfy the policy. */
export function isQuorum({ witnesses, groups, quorum }: Policy, cosigners: readonly VerifierKey[]): boolean {
  const has = new Set(
    witnesses.filter(({ key }) => cosigners.some((cosigner) => isSameKey(cosigner, key))).map(({ name }) => name),
  );
  // Groups follow their members.
  for (const { name, least, members } of groups) {
    if (members.filter((member) => has.has(member)).length >= least) has.add(name);
  }
  return quorum === NO_QUORUM || has.has(quorum);
}

const LINES: Readonly<Record<string, ReadLine>> = {
  log: (draft, [vkey, url, ...rest]) => {
    need(rest.length === 0, 'too many words');
    draft.logs.push({ key: newKey(draft.logs, vkey, 'log'), ...(url !== undefined && { url }) });
    need(draft.logs.length <= LINES_MAX, 'too many logs');
  },
  witness: (draft, [name, vkey, url, ...rest]) => {
    need(rest.length === 0, 'too many words');
    const key = newKey(draft.witnesses, vkey, 'witness');
    draft.witnesses.push({ name: newName(draft, name), key, ...(url !== undefined && { url }) });
    need(draft.witnesses.length <= LINES_MAX, 'too many witnesses');
  },
  group: (draft, [name, least, ...members]) => {
    const known = newName(draft, name);
    for (const member of members) {
      need(isKnown(draft, member), 'a member that is not defined above');
      need(!draft.grouped.has(member), 'a member of two groups');
      draft.grouped.add(member);
    }
    draft.groups.push({ name: known, least: leastOf(least, members.length), members });
    need(draft.groups.length <= LINES_MAX, 'too many groups');
  },
  quorum: (draft, [name = '', ...rest]) => {
    need(rest.length === 0, 'too many words');
    need(draft.quorum === undefined, 'a second quorum');
    need(name === NO_QUORUM || isKnown(draft, name), 'a quorum that is not defined above');
    draft.quorum = name;
  },
};

function readLine(draft: Draft, line: string): void {
  need(!NOT_IN_POLICIES.test(line), 'control characters');
  const [word = '', ...rest] = line.split(/[ \t]+/).filter((part) => part !== '');
  if (word === '' || word.startsWith('#')) return;
  const read = Object.hasOwn(LINES, word) ? LINES[word] : undefined;
  if (read === undefined) throw new LogFormatError(0, 'an unknown word');
  read(draft, rest);
}

function newKey(known: readonly KnownLog[], vkey: string | undefined, type: KeyType): VerifierKey {
  const key = parseVkey(vkey ?? '', type);
  need(!known.some((other) => isSameBytes(other.key.publicKey, key.publicKey)), 'the same key twice');
  return key;
}

function newName(draft: Draft, name: string | undefined): string {
  if (name === undefined || name === NO_QUORUM) throw new LogFormatError(0, 'a name is missing');
  need(!isKnown(draft, name), 'the same name twice');
  return name;
}

function leastOf(text: string | undefined, members: number): number {
  if (text === 'any' && members > 0) return 1;
  const least = text === 'all' ? members : (wholeOf(text ?? '') ?? 0);
  need(least >= 1 && least <= members, 'a group asks for at least one of its members, and not for more than there are');
  return least;
}

function isKnown({ witnesses, groups }: Draft, name: string): boolean {
  return [...witnesses, ...groups].some((known) => known.name === name);
}

function isSameKey(a: VerifierKey, b: VerifierKey): boolean {
  return a.name === b.name && a.type === b.type && isSameBytes(a.publicKey, b.publicKey);
}

function urlOf(url: string | undefined): readonly string[] {
  return url === undefined ? [] : [url];
}

function need(isSo: boolean, reason: string): void {
  if (!isSo) throw new LogFormatError(0, reason);
}

function atLine(line: number, read: () => void): void {
  try {
    read();
  } catch (error) {
    throw error instanceof LogFormatError ? new LogFormatError(line, error.reason) : error;
  }
}
