import { randomUUID } from 'node:crypto';
import { createConfiguration } from '../support/configurations.ts';
import type { AnyGateway } from '../support/gateway.ts';
import { answering, headerOf, type ReceivedCall, type Receiver } from '../support/receiver.ts';

/** How often the endpoint fails before it accepts the message. */
export const FAILURES = 2;

/** A message to an endpoint that fails twice: by default three attempts take 35 s. */
export class RetriedDelivery {
  readonly path = `/retried/${randomUUID()}`;
  /** Secret that verifies its signatures. */
  secret = '';
  private readonly receiver: Receiver;

  constructor(receiver: Receiver) {
    this.receiver = receiver;
  }

  /** Configures the endpoint for the next transfers; it fails the first message that it gets, and no other. */
  async begin(gateway: AnyGateway): Promise<void> {
    this.receiver.answer(this.path, (response, call) => {
      const { length } = this.calls;
      const isToFail = this.calls.includes(call) && length <= FAILURES;
      answering(isToFail ? 500 : 204)(response, call);
    });
    const uri = this.receiver.url(this.path);
    const input = { name: 'Retried', context: 'TED', eventName: 'TED_CASH_IN_WAS_CLEARED', uri };
    const made = await createConfiguration(gateway, input, { client: 'acme-pay' });
    this.secret = made.signingSecret;
  }

  /** The calls of the first message. */
  get calls(): readonly ReceivedCall[] {
    const calls = this.receiver.callsOf(this.path);
    const id = calls[0] && headerOf(calls[0], 'webhook-id');
    return calls.filter((call) => headerOf(call, 'webhook-id') === id);
  }
}
