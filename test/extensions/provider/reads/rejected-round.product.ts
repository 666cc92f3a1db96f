import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { customer, goodInput, registerCustomer, registration } from '../../../support/customers.ts';
import { eventually } from '../../../support/gateway.ts';
import { sql } from '../../../support/webhooks.ts';
import { Rig } from '../rig.ts';

/** The bank always rejects this person. */
const REPROVED = '99900000692';

let rig: Rig;

/** No event and no worker tells the gateway in front what the bank decides: it learns that by reading. */
beforeAll(async () => {
  const ofFront = { ANALYSIS_SECONDS: '3600', PROVIDER_FRESH_SECONDS: '0', PROVIDER_TIMEOUT_SECONDS: '60' };
  rig = await Rig.start(ofFront, { ANALYSIS_SECONDS: '0' });
});
afterAll(() => rig.stop());

/** Registers the person through the gateway in front, and waits until the bank has decided. */
async function decidedAtBank(input: object): Promise<string> {
  const { registration: made } = await registerCustomer(rig.front, input);
  await eventually(async () => {
    const pending = 'select id from customer where document_number = ? and pending_registration_id is null';
    return (await sql(rig.bank, pending, [REPROVED])).length === 1;
  });
  return made.id;
}

describe('a registration that the provider has rejected while an earlier record stays in force', () => {
  test('is not approved by a reading of that record', async () => {
    const input = await goodInput(rig.bank, { documentNumber: REPROVED });
    const first = await decidedAtBank(input);
    await sql(rig.bank, `update customer set status = 'APPROVED' where document_number = ?`, [REPROVED]);
    expect(await customer(rig.front, REPROVED)).toMatchObject({ status: 'APPROVED' });
    expect(await registration(rig.front, first)).toMatchObject({ status: 'APPROVED' });
    const longAgo = `update customer set updated_at = updated_at - interval '1 hour' where document_number = ?`;
    await sql(rig.bank, longAgo, [REPROVED]);
    const second = await decidedAtBank({ ...input, registerName: 'Outro Nome' });
    expect(await customer(rig.front, REPROVED)).toMatchObject({ status: 'APPROVED', registerName: 'Maria Exemplo' });
    expect(await registration(rig.front, second)).toMatchObject({ status: 'PENDING_APPROVAL' });
  });
});
