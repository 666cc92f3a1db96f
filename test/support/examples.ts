import { randomUUID } from 'node:crypto';
import type { Example, ExampleStep } from '../../src/playground/examples/example.value.ts';
import { Placeholders, type JsonObject } from '../../src/playground/examples/placeholders.value.ts';
import { runSteps, type Send } from '../../src/playground/examples/example-steps.value.ts';
import { systemClock } from '../../src/platform/system.ts';
import { eventually, type AnyGateway, type GraphqlBody } from './gateway.ts';
import { socketOf } from './live-events.ts';

/** One run of an example as a person does it: by hand, step by step. */
export class ExampleRun {
  private readonly placeholders = new Placeholders({ uuid: randomUUID, now: systemClock.now() });
  private readonly gateway: AnyGateway;
  private readonly example: Example;

  constructor(gateway: AnyGateway, example: Example) {
    this.gateway = gateway;
    this.example = example;
  }

  /** Runs the example and returns the final value of its root field. */
  async ending(): Promise<NonNullable<GraphqlBody['data']>> {
    const { example } = this;
    await runSteps(example.preparation, this.placeholders, this.send);
    const data = example.kind === 'subscriptions' ? await this.firstShown() : await this.sent(example);
    const value = data[example.field];
    if (typeof value === 'string') return { __typename: 'String' };
    return Array.isArray(value) ? value[0] : value;
  }

  private readonly send: Send = (query, variables) =>
    this.gateway.data({ query, variables, client: this.example.client }) as Promise<JsonObject>;

  private sent({ document, variables }: ExampleStep): Promise<NonNullable<GraphqlBody['data']>> {
    return this.send(document, this.placeholders.fillAll(variables));
  }

  private async firstShown(): Promise<NonNullable<GraphqlBody['data']>> {
    const { document, variables, client, meanwhile } = this.example;
    const socket = await socketOf(this.gateway, client);
    try {
      const id = socket.subscribe(document, this.placeholders.fillAll(variables));
      // An answer to a later operation shows that the subscription has started.
      await socket.run('{ __typename }');
      await runSteps(meanwhile, this.placeholders, this.send);
      const { payload } = await socket.next('next', id);
      return payload.data;
    } finally {
      socket.webSocket.terminate();
    }
  }
}

/** A scenario as a program runs it, which fills in only answers of earlier steps. */
export class ScenarioRun {
  private readonly answers: Record<string, unknown> = {};
  private readonly gateway: AnyGateway;
  private readonly client: string;

  constructor(gateway: AnyGateway, client: string) {
    this.gateway = gateway;
    this.client = client;
  }

  async run(preparation: readonly ExampleStep[], last: ExampleStep): Promise<NonNullable<GraphqlBody['data']>> {
    for (const step of preparation)
      await eventually(async () => {
        await this.send(step);
        return !step.until || this.at(step.until.path) === step.until.equals;
      });
    return this.send(last);
  }

  private async send({ document: query, variables }: ExampleStep): Promise<NonNullable<GraphqlBody['data']>> {
    const filled = JSON.stringify(variables).replaceAll(/\{\{answer ([^}]*)\}\}/g, (_all, path: string) =>
      String(this.at(path)),
    );
    const data = await this.gateway.data({ query, variables: JSON.parse(filled) as object, client: this.client });
    Object.assign(this.answers, data);
    return data;
  }

  private at(path: string): unknown {
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what is answered is what each document asks for
    return path.split('.').reduce<any>((found, name) => found?.[name], this.answers);
  }
}
