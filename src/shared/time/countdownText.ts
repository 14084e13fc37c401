/** Time left as `mm:ss`, `hh:mm:ss` or days and hours; never negative. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const days = Math.floor(seconds / 86_400);
  const clock = [Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60), seconds % 60].map(twoDigits);
  if (days > 0) return `${days}d ${clock[0] ?? ''}:${clock[1] ?? ''}`;
  return seconds >= 3600 ? clock.join(':') : clock.slice(1).join(':');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
