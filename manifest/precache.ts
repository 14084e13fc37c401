/**
 * Sorts the files of a build by when the worker caches them. At installation: everything that opens the app offline
 * (the start, the tabs, offline content, their English texts) except code that only communicates with the server or
 * other tabs, or that only wide screens show. When the device is idle: the rest, in the user's language. On first use:
 * large files that few screens need (charts, the map, phone number tables, common passwords).
 */

/** Entry of Vite's own manifest: a built file and the files that load with it. */
type Chunk = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
};
export type BuildManifest = Readonly<Record<string, Chunk>>;

/** Files by when they are fetched. Paths are relative to the app. */
export type FetchPlan = {
  readonly atOnce: ReadonlySet<string>;
  /** Fetched when the device is idle. */
  readonly afterwards: readonly string[];
  /** Fetched when the device is idle, by language. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
};

// Home has the name of its chunk where that chunk holds the whole page.
const AT_ONCE =
  /^(_home-|src\/(app\/|shared\/(?!charts|map|ui\/coinMarks)\w+\/|features\/(home|notices|help)\/|features\/(spot\/TradePage|spot\/orders\/OrdersPanel|assets\/AssetsPage)\.))/;
/** Files among these that are useless without the server or other tabs, decorative, or for wide screens. */
const LATER =
  /^src\/(app\/(shell\/(AccountStream|DesktopRail|InstallSheet|SharedFile)|startMoneyMutations|startOutbox|startBackground|listeners\/sharedChoices)|features\/home\/(later\/(FirstSteps|LightOffer)|news\/(HomeNews|HomeDesktop))|shared\/(realtime\/realtimeClient|pwa\/stayCurrent|ui\/(DataTable|EmptyDrawing|Popover|PullSign)))\./;
const AT_ONCE_TEXTS =
  /^(contract\/src\/messages\/en|locales\/en\/(pageTexts|common|shell|forms|home|notices|help|spot|assets|records))\b/;
const TEXTS = /^(?:locales|contract\/src\/messages)\/(\w+?)(?:\/|\.json)/;
const AT_FIRST_USE =
  /^(src\/shared\/(charts|map)\/|contract\/src\/user\/phone|src\/domain\/security\/estimateStrength|node_modules\/leaflet\/)/;

/** Sorts the files of a build. A file's static imports are fetched with it. */
export function planFetching(manifest: BuildManifest): FetchPlan {
  const keys = Object.keys(manifest);
  const languageOf = (key: string) => TEXTS.exec(key)?.[1];
  const isOfStart = (key: string) => manifest[key]?.isEntry === true || (AT_ONCE.test(key) && !LATER.test(key));
  const isAtOnce = (key: string) => isOfStart(key) || AT_ONCE_TEXTS.test(key);
  const atOnce = filesOf(manifest, keys.filter(isAtOnce));
  const rest = keys.filter((key) => languageOf(key) === undefined && !AT_FIRST_USE.test(key) && !key.startsWith('_'));
  const afterwards = [...filesOf(manifest, rest)].filter((file) => !atOnce.has(file));
  const texts: Record<string, string[]> = {};
  for (const key of keys) {
    const language = languageOf(key);
    const file = manifest[key]?.file;
    if (language === undefined || file === undefined || atOnce.has(file)) continue;
    texts[language] = [...(texts[language] ?? []), file];
  }
  return { atOnce, afterwards, texts };
}

/** Files of the given chunks and of all their static imports. */
function filesOf(manifest: BuildManifest, keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return files;
}
