import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createConfiguration } from '../../support/configurations.ts';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { BOLETO, recordOther, REFUND } from '../../support/other-events.ts';
import { Receiver } from '../../support/receiver.ts';
import { call } from '../../support/rest.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const CLIENT = 'beta-pay';

let gateway: Gateway;
let receiver: Receiver;

function messages(): string {
  const today = gateway.clock.now().toISOString().slice(0, 10);
  return `GET /webhooks/processed-messages?startDate=${today}&endDate=${today}`;
}

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await sharedGateway();
  const configuration = { name: 'others', publicKey: 'pk', eventName: 'OTHER' };
  for (const [path, { context, rawContext, rawName }] of Object.entries({ '/refunds': REFUND, '/boletos': BOLETO })) {
    const wanted = { context, rawContext, rawEventNames: [rawName], uri: receiver.url(path) };
    await createConfiguration(gateway, { ...configuration, ...wanted });
  }
  await recordOther(gateway, REFUND, CLIENT);
  await recordOther(gateway, BOLETO, CLIENT);
  await eventually(async () => (await call(gateway, messages(), { client: CLIENT })).body.meta.total === 2);
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

test('an event that the gateway does not know is found by its own name and context, and by those of OTHER', async () => {
  for (const query of [`eventName=${REFUND.rawName}`, 'eventName=OTHER&context=Pix']) {
    const { body } = await call(gateway, `${messages()}&${query}`, { client: CLIENT });
    expect(body).toMatchObject({ data: [{ eventName: 'OTHER', context: 'Pix' }], meta: { total: 1 } });
  }
  for (const query of ['context=Boleto', 'context=Other', `eventName=${encodeURIComponent(BOLETO.rawName)}`]) {
    const { body } = await call(gateway, `${messages()}&${query}`, { client: CLIENT });
    expect(body).toMatchObject({ data: [{ eventName: 'OTHER', context: 'Other' }], meta: { total: 1 } });
  }
});
