import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newCpf, PIXEL_JPEG, PIXEL_PNG, SUBMIT_DOCUMENT, submitDocument } from '../../../support/customers.ts';
import { BeforeAnother } from './before-another.ts';

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start();
});
afterAll(() => before.stop());

test.each([
  ['png', PIXEL_PNG],
  ['jpeg', PIXEL_JPEG],
])('a picture is sent as image/%s, with a file name', async (type, image) => {
  before.answering(202, { token: randomUUID() });
  const documentNumber = newCpf();
  await submitDocument(before.gateway, { documentNumber, image });
  const sent = before.double.calls.find(({ path }) => path.endsWith(documentNumber));
  expect(sent?.body.split('\r\n')).toEqual(
    expect.arrayContaining([
      `Content-Disposition: form-data; name="image"; filename="image.${type}"`,
      `Content-Type: image/${type}`,
    ]),
  );
});

test('a token that another picture has is no answer, and is logged', async () => {
  before.answering(202, { token: randomUUID() });
  const submit = () => {
    const input = { documentNumber: newCpf(), documentType: 'SELFIE', image: PIXEL_PNG };
    return before.gateway.ask({ query: SUBMIT_DOCUMENT, variables: { input } });
  };
  expect((await submit()).body.data?.submitDocument.__typename).toBe('SubmitDocumentSuccess');
  const { status, body } = await submit();
  expect([status, body.errors?.[0]]).toMatchObject([
    503,
    {
      message: 'The provider has not answered yet: send the same request again.',
      extensions: { code: 'SERVICE_UNAVAILABLE' },
    },
  ]);
  expect(before.log.join('')).toContain('document_analysis_pkey');
});
