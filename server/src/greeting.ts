/** Text that the terminal shows when the exchange is ready: its address and the next steps. */
import { networkInterfaces } from 'node:os';

type Listening = { readonly host: string; readonly port: number; readonly isSandbox: boolean };

const NEXT_IN_SANDBOX = `
What to do next:
  1. Open the address and register: any e-mail address will do, since nothing is sent.
  2. The code of such a mail is shown beside the form, at "Read the test message".
  3. On Assets tap "Get test funds", then trade: all of it is simulated, and labelled so.`;

const PHONES_NEED_HTTPS =
  'Phones trade there in the browser; to install the app or to read offline they need https, by a proxy in front.';

/** The lines, with LAN addresses for phones when it listens on all interfaces. */
export function greetingOf({ host, port, isSandbox }: Listening): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const phones = isEverywhere ? lanAddresses() : [];
  return [
    '',
    `Halyard is ready:  ${urlOf(isEverywhere ? 'localhost' : host, port)}`,
    ...phones.map((address) => `on your network:   ${urlOf(address, port)}`),
    ...(phones.length > 0 ? [PHONES_NEED_HTTPS] : []),
    ...(isSandbox ? [NEXT_IN_SANDBOX] : []),
  ].join('\n');
}

const urlOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}/h5/`;

function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
