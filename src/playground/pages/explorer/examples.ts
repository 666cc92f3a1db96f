import type { Example } from '../../examples/example.value.ts';
import { Placeholders, type JsonObject } from '../../examples/placeholders.value.ts';
import { runSteps } from '../../examples/example-steps.value.ts';
import { ask } from '../shared/gateway.ts';
import type { Session } from '../shared/session.ts';

/** The content of a tab that an example opens in. */
export interface ReadyExample {
  readonly query: string;
  readonly variables: string;
}

/** Loads the examples of the sandbox world; returns none outside sandbox mode. */
export async function loadExamples(sandbox: boolean): Promise<readonly Example[]> {
  if (!sandbox) return [];
  const examples: readonly Example[] = await (await fetch('examples.json')).json();
  return examples;
}

/** Prepares an example for one run: switches to its partner, sends its preparation and fills its placeholders. */
export async function prepare(example: Example, session: Session): Promise<ReadyExample> {
  session.switchTo(example.client);
  const placeholders = new Placeholders({ uuid: () => crypto.randomUUID(), now: new Date() });
  await runSteps(example.preparation, placeholders, (document, variables) =>
    ask<JsonObject>(session, document, variables),
  );
  const filled = placeholders.fillAll(example.variables);
  const variables = Object.keys(filled).length === 0 ? '' : JSON.stringify(filled, null, 2);
  return { query: example.document, variables };
}
