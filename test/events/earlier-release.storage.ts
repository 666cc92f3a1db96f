import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkCheckpoints, publishedKeys } from '../../packages/client/src/index.ts';
import { Gateway } from '../support/gateway.ts';
import { Receiver } from '../support/receiver.ts';
import { isSignedBy, keysOf } from '../support/signing-keys.ts';
import { createConfiguration, sql } from '../support/webhooks.ts';

// Issued and stored by 0.1.0. Clients keep checkpoints for good: no release may change how they are read. If this test
// fails, mend the code, never these values.
const SECRETS_KEY = 'a passphrase of an earlier release that is long enough';
const SIGNING_KEY = {
  id: '01a1fec7-9d24-7428-b745-ab16ed5279bf',
  publicKey: 'hr7y16lGkEF5V9N9opfk3SpgsrGmqv+WCkted0smvIU=',
  sealedKey:
    'bN9wHUhP.h6abJV8ORZKWQfvO.q6pTPll0cPVZLq0o8M50kQ.mkSPtMLDB-W1327zJimg_6ZxaAKu3pMbXjWVXV81fwaezYHxX-_WZsHRWiU',
};
const EVENTS = [
  { id: '01a1fec7-9d24-7428-b745-ab16ed5279b1', sequence: '1.1', body: '{"nth":1}' },
  { id: '01a1fec7-9d24-7428-b745-ab16ed5279b2', sequence: '1.2', body: '{"nth":2}' },
];
const HASH = '29cb4f3daf35b6a53c0e5191f27fdbadcd9fff1562566d69e40fcc3cbd7838e2';
const CONTENT = `checkpoint/1\nACME_PAY\n1.1\n1.2\n${'0'.repeat(64)}\n${HASH}\n2026-11-20T12:00:00.000Z`;
const SIGNATURE = 'g2gBrujaRA4VNfbTX/JLDwzR5z/ly/vQgRBxE6u2LQXb/z+/u4dTE7890PcDLaS3NL6x0sIFLIWuCeuf6o6/BA==';

const CHECKPOINTS = '{ eventCheckpoints(first: 1) { nodes { fromSequence toSequence hash content signature } } }';

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await Gateway.start({ environment: { SECRETS_KEY } });
  await sql(
    gateway,
    `update signing_key set id = ?, public_key = ?, sealed_key = ?
     where partner_id = 'ACME_PAY' and signs_from is not null`,
    [SIGNING_KEY.id, SIGNING_KEY.publicKey, SIGNING_KEY.sealedKey],
  );
  await sql(
    gateway,
    `insert into event_checkpoint (id, partner_id, to_position, from_sequence, to_sequence, hash, content, signature,
       public_key, closed_at)
     values (gen_random_uuid(), 'ACME_PAY', 2, '1.1', '1.2', ?, ?, ?, ?, now())`,
    [HASH, CONTENT, SIGNATURE, SIGNING_KEY.publicKey],
  );
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

test('a signing key that an earlier release stored signs, and is published', async () => {
  const { id } = await createConfiguration(gateway, { uri: receiver.url('/sample'), signatureSchemes: ['V1A'] });
  await gateway.data({
    query: `mutation ($id: ID!) { sendSampleEvent(input: { configurationId: $id, eventName: TED_CASH_IN_WAS_CLEARED }) { __typename } }`,
    variables: { id },
  });
  const [call] = receiver.callsOf('/sample');
  const { signingKey } = await keysOf(gateway);
  expect(signingKey).toBe(`whpk_${SIGNING_KEY.publicKey}`);
  expect(call !== undefined && isSignedBy(call, signingKey)).toBe(true);
});

test('a checkpoint that an earlier release signed still proves its events, by the published keys', async () => {
  const { signingKeysUrl } = await keysOf(gateway);
  const checkpoints = (await gateway.data({ query: CHECKPOINTS })).eventCheckpoints.nodes;
  const options = { companyKey: 'ACME_PAY', publicKeys: publishedKeys(signingKeysUrl) };
  expect(await checkCheckpoints(checkpoints, EVENTS, options)).toMatchObject([{ verdict: 'RIGHT' }]);
  const changed = EVENTS.map((event) => ({ ...event, body: event.body.replace('2', '3') }));
  expect(await checkCheckpoints(checkpoints, changed, options)).toMatchObject([{ verdict: 'EVENTS_CHANGED' }]);
});
