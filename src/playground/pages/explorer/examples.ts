import type { Example } from '../../examples/example.value.ts';
import { Placeholders, type JsonObject } from '../../examples/placeholders.value.ts';
import { runSteps } from '../../examples/example-steps.value.ts';
import { ask } from '../shared/gateway.ts';
import type { Session } from '../shared/session.ts';

/** An example as it goes into a tab. */
export interface ReadyExample {
  readonly query: string;
  readonly variables: string;
}

/** The examples of the sandbox world; none elsewhere. */
export async function loadExamples(sandbox: boolean): Promise<readonly Example[]> {
  if (!sandbox) return [];
  const examples: readonly Example[] = await (await fetch('examples.json')).json();
  return examples;
}

/** Fills an example for one run: acts as its partner, and sends what must have been sent before. */
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
