import { describe, expect, test } from '@jest/globals';
import { newCpf, PIXEL_PNG } from '../../support/customers.ts';
import type { Ask } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { gateway } from '../../support/shared-gateway.ts';

const KB = 1024;
/** In base64 more than 256 kB. */
const LARGE_PICTURE = Buffer.concat([Buffer.from(PIXEL_PNG, 'base64'), Buffer.alloc(400 * KB)]).toString('base64');
const SUBMIT = 'submitDocument(input: $input) { __typename }';

/** The answer to an operation with a picture in its variables: status, and code or data. */
async function outcome(query: string, ask: Partial<Ask> = {}, image = LARGE_PICTURE) {
  const variables = { input: { documentNumber: newCpf(), documentType: 'SELFIE', image } };
  const { status, body } = await gateway.ask({ query, variables, ...ask });
  return [status, body.errors?.[0]?.extensions['code'] ?? Object.keys(body.data)];
}

describe('a body above 256 kB', () => {
  test.each([
    ['one picture', `mutation ($input: SubmitDocumentInput!) { ${SUBMIT} }`, ['submitDocument']],
    ['its name', `mutation ($input: SubmitDocumentInput!) { __typename ${SUBMIT} }`, ['__typename', 'submitDocument']],
    ['two pictures', `mutation ($input: SubmitDocumentInput!) { a: ${SUBMIT} b: ${SUBMIT} }`, ['a', 'b']],
  ])('is read of an operation that sends %s', async (_what, query, fields) => {
    expect(await outcome(query)).toEqual([200, fields]);
  });

  test.each([
    ['a query', 'query { viewer { partner } }'],
    ['nothing', 'query { __typename }'],
    [
      'another mutation too',
      `mutation ($input: SubmitDocumentInput!) { ${SUBMIT} pingWebhookConfiguration(id: "x") { __typename } }`,
    ],
    [
      'another mutation in a fragment',
      `mutation ($input: SubmitDocumentInput!) { ${SUBMIT} ...More }
       fragment More on Mutation { pingWebhookConfiguration(id: "x") { __typename } }`,
    ],
  ])('is refused of an operation that asks for %s', async (_what, query) => {
    expect(await outcome(query)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('is refused unread of whoever may send no pictures', async () => {
    const query = `mutation ($input: SubmitDocumentInput!) { ${SUBMIT} }`;
    expect(await outcome(query, { scope: 'kyc.document.read' })).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await outcome(query, { client: null })).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('ends at 2 MiB for all', async () => {
    const query = `mutation ($input: SubmitDocumentInput!) { ${SUBMIT} }`;
    expect(await outcome(query, {}, 'A'.repeat(2048 * KB))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('is no frame of a socket: 64 kB hold there', async () => {
    const socket = await socketOf(gateway);
    const query = `mutation ($input: SubmitDocumentInput!) { ${SUBMIT} }`;
    socket.subscribe(query, { input: { documentNumber: newCpf(), documentType: 'SELFIE', image: LARGE_PICTURE } });
    expect(await socket.closed).toMatchObject({ code: 1009 });
  });
});
