/**
 * Connects the server's step-up requirement (`PROOF_REQUIRED`) with the sheet that prompts the user, which belongs to
 * the security feature and is unknown to this layer.
 */

/** Prompts the user; resolves with true after a successful step-up, when the session has a new token. */
export type AskStepUp = () => Promise<boolean>;

/** The prompt loads with the session; a faster call waits this long for it. */
const ASKER_WITHIN_MS = 5000;

let ask: AskStepUp | undefined;
let question: Promise<boolean> | undefined;
let hear: (() => void) | undefined;

/** Registers the prompt; the returned function unregisters it. */
export function registerStepUp(asker: AskStepUp): () => void {
  ask = asker;
  hear?.();
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/** Whether the user stepped up. Concurrent calls share one prompt. */
export function stepUp(): Promise<boolean> {
  question ??= askWhenThere().finally(() => {
    question = undefined;
  });
  return question;
}

async function askWhenThere(): Promise<boolean> {
  if (ask === undefined) {
    await new Promise<void>((resolve) => {
      hear = resolve;
      setTimeout(resolve, ASKER_WITHIN_MS);
    });
  }
  return ask === undefined ? false : ask();
}
