/** The operator's tool in a test, and records for it to review. */
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { submitAdvancedIdentity, submitBasicIdentity } from '@halyard/contract/identity/calls';
import { decimal } from '@halyard/contract/money';
import { rowsOf } from '../db/database.ts';
import type { ExchangeEvent } from '../events/events.ts';
import { operate } from '../operator/operate.ts';
import { startOperatorServer, type OperatorServerDeps } from '../operator/operatorServer.ts';
import { askDeposit, askWithdrawal, openWithdrawer, type Withdrawer } from './funding.ts';
import { startTestServer, type TestServer, type TestServerOptions, type TestUser } from './testServer.ts';
import { givePicture } from './uploads.ts';

/** Output of the tool and its exit code. */
export type ToolResult = { readonly exitCode: number; readonly out: string; readonly err: string };

export type Tool = {
  /** Runs the tool with these words. */
  (...words: readonly string[]): Promise<ToolResult>;
  /** Runs it with `--json`; resolves to the parsed output. Fails the test when the tool fails. */
  json(...words: readonly string[]): Promise<unknown>;
};

/** A tool on the exchange of a data folder, with the key of `olga`. */
export function createTool(env: Readonly<Record<string, string>>, cwd = '/'): Tool {
  const tool = async (...words: readonly string[]): Promise<ToolResult> => {
    const [out, err]: [string[], string[]] = [[], []];
    const exitCode = await operate({
      words,
      env: { OPERATOR_NAME: 'olga', ...env },
      cwd,
      out: (text) => out.push(text),
      err: (text) => err.push(text),
      log: { error: (fields: unknown) => err.push(JSON.stringify(fields)), warn: () => undefined },
    });
    return { exitCode, out: out.join('\n'), err: err.join('\n') };
  };
  const json = async (...words: readonly string[]): Promise<unknown> => {
    const { exitCode, out, err } = await tool(...words, '--json');
    if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${err}`);
    return JSON.parse(out) as unknown;
  };
  return Object.assign(tool, { json });
}

/** A running exchange that listens to operators, with the tool. */
export type Office = {
  readonly server: TestServer;
  readonly tool: Tool;
  /** The lines of the audit log about a subject, oldest first. */
  auditOf(subject: string): Promise<{ operator: string; action: string; reason: string | null }[]>;
  /** Events that are published during an action. */
  eventsOf(work: () => Promise<unknown>): Promise<ExchangeEvent[]>;
  /** Throws when the exchange logged a fault. */
  close(): Promise<void>;
};

/** Starts an exchange that listens to operators, with the requirements of `rules`. */
export async function openOffice(
  options: TestServerOptions = {},
  rules: Pick<OperatorServerDeps, 'areKeysRequired' | 'twoPersonOver' | 'twoPersonOperatorOver'> = {},
): Promise<Office> {
  const faults: unknown[] = [];
  const keep = (fields: unknown) => void faults.push(fields);
  const log = { error: keep, warn: keep };
  const server = await startTestServer(options);
  const ear = await startOperatorServer({ ...server, databaseUrl: undefined, log, ...rules });
  return {
    server,
    tool: createTool({ DATA_DIR: server.dataDir }, server.dataDir),
    auditOf: (subject) =>
      rowsOf(
        server.db,
        sql`select operator, action, reason from operator_actions where subject = ${subject} order by id`,
      ),
    async eventsOf(work) {
      const published: ExchangeEvent[] = [];
      const leave = server.events.subscribe((event) => published.push(event));
      await work();
      leave();
      return published;
    },
    async close() {
      await ear.close();
      await server.close();
      if (faults.length > 0) throw new Error(`the exchange logged a fault: ${JSON.stringify(faults[0])}`);
    },
  };
}

/** Adds two operators who may review and change keys, or what `rights` say, each with a key in `folder`. */
export async function addTwoOperators(office: Office, folder: string, rights = 'review,keys') {
  const open = async (name: string) => {
    const keyFile = join(folder, `${name}.pem`);
    const tool = createTool({ DATA_DIR: office.server.dataDir, OPERATOR_KEY_FILE: keyFile }, folder);
    return { tool, ...((await tool.json('keys', 'new')) as { publicKey: string }) };
  };
  const [ann, bob] = [await open('ann'), await open('bob')];
  await office.tool('operators', 'add', 'ann', ann.publicKey, '--rights', rights);
  await ann.tool('operators', 'add', 'bob', bob.publicKey, '--rights', rights);
  return { ann, bob };
}

/** A deposit by TRC20 that waits for its review. */
export async function waitingDeposit(server: TestServer, user: TestUser, amount = '1000'): Promise<number> {
  const { id } = await askDeposit(server, user, { amount: decimal(amount), proof: await givePicture(server, user) });
  return id;
}

/** A withdrawal of 100 USDT that waits for its review, and its user. */
export async function waitingWithdrawal(
  server: TestServer,
): Promise<{ readonly id: number; readonly user: Withdrawer }> {
  const user = await openWithdrawer(server);
  const { id } = await askWithdrawal(server, user);
  return { id, user };
}

/** A basic identity check that waits for its review. */
export async function waitingIdentity(server: TestServer, { id, token }: TestUser, idNumber: string): Promise<number> {
  const fields = { name: 'Ann Trader', country: 'DE', address: '1 Harbour Road, Hamburg' };
  await server.call(submitBasicIdentity, { ...fields, idNumber }, { token });
  return newestCheck(server, id);
}

/** An advanced identity check that waits for its review, of a user whose basic one is verified. */
export async function waitingPapers(server: TestServer, user: TestUser): Promise<number> {
  const [front, back, holding] = [
    await givePicture(server, user),
    await givePicture(server, user),
    await givePicture(server, user),
  ];
  await server.call(submitAdvancedIdentity, { front, back, holding }, { token: user.token });
  return newestCheck(server, user.id);
}

async function newestCheck({ db }: TestServer, userId: UserId): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    db,
    sql`select max(id) as id from identity_checks where user_id = ${userId}`,
  );
  if (row === undefined) throw new Error('no identity check was written');
  return row.id;
}
