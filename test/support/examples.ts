import { randomUUID } from 'node:crypto';
import type { Example, ExampleStep } from '../../src/explorer/example.value.ts';
import { Placeholders, type JsonObject } from '../../src/explorer/placeholders.value.ts';
import { systemClock } from '../../src/system.ts';
import type { Gateway, GraphqlBody } from './gateway.ts';
import { socketOf } from './live-events.ts';

/** One run of an example as a person makes it: by hand, step for step. */
export class ExampleRun {
  private readonly placeholders = new Placeholders({ uuid: randomUUID, now: systemClock.now() });
  private readonly gateway: Gateway;
  private readonly example: Example;

  constructor(gateway: Gateway, example: Example) {
    this.gateway = gateway;
    this.example = example;
  }

  /** What the root field gives in the end. */
  async ending(): Promise<NonNullable<GraphqlBody['data']>> {
    const { example } = this;
    for (const step of example.preparation) await this.send(step);
    const data = example.kind === 'subscriptions' ? await this.firstShown() : await this.send(example);
    const value = data[example.field];
    return Array.isArray(value) ? value[0] : value;
  }

  private async send({ document, variables }: ExampleStep): Promise<NonNullable<GraphqlBody['data']>> {
    const { client } = this.example;
    const data = await this.gateway.data({ query: document, variables: this.placeholders.fillAll(variables), client });
    this.placeholders.answered(data as JsonObject);
    return data;
  }

  private async firstShown(): Promise<NonNullable<GraphqlBody['data']>> {
    const { document, variables, client, meanwhile } = this.example;
    const socket = await socketOf(this.gateway, client);
    try {
      const id = socket.subscribe(document, this.placeholders.fillAll(variables));
      // An answer to what was sent later tells that the subscription stands.
      await socket.run('{ __typename }');
      for (const step of meanwhile) await this.send(step);
      const { payload } = await socket.next('next', id);
      return payload.data;
    } finally {
      socket.webSocket.terminate();
    }
  }
}
