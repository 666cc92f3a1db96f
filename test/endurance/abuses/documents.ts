import { randomUUID } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';
import { CREATE_TOTP } from '../../support/pix.ts';
import { ask, ABUSER, inParallel, pick, post, text, type Abuse, type Scene } from './abuse.ts';

const body = (query: string, variables: object = {}) => JSON.stringify({ query, variables });
const repeated = (count: number, part: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => part(nth)).join(' ');
/** Returns a selection nested in itself. */
function nested(depth: number, open: string, inner: string): string {
  return `${`${open} { `.repeat(depth)}${inner}${' }'.repeat(depth)}`;
}

const MESSAGES = `query ($last: Int!) { webhookEvents(last: $last) { nodes { id name payload messages {
  id state retryCount attempts { at error } } } } }`;
const REGISTER = `mutation ($input: RegisterPixEntryInput!) {
  registerPixEntry(input: $input) { __typename ... on DomainError { code } } }`;
const TOKENS = [
  '{',
  '}',
  '(',
  ')',
  '...',
  'on',
  'Query',
  'viewer',
  'partner',
  '__schema',
  '@skip(if: true)',
  '$a',
  '!',
  '"',
  '#',
  ':',
  '1e9',
  'fragment F on Query',
  '{ ...F }',
  'mutation',
  'subscription',
  '\u0000',
  '💥',
  '"""',
];

/** Abuses by documents and other requests over HTTP. */
export const DOCUMENT_ABUSES: readonly Abuse[] = [
  {
    row: 'F4',
    name: 'introspection goes deep, of nobody',
    commit: (scene) => {
      const depth = scene.random.integer(3, 12);
      const query = `{ __schema { types { fields { type { ${nested(depth, 'ofType', 'name')} } args { type { ${nested(depth, 'ofType', 'name')} } } } possibleTypes { fields { name type { name fields { name } } } } } } }`;
      return inParallel(scene.random.integer(5, 20), scene, () => post(scene.url, body(query)));
    },
  },
  {
    row: 'F4',
    name: 'introspection under many aliases, of nobody',
    commit: (scene) => {
      const count = scene.random.integer(2, 15);
      const field = pick(scene, [
        '__schema { types { name fields { name type { name fields { name type { name } } } } } }',
        '__type(name: "Query") { fields { name args { name type { name } } type { fields { name type { fields { name } } } } } }',
      ]);
      const query = `{ ${repeated(count, (nth) => `a${nth}: ${field}`)} }`;
      return inParallel(scene.random.integer(5, 20), scene, () => post(scene.url, body(query)));
    },
  },
  {
    row: 'F4',
    name: 'the standard introspection, again and again',
    commit: (scene) => inParallel(20, scene, () => post(scene.url, body(getIntrospectionQuery()))),
  },
  {
    row: 'F6',
    name: 'one document asks for many one-time codes',
    commit: (scene) => {
      const count = scene.random.integer(2, 15);
      const create = /createTotp\(input: \$input\) (\{[\s\S]*\})\s*\}$/.exec(CREATE_TOTP)?.[1] ?? '{ __typename }';
      const query = `mutation ($input: CreateTotpInput!) { ${repeated(count, (nth) => `a${nth}: createTotp(input: $input) ${create}`)} }`;
      const input = { documentNumber: '10020030169', addressingKey: { type: 'EMAIL', value: 'ana@example.com' } };
      return inParallel(10, scene, () => ask(scene, query, { input }));
    },
  },
  {
    row: 'F7',
    name: 'bursts of look-ups of the keys of others',
    commit: (scene) =>
      inParallel(scene.random.integer(10, 40), scene, () => {
        const addressingKey = { type: 'PHONE', value: `+55119${scene.random.integer(10_000_000, 99_999_999)}` };
        const input = {
          addressingKey,
          account: { branch: '0001', number: '300001', type: 'PAYMENT' },
          transactionalHash: randomUUID(),
        };
        return ask(scene, REGISTER, { input });
      }),
  },
  {
    row: 'F15',
    name: 'the messages of as many events as a page has',
    commit: (scene) => inParallel(8, scene, () => ask(scene, MESSAGES, { last: scene.random.integer(50, 100) })),
  },
  {
    row: 'random',
    name: 'documents of random tokens',
    commit: (scene) =>
      inParallel(8, scene, () => {
        const query = repeated(scene.random.integer(1, 800), () => pick(scene, TOKENS));
        return scene.random.fraction() < 0.5 ? post(scene.url, body(query)) : ask(scene, query);
      }),
  },
  {
    row: 'random',
    name: 'documents as deep and as wide as bytes go',
    commit: (scene) => {
      const kinds: (() => string)[] = [
        () => nested(scene.random.integer(50, 20_000), 'a', 'b'),
        () => `{ ${repeated(scene.random.integer(50, 5_000), (nth) => `a${nth}: __typename`)} }`,
        () => `{ viewer { partner } } ${repeated(1_000, (nth) => `fragment F${nth} on Query { ...F${nth + 1} }`)}`,
        () => `query (${repeated(900, (nth) => `$v${nth}: Int`)}) { __typename }`,
        () => `{ paymentAccount(number: ${'['.repeat(scene.random.integer(100, 50_000))}) { id } }`,
        () => `{ __typename ${'@skip(if: false) '.repeat(scene.random.integer(20, 5_000))} }`,
      ];
      return inParallel(8, scene, () => post(scene.url, body(pick(scene, kinds)())));
    },
  },
  {
    row: 'random',
    name: 'random variables and cursors',
    commit: (scene) =>
      inParallel(8, scene, () => {
        const after = pick(scene, [
          text(scene, 'AZaz09-_=', 80),
          Buffer.from(text(scene, '{}[]":1,', 60)).toString('base64url'),
          '',
          '\ud800',
          'x'.repeat(100_000),
        ]);
        const variables = { after, first: pick(scene, [1, 100, 1e9, -1, '5', null, 1.5, { a: 1 }]) };
        return ask(
          scene,
          'query ($after: String, $first: Int) { webhookEvents(after: $after, first: $first) { totalCount nodes { id } } }',
          variables,
        );
      }),
  },
  {
    row: 'random',
    name: 'bodies that are too large, too deep, or no JSON',
    commit: (scene) => {
      const kinds: (() => string)[] = [
        () => 'x'.repeat(scene.random.integer(250_000, 3_000_000)),
        () => '['.repeat(scene.random.integer(1_000, 200_000)),
        () => `{"query":"{__typename}","variables":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
        () => `[${repeated(500, () => body('{ __typename }')).replaceAll('} {', '},{')}]`,
        () => body('{ __typename }').slice(0, scene.random.integer(1, 10)),
        () => `{"query":"{__typename}","__proto__":{"a":1},"operationName":${'1'.repeat(300)}}`,
      ];
      return inParallel(6, scene, () => post(scene.url, pick(scene, kinds)()));
    },
  },
  {
    row: 'H1',
    name: 'distinct documents with 15 kB each, twice',
    commit: (scene) =>
      inParallel(8, scene, async () => {
        const name = `A${randomUUID().replaceAll('-', '')}`;
        const fields = repeated(300, (nth) =>
          `... on PaymentAccount @include(if: $a) { n${nth}: number }`.slice(0, 60),
        );
        const query = `query ${name}($a: Boolean!) { paymentAccounts(first: 1) { nodes { ${fields.slice(0, 15_000)}`;
        const closed = `${query.slice(0, query.lastIndexOf('... on'))} id } } }`;
        for (let times = 0; times < 2; times += 1) await ask(scene, closed, { a: true });
      }),
  },
  {
    row: 'H9',
    name: 'totals of all that there is',
    commit: (scene) =>
      inParallel(20, scene, (nth) =>
        ask(scene, `query T${nth} { webhookEvents(first: 1) { totalCount } paymentAccounts { totalCount } }`),
      ),
  },
  {
    row: 'F17',
    name: 'scrapers ask for the metrics',
    commit: (scene) =>
      inParallel(30, scene, async () => {
        const response = await fetch(`${scene.url}/metrics`);
        await response.arrayBuffer();
      }),
  },
  {
    row: 'rate',
    name: 'a partner asks for far more than it may',
    commit: (scene: Scene) =>
      inParallel(20, scene, () => ask(scene, '{ paymentAccounts(first: 100) { nodes { number holder { name } } } }')),
  },
  {
    row: 'F16',
    name: 'tokens and secrets that are none',
    commit: (scene) =>
      inParallel(15, scene, async () => {
        const token = pick(scene, [
          'ey.ey.ey',
          text(scene, 'AZaz09-_.', 400),
          `${await scene.gateway.token(ABUSER)}x`,
          'x'.repeat(12_000),
        ]);
        if (scene.random.fraction() < 0.7)
          return post(scene.url, body('{ viewer { partner } }'), { authorization: `Bearer ${token}` });
        const form = {
          grant_type: 'client_credentials',
          client_id: pick(scene, [ABUSER, 'nobody']),
          client_secret: text(scene, 'abc', 20),
        };
        const response = await fetch(`${scene.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
        return response.arrayBuffer();
      }),
  },
];
