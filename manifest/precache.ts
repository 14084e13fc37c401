/**
 * What of a build the worker keeps from its installation on, and what it fetches afterwards. Kept at once is what
 * opens the app without a network: the start, the tabs, what may be read offline, and their texts in English, but not
 * what only talks to the exchange. The rest follows when the device has nothing better to do, in the user's language;
 * what is large and belongs to few screens (charts, the map, the tables of phone numbers, the passwords that are
 * guessed first) when it is first used.
 */

/** An entry of Vite's own manifest: a file that is built, and the files it is made to load with it. */
type Chunk = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
};
export type BuildManifest = Readonly<Record<string, Chunk>>;

/** Files by when they are fetched; paths are those below the app. */
export type FetchPlan = {
  readonly atOnce: ReadonlySet<string>;
  /** When the device is idle. */
  readonly afterwards: readonly string[];
  /** The same, those of one language each. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
};

// Home goes by the name of its chunk where that holds the whole page.
const AT_ONCE =
  /^(_home-|src\/(app\/|shared\/(?!charts|map|ui\/coinMarks)\w+\/|features\/(home|notices|help)\/|features\/(spot\/TradePage|spot\/orders\/OrdersPanel|assets\/AssetsPage)\.))/;
/** Of these what is of no use without the exchange, or only adorns. */
const TALKS =
  /^src\/(app\/(shell\/(AccountStream|InstallSheet|StepUpHost)|startMoneyMutations|startOutbox|startBackground)|shared\/(realtime\/realtimeClient|ui\/(EmptyDrawing|PullSign)))\./;
const AT_ONCE_TEXTS =
  /^(contract\/src\/messages\/en|locales\/en\/(pageTexts|common|shell|forms|home|notices|help|spot|assets|records))\b/;
const TEXTS = /^(?:locales|contract\/src\/messages)\/(\w+?)(?:\/|\.json)/;
const AT_FIRST_USE =
  /^(src\/shared\/(charts|map)\/|contract\/src\/rules\/phone|src\/domain\/security\/estimateStrength|node_modules\/leaflet\/)/;

/** Sorts the files of a build. A file that another one cannot do without is fetched with it. */
export function planFetching(manifest: BuildManifest): FetchPlan {
  const keys = Object.keys(manifest);
  const languageOf = (key: string) => TEXTS.exec(key)?.[1];
  const isOfStart = (key: string) => manifest[key]?.isEntry === true || (AT_ONCE.test(key) && !TALKS.test(key));
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

/** The files of chunks, and of all they import at once. */
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
