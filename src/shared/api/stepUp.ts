/**
 * Connects the server's step-up requirement (`PROOF_REQUIRED`) with the sheet that prompts the user, which belongs to
 * the security feature and is unknown to this layer.
 */

/** Prompts the user; resolves with true after a successful step-up, when the session has a new token. */
export type StepUpPrompt = () => Promise<boolean>;

/** The prompt loads with the session; a faster call waits this long for it. */
const PROMPT_WITHIN_MS = 5000;

let registeredPrompt: StepUpPrompt | undefined;
let question: Promise<boolean> | undefined;
let notifyRegistered: (() => void) | undefined;

/** Registers the prompt; the returned function unregisters it. */
export function registerStepUp(prompt: StepUpPrompt): () => void {
  registeredPrompt = prompt;
  notifyRegistered?.();
  return () => {
    if (registeredPrompt === prompt) registeredPrompt = undefined;
  };
}

/** Whether the user stepped up. Concurrent calls share one prompt. */
export function stepUp(): Promise<boolean> {
  // A prompt whose texts cannot be loaded is as one that was refused.
  question ??= askWhenThere()
    .catch(() => false)
    .finally(() => {
      question = undefined;
    });
  return question;
}

async function askWhenThere(): Promise<boolean> {
  if (registeredPrompt === undefined) {
    await new Promise<void>((resolve) => {
      notifyRegistered = resolve;
      setTimeout(resolve, PROMPT_WITHIN_MS);
    });
  }
  return registeredPrompt === undefined ? false : registeredPrompt();
}
