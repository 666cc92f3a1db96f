/**
 * A program of a partner, from a picture to an account with a pocket and a key, with nothing but REST: its requests are
 * written as programs in use write them.
 * @packageDocumentation
 */

import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { newCpf, newMobile, PIXEL_PNG } from '../../support/customers.ts';
import { eventually } from '../../support/gateway.ts';
import { gateway } from '../../support/prompt-gateway.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  // The shape of a body depends on the operation.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

function send(operation: string, { headers = {}, body }: Sent = {}): Promise<Received> {
  const [method = '', path = ''] = operation.split(' ');
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, gateway.app.url), { method, headers }, (incoming) => {
      buffer(incoming).then((bytes) => {
        const text = bytes.toString();
        const { statusCode: status = 0, headers: received } = incoming;
        resolve({ status, headers: received, body: text === '' ? undefined : JSON.parse(text) });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** All scopes that the program knows, in one request. */
const SCOPES = [
  ...['pocket.create', 'customer.write', 'customer.read', 'webhook.read', 'pix.entries.create', 'pix.entries.read'],
  ...['pix.account.read', 'account.create', 'account.read', 'account.close', 'events.read', 'boleto.create'],
  ...['kyc.document.write', 'kyc.document.read', 'kyc.document.deepface.write', 'pix.claims.create'],
].join(' ');

async function tokenOf(path: string, scope = SCOPES): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: 'acme-pay', client_secret: 'acme-pay-secret' };
  const { status, body } = await send(`POST ${path}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, scope }).toString(),
  });
  expect([status, body.claims, typeof body.expires_in]).toEqual([200, 'company_key', 'number']);
  expect(String(body.scope).split(' ')).not.toContain('boleto.create');
  return body.access_token;
}

/** A form as PHP's and Python's clients write it. */
function formOf(parts: Readonly<Record<string, string>>, picture: Buffer): Buffer {
  const texts = Object.entries(parts).map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--edge\r\nContent-Disposition: form-data; name="image"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n`;
  return Buffer.concat([Buffer.from(texts.join('') + head), picture, Buffer.from('\r\n--edge--\r\n')]);
}

test.each(['/oauth2/token', '/connect/token'])(
  'a program gets from a picture to an account, by a token of %s',
  async (path) => {
    const cpf = newCpf();
    const email = `${randomUUID()}@example.com`;
    const usual = { Authorization: `Bearer ${await tokenOf(path)}`, 'API-Version': '1.0', 'X-Correlation-Id': '' };
    const json = { ...usual, 'Content-Type': 'application/json', Accept: 'application/json' };

    // Older programs send pictures by PUT, newer ones by POST, with scopes of their own, and none waits in between.
    const isNewer = path === '/connect/token';
    const deepface = `Bearer ${await tokenOf(path, 'kyc.document.deepface.write')}`;
    const submit = async (documentType: string, documentSide: string): Promise<string> => {
      const metadata = { provider: 'SOME_CHECK', providerMetadata: '{"isLastDocument":"true"}' };
      const { status, body } = await send(
        isNewer ? `POST /document-analysis/${cpf}/deepface` : `PUT /document-analysis/${cpf}`,
        {
          headers: {
            ...usual,
            ...(isNewer && { Authorization: deepface }),
            'Content-Type': 'multipart/form-data; boundary=edge',
          },
          body: formOf({ documentType, documentSide, ...(isNewer && metadata) }, Buffer.from(PIXEL_PNG, 'base64')),
        },
      );
      expect([status, Object.keys(body)]).toEqual([202, ['token']]);
      return body.token;
    };
    const analysed = (tokens: readonly string[]) =>
      eventually(async () => {
        const query = tokens.map((token) => `token=${token}`).join('&');
        const { status, body } = await send(`GET /document-analysis/${cpf}?${query}&resultLevel=DETAILED`, {
          headers: usual,
        });
        expect([status, body.length]).toEqual([200, tokens.length]);
        const shown: readonly { status: string }[] = body;
        return shown.every((one) => one.status === 'ANALYSIS_COMPLETED') && body;
      });
    const selfie = await submit('SELFIE', 'FRONT');
    const [front, back] = [await submit('RG', 'FRONT'), await submit('RG', 'BACK')];
    expect((await analysed([selfie]))[0]).toMatchObject({ token: selfie, liveness: { status: 'LIVENESS_FOUND' } });
    const shown: { token: string }[] = await analysed([front, back]);
    expect(shown.find(({ token }) => token === front)).toMatchObject({
      faceMatch: { status: 'HAS_FACE_MATCH' },
      documentDetails: { status: 'DETECTED_DOCUMENT' },
    });
    expect(shown.find(({ token }) => token === back)).toMatchObject({
      documentDetails: { status: 'DETECTED_DOCUMENT' },
    });

    const registered = await send(`PUT /customers/${cpf}`, {
      headers: { ...json, 'Idempotency-Key': 'not-listed-here' },
      body: JSON.stringify({
        registerName: 'Maria Exemplo',
        birthDate: '1990-01-31T00:00:00',
        phone: { countryCode: '55', number: newMobile() },
        address: {
          ...{
            zipcode: '01310-100',
            addressLine: 'Avenida Paulista',
            buildingNumber: '1000',
            neighborhood: 'Bela Vista',
          },
          ...{ city: 'Sao Paulo', state: 'SP', country: 'BR' },
        },
        assertedIncome: { value: 5400.5, currency: 'BRL' },
        occupation: 'OCP0001',
        pep: { level: 'NONE' },
        motherName: 'Joana Exemplo',
        email,
        documentation: { selfie, idCardFront: front, idCardBack: back },
      }),
    });
    expect([registered.status, registered.headers['location']]).toEqual([
      202,
      expect.stringMatching(`/customers/${cpf}$`),
    ]);
    const customer = await eventually(async () => {
      const { body } = await send(`GET /customers/${cpf}?resultLevel=DETAILED`, { headers: usual });
      return body.status === 'APPROVED' && body;
    });
    expect(customer).toMatchObject({
      documentNumber: cpf,
      document: { value: cpf, type: 'CPF' },
      profile: 'COMPLETE',
      isPoliticallyExposedPerson: false,
      birthDate: '1990-01-31T00:00:00Z',
      createdAt: expect.stringMatching(/\.\d{7}Z$/),
    });

    const opened = await send(`POST /customers/${cpf}/accounts`, {
      headers: { ...json, 'API-Version': '1.0, 1.0' },
      body: JSON.stringify({ accountType: 'PAYMENT_ACCOUNT' }),
    });
    expect([opened.status, opened.body]).toMatchObject([201, { status: 'ACTIVE', branch: '0001' }]);
    const { number, branch } = opened.body;
    expect(opened.headers['location']).toMatch(new RegExp(`/accounts/${number}$`));
    const account = await send(`GET /accounts/${number}?includeBalance=true`, { headers: usual });
    expect([account.status, account.body]).toMatchObject([200, { number, bank: { ispb: '99990001' } }]);

    const pocket = await send(`POST /accounts/${number}/pockets`, {
      headers: { ...json, 'API-Version': '2.0', 'Idempotency-Key': randomUUID() },
      body: JSON.stringify({
        data: {
          user: { name: 'Maria Exemplo', document: { value: cpf, type: 'CPF' }, birthDate: '1990-01-31' },
          ...{ currency: 'BRL', label: 'School trip', useCase: 'CORPORATE_EXPENSES' },
        },
        metadata: {},
      }),
    });
    expect([pocket.status, pocket.body.data.account.number]).toEqual([201, number]);

    const addressingKey = { type: 'EMAIL', value: email };
    const challenge = await send('POST /totp', {
      headers: { ...json, 'X-SVC-User-Id': cpf },
      body: JSON.stringify({ context: 'Pix', operation: 'RegisterEntry', data: { addressingKey } }),
    });
    expect([challenge.status, Object.keys(challenge.body)]).toEqual([201, ['hash', 'code']]);
    const proven = await send('PATCH /totp', {
      headers: { ...json, 'X-SVC-User-Id': cpf },
      body: JSON.stringify(challenge.body),
    });
    expect([proven.status, proven.body]).toMatchObject([200, { expirationInSeconds: expect.any(Number) }]);
    const entry = await send('POST /pix/entries', {
      headers: { ...json, 'X-SVC-Transactional-Hash': proven.body.hash, 'X-SVC-Pix-User-Id': cpf },
      body: JSON.stringify({ addressingKey, account: { branch, number, type: 'PAYMENT' } }),
    });
    expect([entry.status, entry.body.account]).toMatchObject([
      201,
      { holder: { documentNumber: cpf, document: { value: cpf } }, bank: { code: '990', compe: '990' } },
    ]);
    const list = { ...usual, Authorization: `Bearer ${await tokenOf(path, 'pix.account.read')}` };
    const keys = await send(`GET /accounts/${number}/addressing-keys`, {
      headers: { ...list, 'X-SVC-Pix-User-Id': cpf },
    });
    expect([keys.status, keys.body]).toEqual([200, [addressingKey]]);
    // The scope is for the keys alone.
    expect((await send(`GET /accounts/${number}`, { headers: list })).status).toBe(403);
    const change = (body: object) => send(`PATCH /customers/${cpf}`, { headers: json, body: JSON.stringify(body) });
    expect((await change({ data: { socialName: 'Mia' } })).status).toBe(202);
    expect((await change({ occupation: 'OCP0002' })).status).toBe(202);
    const changed = await send(`GET /customers/${cpf}`, { headers: usual });
    expect(changed.body).toMatchObject({ socialName: 'Mia', occupation: 'OCP0002' });
  },
);
