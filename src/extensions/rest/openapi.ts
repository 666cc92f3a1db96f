import { STATUS_CODES } from 'node:http';
import { getNullableType, isListType, isNonNullType } from 'graphql';
import { fieldsOf } from '../../kernel/fields.ts';
import type { CatalogueEntry } from '../../platform/graphql/vocabulary/error-catalogue.ts';
import { ownCodesOf, type DescribedRow } from './described-row.ts';
import { bodySchema, inputSchema, LINKS, objectSchema, outputSchema } from './openapi-schemas.ts';
import { PAGE_PARAMETERS } from './pages.ts';
import type { TypedParameterPlace } from './request-reader.ts';
import type { AnyRestRow, JsonSchema, RestRow, Spelling } from './rest-row.ts';
import { partOf, type Shape } from './shape.ts';

export interface Described {
  readonly rows: readonly AnyRestRow[];
  readonly built: readonly DescribedRow[];
  readonly catalogue: readonly CatalogueEntry[];
  readonly publicUrl: string;
  /** Whether the gateway forwards to a provider, whose refusals can have any code. */
  readonly hasProvider: boolean;
}

const text: JsonSchema = { type: 'string' };
/** Codes that every operation can return, by status. */
const REQUEST_CODES: Readonly<Record<number, readonly string[]>> = {
  400: ['INVALID_PARAMETER', 'UNSUPPORTED_API_VERSION', 'BAD_REQUEST'],
  401: ['UNAUTHORIZED'],
  403: ['FORBIDDEN'],
  406: ['NOT_ACCEPTABLE'],
  429: ['TOO_MANY_REQUESTS'],
  500: ['INTERNAL_SERVER_ERROR'],
  503: ['SERVICE_UNAVAILABLE'],
};
const BODY_CODES: Readonly<Record<number, readonly string[]>> = {
  413: ['PAYLOAD_TOO_LARGE'],
  415: ['UNSUPPORTED_MEDIA_TYPE'],
};
/** For paths with parameters: some values match no path. */
const PATH_CODES: Readonly<Record<number, readonly string[]>> = { 404: ['NOT_FOUND'] };
const GENERAL_CODES: Readonly<Record<number, readonly string[]>> = { ...REQUEST_CODES, ...BODY_CODES, ...PATH_CODES };
const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  dpop: {
    type: 'http',
    scheme: 'dpop',
    description: 'A token that is bound to a key; its proof is the header DPoP (RFC 9449).',
  },
  mutualTls: { type: 'mutualTLS', description: 'The client certificate that the token is bound to (RFC 8705).' },
};
/** The error type whose code is the provider's own. */
const UNMAPPED = 'UnmappedRefusalError';
/** A header that rows do not name: all accept it. */
const CORRELATION = { name: 'x-correlation-id', in: 'header', schema: { type: 'string', format: 'uuid' } };

/** Returns the description of all rows, made from them and the schema. */
export function openApi({ rows, built, catalogue, publicUrl, hasProvider }: Described): object {
  const byRow = new Map<AnyRestRow, DescribedRow>(built.map((one) => [one.row, one]));
  const paths: Record<string, Record<string, object>> = {};
  for (const row of rows) {
    const one = byRow.get(row);
    const operation = one === undefined ? unbuiltOperation(row) : builtOperation(one, { catalogue, hasProvider });
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Partner Banking', version: '1.0', description: 'The partner API over the fields of the schema.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      responses: Object.fromEntries(
        Object.entries(GENERAL_CODES).map(([status, codes]) => [nameOf(status), errorResponse(codes)]),
      ),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function unbuiltOperation({ summary, path }: AnyRestRow): object {
  // What is refused before the path turns out not to be implemented.
  const { 403: _scope, ...request } = requestCodes(path, false);
  const refused = Object.entries(request).map(([status, codes]) => [status, sharedOr(codes, status)] as const);
  const responses = { ...Object.fromEntries(refused), 501: errorResponse(['NOT_IMPLEMENTED']) };
  return { summary, parameters: pathParameters(path), responses };
}

function requestCodes(path: string, hasBody: boolean): Readonly<Record<number, readonly string[]>> {
  return { ...REQUEST_CODES, ...(hasBody && BODY_CODES), ...(path.includes('{') && PATH_CODES) };
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text }));
}

