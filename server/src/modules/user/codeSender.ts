/** Sends codes. The answer, and as far as possible its time, is the same whether an account exists or not. */
import type { CodePurpose } from '@halyard/contract/user/calls';
import type { Language } from '@halyard/contract/languages';
import type { FastifyBaseLogger } from 'fastify';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Database } from '../../db/database.ts';
import type { CodeAsker } from './codesRepository.ts';
import { CODE_AGE_MS, type CodesService } from './codesService.ts';
import type { Asker } from './knownDevice.ts';
import { textOf, type Message, type Notifier } from './notifier.ts';
import { findUserByAddress, type Address } from './usersRepository.ts';

type SenderDeps = {
  readonly db: Database;
  readonly codes: CodesService;
  readonly notifier: Notifier;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

type Order = {
  readonly at: Address;
  readonly purpose: CodePurpose;
  readonly asker: Asker;
  readonly language: Language;
};

const CODE_MINUTES = CODE_AGE_MS / 60_000;

/** Makes a sender. */
export function createCodeSender({ db, codes, notifier, log }: SenderDeps) {
  const underWay = new Set<Promise<unknown>>();

  return {
    /**
     * Sends a code. An address that has an account already gets a hint instead of a code to register; an unknown
     * address gets nothing for a new password. Throws `BusinessError` RATE_LIMITED or CODE_SEND_FAILED.
     */
    async send({ at, purpose, asker, language }: Order): Promise<void> {
      if (!notifier.canSend(at.channel)) throw new BusinessError('CODE_SEND_FAILED');
      const { id, code } = await codes.issue({ address: at.address, purpose }, asker);
      const user = await findUserByAddress(db, at);
      const values = { code, minutes: CODE_MINUTES };
      if (purpose === 'register') {
        const kind = user === undefined ? 'registerCode' : 'accountExists';
        await deliver({ ...at, ...textOf(language, kind, values, user?.antiPhishingCode) }, id);
        return;
      }
      // Sent in the background and counted even if it does not arrive: a slow or refusing mail server must not reveal
      // that the account exists.
      if (user !== undefined) track(carry({ ...at, ...textOf(language, 'forgetCode', values, user.antiPhishingCode) }));
    },

    /** Sends a logged-in user a code. Throws `BusinessError` RATE_LIMITED or CODE_SEND_FAILED. */
    async sendOwn({
      at,
      asker,
      language,
    }: Omit<Order, 'purpose' | 'asker'> & { readonly asker: CodeAsker }): Promise<void> {
      if (!notifier.canSend(at.channel)) throw new BusinessError('CODE_SEND_FAILED');
      const { id, code } = await codes.issue({ address: at.address, purpose: 'own' }, asker);
      const user = await findUserByAddress(db, at);
      const values = { code, minutes: CODE_MINUTES };
      await deliver({ ...at, ...textOf(language, 'ownCode', values, user?.antiPhishingCode) }, id);
    },

    /** Waits for messages that are being sent. */
    async settle(): Promise<void> {
      await Promise.all(underWay);
    },
  };

  async function deliver(message: Message, codeId: number): Promise<void> {
    if (await carry(message)) return;
    await codes.withdraw(codeId);
    throw new BusinessError('CODE_SEND_FAILED');
  }

  /** Whether the message was sent; a failure is logged. */
  async function carry(message: Message): Promise<boolean> {
    try {
      await notifier.send(message);
      return true;
    } catch (error) {
      log.warn({ err: error, channel: message.channel }, 'a code could not be sent');
      return false;
    }
  }

  function track(delivery: Promise<unknown>): void {
    const settled = delivery.finally(() => underWay.delete(settled));
    underWay.add(settled);
  }
}
