import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GatewayProcess } from '../../support/gateway-process.ts';
import { eventually } from '../../support/gateway.ts';
import { CREATE_POCKET, pocketInput, pocketUser } from '../../support/pockets.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { buildServer, TestProcess } from '../../support/process.ts';
import { Receiver } from '../../support/receiver.ts';
import { CREATE_CONFIGURATION, configurationInput } from '../../support/webhooks.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const CORRELATION_ID = '8f14e45f-ceea-467f-a1b2-6c1d2e3f4a5b';

let world: OwnWorld;
let collector: Receiver;
let partner: Receiver;
let gateway: GatewayProcess;

beforeAll(async () => {
  [world] = await Promise.all([OwnWorld.make(), buildServer()]);
  [collector, partner] = await Promise.all([Receiver.start(), Receiver.start()]);
  collector.answer('/v1/traces', (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  gateway = await GatewayProcess.start({
    ...world.environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url(''),
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
});
afterAll(async () => {
  await TestProcess.endAll();
  await Promise.all([collector.stop(), partner.stop()]);
  await world.remove();
});

function spans(): Span[] {
  const exports = collector.callsOf('/v1/traces').map(({ body }) => JSON.parse(body.toString()) as Export);
  return exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
}

function attribute({ attributes }: Span, name: string): unknown {
  return Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];
}

describe('a trace', () => {
  test('goes from the caller through operation and statements to the webhook, with the correlation id', async () => {
    const input = configurationInput({ uri: partner.url('/hook'), eventName: 'POCKET_ACCOUNT_WAS_CREATED' });
    await gateway.ask(CREATE_CONFIGURATION, { input: { ...input, context: 'POCKET' } });
    const variables = { input: pocketInput({ user: pocketUser({ name: 'Joana Canary' }) }) };
    await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await gateway.freshToken()}`,
        traceparent: `00-${TRACE}-${CALLER}-01`,
        'x-correlation-id': CORRELATION_ID,
      },
      body: JSON.stringify({ query: CREATE_POCKET, variables }),
    });
    const call = await eventually(() => Promise.resolve(partner.callsOf('/hook')[0]));
    await gateway.process.end('SIGTERM');

    const request = spans().find(({ parentSpanId }) => parentSpanId === CALLER);
    expect(request).toMatchObject({ traceId: TRACE, name: 'POST /graphql' });
    expect(request && attribute(request, 'correlation.id')).toBe(CORRELATION_ID);
    const execution = spans().find(
      ({ parentSpanId }) => parentSpanId === request?.spanId && parentSpanId !== undefined,
    );
    expect(execution?.traceId).toBe(TRACE);
    const names = spans()
      .filter(({ traceId }) => traceId === TRACE)
      .map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['graphql.execute', 'lock_account', 'decide_pocket']));

    const delivery = spans().find(({ name }) => name === 'deliver POCKET_ACCOUNT_WAS_CREATED');
    expect(delivery && attribute(delivery, 'correlation.id')).toBe(CORRELATION_ID);
    expect(call.headers['traceparent']).toBe(`00-${delivery?.traceId ?? ''}-${delivery?.spanId ?? ''}-01`);
    expect(JSON.stringify(spans())).not.toMatch(/Canary|10020030/);
  });
});
