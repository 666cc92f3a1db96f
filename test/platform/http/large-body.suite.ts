import { describe, expect, test } from '@jest/globals';
import { newCpf, PIXEL_PNG } from '../../support/customers.ts';
import type { Ask } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { gateway } from '../../support/shared-gateway.ts';

const KB = 1024;
/** More than 256 kB in base64. */
const LARGE_PICTURE = Buffer.concat([Buffer.from(PIXEL_PNG, 'base64'), Buffer.alloc(400 * KB)]).toString('base64');
const SUBMIT = 'submitDocument(input: $input) { __typename }';

/** Sends a picture in the variables; returns the status, and the code or the fields of the answer. */
async function outcome(query: string, ask: Partial<Ask> = {}, image = LARGE_PICTURE) {
  const variables = { input: { documentNumber: newCpf(), documentType: 'SELFIE', image } };
  const { status, body } = await gateway.ask({ query, variables, ...ask });
  return [status, body.errors?.[0]?.extensions['code'] ?? Object.keys(body.data)];
}

describe('a body above 256 kB', () => {
  test.each([
    ['one picture', `mutation ($input: SubmitDocumentInput!) { ${SUBMIT} }`, ['submitDocument']],
    [
      'one picture, and selects __typename',
      `mutation ($input: SubmitDocumentInput!) { __typename ${SUBMIT} }`,
      ['__typename', 'submitDocument'],
    ],
    ['two pictures', `mutation ($input: SubmitDocumentInput!) { a: ${SUBMIT} b: ${SUBMIT} }`, ['a', 'b']],
  ])('is read for an operation that sends %s', async (_what, query, fields) => {
    expect(await outcome(query)).toEqual([200, fields]);
  });

  test.each([
    ['a query', 'query { viewer { partner } }'],
    ['only __typename', 'query { __typename }'],
    [
      'another mutation too',
      `mutation ($input: SubmitDocumentInput!) { ${SUBMIT} pingWebhookConfiguration(input: { configurationId: "x" }) { __typename } }`,
    ],
    [
      'another mutation in a fragment',
      `mutation ($input: SubmitDocumentInput!) { ${SUBMIT} ...More }
       fragment More on Mutation { pingWebhookConfiguration(input: { configurationId: "x" }) { __typename } }`,
    ],
  ])('is refused for an operation that requests %s', async (_what, query) => {
    expect(await outcome(query)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('is refused unread for clients that may not send pictures', async () => {
    const query = `mutation ($input: SubmitDocumentInput!) { ${SUBMIT} }`;
    expect(await outcome(query, { scope: 'kyc.document.read' })).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await outcome(query, { client: null })).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('is limited to 2 MiB for all clients', async () => {
    const query = `mutation ($input: SubmitDocumentInput!) { ${SUBMIT} }`;
    expect(await outcome(query, {}, 'A'.repeat(2048 * KB))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('is not accepted as a frame of a socket, whose limit is 64 kB', async () => {
    const socket = await socketOf(gateway);
    const query = `mutation ($input: SubmitDocumentInput!) { ${SUBMIT} }`;
    socket.subscribe(query, { input: { documentNumber: newCpf(), documentType: 'SELFIE', image: LARGE_PICTURE } });
    expect(await socket.closed).toMatchObject({ code: 1009 });
  });
});