function builtOperation(built: DescribedRow, refusing: Refusing): object {
  const { row, scopes, reader } = built;
  const hasBody = row.only !== undefined || reader.places.some((place) => place.in === 'body');
  const { body: example } = row.example;
  const mediaType = row.file === undefined ? 'application/json' : 'multipart/form-data';
  return {
    operationId: built.name,
    summary: row.summary,
    'x-maturity': 'stable',
    // Alternatives: the issuer decides whether a token is bound, and to what.
    security: [scopes, ...(row.enough === undefined ? [] : [[row.enough]])].flatMap((needed) => [
      { bearer: needed },
      { dpop: needed },
      { bearer: needed, mutualTls: [] },
    ]),
    parameters: parametersOf(built),
    ...(hasBody && {
      requestBody: {
        required: !built.mayOmitBody,
        content: { [mediaType]: { schema: requestSchema(built), ...(example && { example }) } },
      },
    }),
    responses: { [row.success]: successResponse(built), ...errorResponses(built, refusing, hasBody) },
  };
}

function parametersOf({ row, reader }: DescribedRow): object[] {
  const { version, example } = row;
  const examples: Readonly<Record<string, string>> = { ...example.path, ...example.query, ...example.headers };
  const placed = reader.places
    .filter((place) => place.in !== 'body')
    .map((place) => ({
      name: place.name,
      in: place.in,
      required: isNonNullType(place.type) && place.choices === undefined && !place.orNew,
      schema: parameterSchema(place, row),
      ...(examples[place.name] !== undefined && { example: examples[place.name] }),
    }));
  // A parameter that is only compared with what is found.
  const compared = pathParameters(row.path).filter(({ name }) => !placed.some((one) => one.name === name));
  const pages = row.paged
    ? Object.entries(PAGE_PARAMETERS).map(([name, schema]) => ({ name, in: 'query', schema }))
    : [];
  const versions = { type: 'string', enum: [String(version), `${version}.0`] };
  return [
    { name: 'api-version', in: 'header', required: true, schema: versions },
    CORRELATION,
    ...placed,
    ...compared,
    ...pages,
  ];
}

function parameterSchema({ isOne, ...place }: TypedParameterPlace, row: RestRow): JsonSchema {
  const schema = valueSchema(place, row);
  if (isOne !== true || place.in !== 'body') return schema;
  return { anyOf: [schema, { type: 'array', items: schema, maxItems: 1 }] };
}

function valueSchema({ in: where, type, at, choices, otherwise }: TypedParameterPlace, row: RestRow): JsonSchema {
  if (choices !== undefined) return { type: 'string', enum: Object.keys(choices) };
  if (otherwise !== undefined) return text;
  const nullable = getNullableType(type);
  // A path has one item of a list.
  return inputSchema(where === 'path' && isListType(nullable) ? nullable.ofType : type, at, row);
}

function requestSchema({ row, reader }: DescribedRow): JsonSchema {
  const bodies = reader.places.filter((place) => place.in === 'body');
  const whole = bodies.find(({ name }) => name === '');
  if (whole !== undefined) return withMembers(inputSchema(whole.type, whole.at, row), bodies, row);
  const checked = Object.entries(row.only ?? {}).map(([name, values]) => [name, { ...text, enum: values }] as const);
  const members = bodies.map((place) => {
    const [member = '', ...inside] = place.name.split('.');
    const schema = parameterSchema(place, row);
    return [member, inside.length > 0 ? objectSchema([[inside.join('.'), schema]], inside) : schema] as const;
  });
  const optional = bodies.filter(({ type }) => !isNonNullType(type)).map(({ name }) => name.split('.')[0] ?? '');
  return objectSchema([...checked, ...members], [...checked.map(([name]) => name), ...optional]);
}

/** Adds members of the body that are not those of the input by name. */
function withMembers(schema: JsonSchema, places: readonly TypedParameterPlace[], row: RestRow): JsonSchema {
  const own = places.filter(({ name }) => name !== '');
  const properties = own.map((place) => [place.name, parameterSchema(place, row)] as const);
  const required = own.filter(({ type }) => isNonNullType(type)).map(({ name }) => name);
  const { properties: members } = schema;
  const others: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return {
    ...schema,
    properties: { ...fieldsOf(members), ...Object.fromEntries(properties) },
    required: [...others, ...required],
  };
}

function itemsSchema({ at, item }: NonNullable<RestRow['paged']>, shape: Shape, spelling: Spelling): JsonSchema {
  if (item !== undefined) return { type: 'array', items: item.schema };
  return outputSchema(partOf(shape, at === undefined ? 'data' : `${at}.data`), spelling);
}

