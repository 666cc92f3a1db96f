import { expect } from '@jest/globals';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Gateway } from './gateway.ts';

/** A partner's REST request. */
export interface RestCall {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Texts, bytes and forms are sent unchanged. */
  readonly body?: object | string | FormData | Buffer;
  readonly client?: string | null;
  readonly scope?: string;
}

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // The shape of a body depends on the test.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** Returns the names in the request that the items of an error are about. */
export function pathsOf(body: { errors: readonly { propertyName?: string }[] }): unknown[] {
  return body.errors.map(({ propertyName }) => propertyName);
}

interface Response {
  readonly description: string;
  readonly content?: { readonly 'application/json': { readonly schema: object } };
}

type Responses = Readonly<Record<string, Response | { readonly $ref: string }>>;

export interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId?: string; readonly responses: Responses }>>>
  >;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

const descriptions = new Map<string, Promise<Description>>();
/** Validators of bodies, by their schema in the description. */
const checks = new Map<object, ValidateFunction>();

/** Calls a path with its api-version, and checks the answer against `/openapi.json`. */
export async function call(gateway: Gateway, operation: string, options: RestCall = {}): Promise<RestAnswer> {
  const { headers = {}, body, client = 'acme-pay', scope = '' } = options;
  const [method = 'GET', path = '/'] = operation.split(' ');
  const given: Readonly<Record<string, string | undefined>> = {
    'api-version': /pockets/.test(path) ? '2' : '1',
    ...(client !== null && { authorization: `Bearer ${await gateway.token(client, scope)}` }),
    ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    ...headers,
  };
  const sent = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(gateway.app.url + path, {
    method,
    headers: sent,
    ...(body !== undefined && { body: bodyOf(body) }),
  });
  const text = await response.text();
  const answer = {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  };
  await expectDescribed(gateway, { method, path }, answer);
  if (answer.body?.reference !== undefined) await expectExplained(answer);
  return answer;
}

function bodyOf(body: NonNullable<RestCall['body']>): string | FormData | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string' || body instanceof FormData) return body;
  return Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
}

/** Expects that the reference of an error leads to its explanation. */
async function expectExplained({ status, body }: RestAnswer): Promise<void> {
  const page = await fetch(body.reference);
  if (String(body.reference).endsWith('/UNMAPPED_REFUSAL')) {
    expect([page.status, await page.json()]).toEqual([200, expect.objectContaining({ code: 'UNMAPPED_REFUSAL' })]);
    return;
  }
  expect([page.status, await page.json()]).toEqual([
    200,
    expect.objectContaining({ code: body.errors[0].code, status, condition: expect.any(String) }),
  ]);
}

/** Returns the response of an operation for a status; shared responses are described once. */
export function responseAt(description: Description, responses: Responses, status: string): Response | undefined {
  const response = responses[status] ?? responses[`${status.slice(0, 1)}XX`];
  if (response === undefined || 'description' in response) return response;
  return description.components.responses[response.$ref.split('/').at(-1) ?? ''];
}

function describeRest(gateway: Gateway): Promise<Description> {
  const { url } = gateway.app;
  const known = descriptions.get(url) ?? fetch(`${url}/openapi.json`).then((one) => one.json() as Promise<Description>);
  descriptions.set(url, known);
  return known;
}

/** Expects an answer that is in the description. */
async function expectDescribed(
  gateway: Gateway,
  { method, path }: { method: string; path: string },
  { status, body, text }: RestAnswer,
): Promise<void> {
  if (status === 404 && body?.errors?.[0].code === 'NOT_FOUND') return;
  if (status === 405) return;
  const description = await describeRest(gateway);
  const plain = path.split('?')[0] ?? '';
  const template = Object.keys(description.paths).find(
    (one) => one === plain || new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(plain),
  );
  const { responses = {} } = description.paths[template ?? '']?.[method.toLowerCase()] ?? {};
  const response = responseAt(description, responses, String(status));
  expect([operationOf(method, plain), response === undefined]).toEqual([operationOf(method, plain), false]);
  const schema = response?.content?.['application/json'].schema;
  if (schema === undefined) {
    expect(text).toBe('');
    return;
  }
  const check = checks.get(schema) ?? checkOf(schema, description);
  checks.set(schema, check);
  void check(body);
  expect(check.errors ?? []).toEqual([]);
}

function checkOf(schema: object, description: Description): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'all', ...(strict(description) as object) });
  const known = JSON.stringify(strict(schema)).replaceAll('"#/components', '"all#/components');
  return ajv.compile(JSON.parse(known) as AnySchema);
}

function operationOf(method: string, path: string): string {
  return `${method} ${path}`;
}

/** Returns a schema that refuses additional members; the parts of an allOf still allow them. */
function strict(value: unknown, isPart = false): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => strict(item, isPart));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, strict(part, isPart || name === 'allOf')]);
  const closed = 'properties' in value && 'type' in value && !isPart && !('additionalProperties' in value);
  return { ...Object.fromEntries(entries), ...(closed && { additionalProperties: false }) };
}
