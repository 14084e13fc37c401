/**
 * Permitted push services. An endpoint is chosen by the caller: only browsers' services are called, so that callers
 * cannot make the exchange send requests into its own network.
 */

/** Chrome and most others; Firefox; Safari; Edge. `*.` matches any subdomain. */
const KNOWN_SERVICES = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const HOST = /^(\*\.)?([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/;
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}$/;

/**
 * Whether a setting names a service: a host (`push.example.com`, `*.example.com`), or in a sandbox an `http` origin on
 * this machine.
 */
export function isPushService(text: string, isSandbox: boolean): boolean {
  return HOST.test(text) || (isSandbox && LOOPBACK.test(text));
}

/** Whether an endpoint belongs to a known service, or to one that the operator added. */
export function createEndpointCheck(added: readonly string[]): (endpoint: string) => boolean {
  const hosts = [...KNOWN_SERVICES, ...added];
  return (endpoint) => {
    if (!URL.canParse(endpoint)) return false;
    const { origin, protocol, hostname, port, username, password } = new URL(endpoint);
    if (username !== '' || password !== '') return false;
    if (added.includes(origin)) return true;
    return protocol === 'https:' && port === '' && hosts.some((host) => isBelow(hostname, host));
  };
}

function isBelow(hostname: string, host: string): boolean {
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
}
