// Messages are sent by real SMTP and by a real webhook, both served here, as their receivers would see them.
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '@halyard/contract/languages';
import { carriersOf, createNotifier, textOf, type Message } from './notifier.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    await once(server, 'close');
  }
});

async function portOf(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const mail: Message = { channel: 'mail', address: 'ana@example.com', subject: 'Código', body: '123456 es tu código.' };
const text: Message = { channel: 'text', address: '+12015550123', subject: '', body: '123456 is your code.' };

/** Just enough of SMTP to accept one mail, and to refuse senders or recipients. */
async function startSmtp(refuse: 'nothing' | 'recipient' = 'nothing') {
  const lines: string[] = [];
  const server = createTcpServer((socket) => {
    let isData = false;
    socket.write('220 test ESMTP\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        lines.push(line);
        if (isData) {
          if (line !== '.') continue;
          isData = false;
          socket.write('250 taken\r\n');
        } else if (line === 'DATA') {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (line === 'STARTTLS') socket.write('502 no TLS\r\n');
        else if (line === 'QUIT') socket.end('221 bye\r\n');
        else if (refuse === 'recipient' && line.startsWith('RCPT')) socket.write(`550 ${mail.address} is unknown\r\n`);
        else socket.write('250 ok\r\n');
      }
    });
  });
  return { lines, port: await portOf(server) };
}

async function startWebhook(status: number) {
  const received: { headers: IncomingMessage['headers']; body: unknown }[] = [];
  const server = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body: JSON.parse(body) });
      response.writeHead(status, { connection: 'close' }).end();
    });
  });
  return { received, url: `http://127.0.0.1:${await portOf(server)}/send?key=k` };
}

const unset = { smtpUrl: undefined, smsWebhookUrl: undefined, outbox: undefined };

describe('mail', () => {
  test('is sent by SMTP', async () => {
    const { lines, port } = await startSmtp();
    const notifier = createNotifier(
      carriersOf({ ...unset, smtpUrl: `smtp://127.0.0.1:${port}/?from=hello@halyard.example` }),
    );
    await notifier.send(mail);
    expect(lines).toContain('MAIL FROM:<hello@halyard.example>');
    expect(lines).toContain('RCPT TO:<ana@example.com>');
    expect(lines.join('\n')).toMatch(/Subject: =\?UTF-8\?.*\?=/);
    expect(lines.join('\n')).toContain('123456');
  });

  test('never goes to another machine without TLS, nor does the password, unless the URL allows it', async () => {
    const { lines, port } = await startSmtp();
    // Reaches this machine by an address that is not a loopback one.
    const send = (query: string) =>
      createNotifier(carriersOf({ ...unset, smtpUrl: `smtp://ann:secret@0.0.0.0:${port}/${query}` })).send(mail);
    await expect(send('')).rejects.toThrow('the mail was not accepted: ETLS');
    expect(lines.filter((line) => !/^(EHLO|STARTTLS|QUIT)/.test(line))).toEqual([]);
    await expect(send('?tls=optional')).resolves.toBeUndefined();
  });

  test('fails when the server refuses the recipient, with an error for the log that does not name them', async () => {
    const { port } = await startSmtp('recipient');
    const notifier = createNotifier(carriersOf({ ...unset, smtpUrl: `smtp://127.0.0.1:${port}` }));
    await expect(notifier.send(mail)).rejects.toThrow(/^the mail was not accepted: EENVELOPE 550 RCPT TO$/);
  });
});

describe('text messages', () => {
  test('are sent through the webhook', async () => {
    const { received, url } = await startWebhook(204);
    await createNotifier(carriersOf({ ...unset, smsWebhookUrl: url })).send(text);
    expect(received).toHaveLength(1);
    expect(received[0]?.headers['content-type']).toBe('application/json');
    expect(received[0]?.body).toEqual({ to: '+12015550123', text: '123456 is your code.' });
  });

  test('fail when the webhook does', async () => {
    const { url } = await startWebhook(500);
    await expect(createNotifier(carriersOf({ ...unset, smsWebhookUrl: url })).send(text)).rejects.toThrow('500');
  });
});

test('everything is written to the outbox too, if there is one', async () => {
  const { url } = await startWebhook(200);
  const stored: Message[] = [];
  const notifier = createNotifier(
    carriersOf({ ...unset, smsWebhookUrl: url, outbox: async (message) => void stored.push(message) }),
  );
  await notifier.send(text);
  await notifier.send(mail);
  expect(stored).toEqual([text, mail]);
});

test('a channel without a carrier cannot send', () => {
  const notifier = createNotifier(carriersOf({ ...unset, smsWebhookUrl: 'http://127.0.0.1:1' }));
  expect([notifier.canSend('mail'), notifier.canSend('text')]).toEqual([false, true]);
});

test.each(LANGUAGES)('every text in %s contains the code once, and the hint none', (language) => {
  const values = { code: '424242', minutes: 10 };
  for (const kind of ['registerCode', 'forgetCode'] as const) {
    const { subject, body } = textOf(language, kind, values);
    expect(body.split('424242')).toHaveLength(2);
    expect(body).toContain('10');
    expect(subject).toContain('Halyard');
  }
  const hint = textOf(language, 'accountExists', values);
  expect(`${hint.subject}${hint.body}`).not.toMatch(/424242|\{\{/);
});
