import { expect, test } from '@jest/globals';
import { gateway } from '../../support/shared-gateway.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
/** What programs send, and what they should send. */
const ACCEPTS = [undefined, '*/*', 'application/json', 'application/xml', 'text/plain', 'application/json;q=0'];

/** A request without a token. */
async function send(operation: string, accept: string | undefined) {
  const [method = '', path = ''] = operation.split(' ');
  const response = await fetch(gateway.app.url + path, {
    method,
    redirect: 'manual',
    headers: { 'api-version': '1', ...(accept !== undefined && { accept }) },
  });
  const { status, headers } = response;
  return { status, type: headers.get('content-type'), headers, text: await response.text() };
}

const unserved: readonly (readonly [string, number, string])[] = [
  ['GET /nothing', 404, 'NOT_FOUND'],
  ['GET /accounts/200001/nothing', 404, 'NOT_FOUND'],
  ['DELETE /accounts/200001', 405, 'METHOD_NOT_ALLOWED'],
  ['PUT /events', 405, 'METHOD_NOT_ALLOWED'],
  ['POST /openapi.json', 405, 'METHOD_NOT_ALLOWED'],
  ['DELETE /graphql', 405, 'METHOD_NOT_ALLOWED'],
  ['POST /pix/claims', 501, 'NOT_IMPLEMENTED'],
  ['GET /account/balance', 501, 'NOT_IMPLEMENTED'],
  ['GET /account/statement', 501, 'NOT_IMPLEMENTED'],
  ['GET /events?branch=0001&account=200001&page=1&pageSize=10', 501, 'NOT_IMPLEMENTED'],
  ['GET /events/', 501, 'NOT_IMPLEMENTED'],
];

test.each(unserved)('%s is refused in JSON, whatever a program accepts', async (operation, status, code) => {
  for (const accept of ACCEPTS) {
    const answer = await send(operation, accept);
    expect([accept, answer.status, answer.type]).toEqual([accept, status, 'application/json; charset=utf-8']);
    expect(JSON.parse(answer.text)).toEqual({
      errors: [expect.objectContaining({ code, messages: [expect.any(String)] })],
      reference: `${gateway.app.url}/errors/${code}`,
    });
  }
});

test('GET /events leads a browser to the console', async () => {
  const { status, headers } = await send('GET /events', BROWSER);
  expect([status, headers.get('location'), headers.get('vary')]).toEqual([302, 'console', 'accept']);
});
