import type { ExampleStep } from './example.value.ts';
import type { JsonObject, Placeholders } from './placeholders.value.ts';

/** How long a step waits for its condition, and how often it polls, in milliseconds. */
const WAIT_MS_MAX = 30_000;
const ASK_AGAIN_MS = 200;

/** Sends an operation and returns its data. */
export type Send = (document: string, variables: JsonObject) => Promise<JsonObject>;

/**
 * Sends steps in order, and keeps their answers for later steps. A step with `until` is sent again until its answer
 * fulfils that condition.
 * @throws Error if the condition is not fulfilled after half a minute, or what `send` throws
 */
export async function runSteps(steps: readonly ExampleStep[], placeholders: Placeholders, send: Send): Promise<void> {
  for (const { document, variables, until } of steps) {
    const filled = placeholders.fillAll(variables);
    for (let waitedMs = 0; ; waitedMs += ASK_AGAIN_MS) {
      placeholders.answered(await send(document, filled));
      if (until === undefined || placeholders.holds(until)) break;
      if (waitedMs >= WAIT_MS_MAX) throw new Error(`${until.path} has not become ${until.equals}.`);
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }
}