function successResponse({ row, shape }: DescribedRow): object {
  const { spelling = {} } = row;
  const page = objectSchema([
    ['page', { type: 'integer' }],
    ['pageSize', { type: 'integer' }],
    ['total', { type: 'integer' }],
  ]);
  const schema = row.paged
    ? objectSchema([
        ['data', itemsSchema(row.paged, shape, spelling)],
        ['links', LINKS],
        ['meta', page],
      ])
    : bodySchema(row, shape);
  return { description: row.summary, ...(schema && { content: { 'application/json': { schema } } }) };
}

type Refusing = Pick<Described, 'catalogue' | 'hasProvider'>;

function errorResponses(
  { row, refusals }: DescribedRow,
  { catalogue, hasProvider }: Refusing,
  hasBody: boolean,
): object {
  const isOpen = hasProvider && refusals.has(UNMAPPED);
  const request = Object.entries(requestCodes(row.path, hasBody));
  const ownCodes = ownCodesOf(row);
  const own = catalogue.filter(
    ({ type, code }) => (refusals.has(type) && type !== UNMAPPED) || ownCodes.includes(code),
  );
  const pairs = [
    ...request.flatMap(([status, codes]) => codes.map((code) => ({ status, code }))),
    ...own.map(({ status, code }) => {
      const said = row.bareErrors?.byCode[code] ?? { status, code };
      return { ...said, status: String(said.status) };
    }),
    ...Object.values(row.bareErrors?.byName ?? {}).map((code) => ({ status: '400', code })),
    ...(row.paged ? [{ status: '400', code: 'INVALID_CURSOR' }] : []),
    ...(hasProvider && row.isOfBooks ? [{ status: '501', code: 'NOT_AVAILABLE_AT_PROVIDER' }] : []),
  ];
  const byStatus = Map.groupBy(pairs, ({ status }) => status);
  const codesAt = (group: typeof pairs) => [...new Set(group.map(({ code }) => code))];
  const described = [...byStatus].map(([status, group]) => {
    const codes = codesAt(group);
    if (row.bareErrors !== undefined) return [status, bareResponse(codes)] as const;
    return [status, isOpen && status.startsWith('4') ? openResponse(codes) : sharedOr(codes, status)] as const;
  });
  return Object.fromEntries([...described, ...(isOpen ? [['4XX', openResponse([])] as const] : [])]);
}

/** Errors without codes of the operation's own are described once for all operations. */
function sharedOr(codes: readonly string[], status: string): object {
  const isShared = codes.join() === GENERAL_CODES[Number(status)]?.join();
  return isShared ? { $ref: `#/components/responses/${nameOf(status)}` } : errorResponse(codes);
}

/** Generators make an identifier of it. */
function nameOf(status: string): string {
  return STATUS_CODES[status]?.replaceAll(' ', '') ?? `Status${status}`;
}

/** An error with one of these codes. */
function errorResponse(codes: readonly string[]): object {
  return responseWith({ type: 'string', enum: codes }, codes.join(', '));
}

/** An error that is one of these codes alone or, before the operation is reached, one as elsewhere. */
function bareResponse(codes: readonly string[]): object {
  const bare = objectSchema(
    [
      ['code', text],
      ['details', { type: 'object', additionalProperties: true }],
    ],
    ['details'],
  );
  return responseOf({ anyOf: [bare, errorSchema({ ...text, enum: codes })] }, codes.join(', '));
}

/** An error with one of these codes, or with one of the provider's. */
function openResponse(codes: readonly string[]): object {
  return responseWith({ ...text, examples: codes }, [...codes, 'a code of the provider'].join(', '));
}

function responseWith(code: JsonSchema, description: string): object {
  return responseOf(errorSchema(code), description);
}

function responseOf(schema: JsonSchema, description: string): object {
  return { description, content: { 'application/json': { schema } } };
}

function errorSchema(code: JsonSchema): JsonSchema {
  const item = objectSchema(
    [
      ['code', code],
      ['propertyName', { ...text, description: 'The header, parameter or body member that the error concerns.' }],
      ['messages', { type: 'array', items: text }],
      ['details', { type: 'object', description: 'Data on how to proceed.', additionalProperties: true }],
    ],
    ['propertyName', 'details'],
  );
  return objectSchema([
    ['errors', { type: 'array', minItems: 1, items: item }],
    ['reference', { ...text, description: 'URL of a description of the code.' }],
  ]);
}
