/** Carries messages to users: by SMTP, through the operator's SMS webhook, and in the sandbox into a public outbox. */
import { createTransport } from 'nodemailer';
import type { Language } from '@halyard/contract/languages';
import { fillIn } from '../../calls/messages.ts';
import type { Config } from '../../config.ts';
import en from './texts/en.json' with { type: 'json' };
import esp from './texts/esp.json' with { type: 'json' };
import hk from './texts/hk.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import kr from './texts/kr.json' with { type: 'json' };
import th from './texts/th.json' with { type: 'json' };
import vnm from './texts/vnm.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };
import type { Address, Channel } from './usersRepository.ts';

/** A message to one address. Text messages have no subject. */
export type Message = Address & { readonly subject: string; readonly body: string };

/** One way to carry messages. Rejects when the message was not accepted. */
export type Carrier = (message: Message) => Promise<void>;

/** Sends messages over every carrier of their channel. */
export type Notifier = {
  /** Whether messages of this kind can be sent at all. */
  canSend(channel: Channel): boolean;
  /** Sends; rejects when a carrier did not accept the message. */
  send(message: Message): Promise<void>;
};

/** The carriers of each channel. */
export type Carriers = Readonly<Record<Channel, readonly Carrier[]>>;

const TIMEOUT_MS = 10_000;

/** Makes a notifier. */
export function createNotifier(carriers: Carriers): Notifier {
  return {
    canSend: (channel) => carriers[channel].length > 0,
    send: async (message) => {
      await Promise.all(carriers[message.channel].map((carry) => carry(message)));
    },
  };
}

type Transports = Pick<Config, 'smtpUrl' | 'smsWebhookUrl'> & {
  /** In the sandbox, an additional carrier for every message. */
  readonly outbox: Carrier | undefined;
};

/** The carriers that the settings configure. */
export function carriersOf({ smtpUrl, smsWebhookUrl, outbox }: Transports): Carriers {
  const shared = outbox === undefined ? [] : [outbox];
  return {
    mail: smtpUrl === undefined ? shared : [...shared, mailCarrier(smtpUrl)],
    text: smsWebhookUrl === undefined ? shared : [...shared, webhookCarrier(smsWebhookUrl)],
  };
}

/** Hosts to which mails may go in clear. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Mail by SMTP, encrypted except to this machine or with `?tls=optional` in the URL. The sender is `?from=` of the URL,
 * else its user where that is an address, else no-reply at its host.
 */
function mailCarrier(smtpUrl: string): Carrier {
  const url = new URL(smtpUrl);
  const user = decodeURIComponent(url.username);
  const from = url.searchParams.get('from') ?? (user.includes('@') ? user : `no-reply@${url.hostname}`);
  const transport = createTransport({
    host: url.hostname,
    port: url.port === '' ? undefined : Number(url.port),
    secure: url.protocol === 'smtps:',
    requireTLS: url.searchParams.get('tls') !== 'optional' && !LOOPBACK.test(url.hostname),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return async ({ address, subject, body }) => {
    try {
      await transport.sendMail({ from, to: { name: '', address }, subject, text: body });
    } catch (error) {
      throw withoutReply(error);
    }
  };
}

type SmtpError = {
  readonly code?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly command?: string;
};

/**
 * The error of a mail for the log: only codes and the command of SMTP, because a server's reply usually names the
 * recipient. A connection that failed without a reply keeps its message.
 */
function withoutReply(error: unknown): unknown {
  const { code, response, responseCode, command } = error as SmtpError;
  if (command === 'CONN' && response === undefined) return error;
  return new Error(`the mail was not accepted: ${[code, responseCode, command].filter(Boolean).join(' ')}`);
}

/** A text message through a webhook: POST of `{to, text}` as JSON; any 2xx means accepted. */
function webhookCarrier(smsWebhookUrl: string): Carrier {
  return async ({ address, body }) => {
    const response = await fetch(smsWebhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: address, text: body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (!response.ok) throw new Error(`the SMS webhook answered ${response.status}`);
  };
}

// Texts of mails and text messages to users, in their language.

type Text = { readonly subject: string; readonly body: string };
type Kind = 'registerCode' | 'forgetCode' | 'ownCode' | 'accountExists' | 'accountEvent';
/** Optional parts of some messages. */
type Part = 'freezeLink' | 'freezeInApp' | 'antiPhishing';
type Texts = Readonly<Record<Kind, Text>> & { readonly parts: Readonly<Record<Part, string>> };
type Values = Readonly<Record<string, string | number>>;

const TEXTS: Readonly<Record<Language, Texts>> = { en, zh, hk, jp, kr, esp, th, vnm };

/**
 * A message with its values filled in. Messages to users with an anti-phishing code contain it, so every message to a
 * user is made here.
 */
export function textOf(language: Language, kind: Kind, values: Values, antiPhishingCode: string | null = null): Text {
  const { subject, body } = TEXTS[language][kind];
  const signature =
    antiPhishingCode === null ? '' : `\n\n${partOf(language, 'antiPhishing', { code: antiPhishingCode })}`;
  // An omitted part leaves no gap.
  return { subject: fillIn(subject, values), body: fillIn(body, values).replaceAll(/\n{3,}/g, '\n\n') + signature };
}

/** A part of a message. */
export function partOf(language: Language, part: Part, values: Values = {}): string {
  return fillIn(TEXTS[language].parts[part], values);
}
