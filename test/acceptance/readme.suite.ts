import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/gateway.ts';
import { shellEnvironment } from './clone.ts';
import { stay } from './current-stay.ts';
import { onPorts } from './ports.ts';
import { Terminal } from './terminal.ts';

/** A block of commands, and what a person sees who pastes it. */
interface Pasted {
  /** How it begins. */
  readonly begins: string;
  /** Why it is not pasted into the second terminal; absent if it is. */
  readonly elsewhere?: string;
  /** Patterns that the output must match; a query at the end of the block is repeated until all match. */
  readonly shows?: readonly RegExp[];
  /** Waits for what a person waits for before the next block. */
  readonly waitFor?: () => Promise<void>;
}

/** The pages with commands to paste, in reading order. */
const PAGES = [
  'README.md',
  'docs/pockets-and-accounts.md',
  'docs/customers.md',
  'docs/addressing-keys.md',
  'docs/clients.md',
  'docs/protocol.md',
];

/** All blocks of these pages, in order: a new block needs a row here. */
const PASTED: readonly Pasted[] = [
  { begins: 'npm ci\nnpm start\n', elsewhere: 'it is how the whole lane starts' },
  { begins: 'TOKEN=$(npm run --silent token -- --client acme-pay)\n', waitFor: hasToken },
  { begins: "gateway '{\n", shows: [/"CreatePocketSuccess","replayed":false/] },
  { begins: 'npm run --silent events\n', elsewhere: 'it has a terminal of its own' },
  { begins: "SECRET=$(gateway '{\n", waitFor: () => second.shows(/The receiver is ready/) },
  {
    begins: 'gateway \'{ "query": "mutation { simulateCashIn(',
    shows: [/"SimulateCashInSuccess"/],
    waitFor: hasArrived,
  },
  { begins: 'gateway \'{ "query": "{ webhookEvents(last: 3)', shows: [/PIX_CASH_IN_WAS_CLEARED.*"state":"SUCCESS"/] },
  {
    begins: 'gateway \'{ "query": "{ paymentAccounts(first: 5)',
    shows: [
      /"paymentAccounts":\{"totalCount":\d+/,
      /"paymentAccount":\{"pockets":\{"nodes":\[\{"number":"200001\d+BRL"/,
    ],
  },
  { begins: 'CPF=10020030240\n', waitFor: areAnalysed },
  { begins: "REGISTRATION=$(gateway '{\n", shows: [/"PENDING_APPROVAL"/, /"status":"APPROVED"/] },
  {
    begins: 'gateway \'{ "query": "mutation { openSandboxAccount(',
    shows: [/"registrationStatus":"APPROVED"/, /CUSTOMER_WAS_RECEIVED.*CUSTOMER_WAS_APPROVED/],
  },
  { begins: 'npm run decide ', elsewhere: 'the embedded database must not be in use' },
  { begins: 'npm run erase-customer -- ', elsewhere: 'the embedded database must not be in use' },
  { begins: "CREATED=$(gateway '{\n", shows: [/"CreateTotpSuccess"/] },
  { begins: "gateway '{\n", shows: [/"RegisterPixEntrySuccess"/, /"EMAIL","value":"ana@example.com"/] },
  { begins: "gateway '{\n", shows: [/"paymentAccount":\{.*"number":"200001"/] },
  { begins: "FOUND=$(gateway '{\n", shows: [/"state":"SUCCESS"/, /"accepted":\[\{"id":"/] },
];

const BLOCK = /^```sh\n([\s\S]*?)^```$/gm;
const blocks = PAGES.flatMap((page) => [...readFileSync(page, 'utf8').matchAll(BLOCK)].map(([, text = '']) => text));
const steps = PASTED.map((pasted, nth) => ({ ...pasted, name: pasted.begins.trim(), block: blocks[nth] ?? '' }));
let second: Terminal;
let third: Terminal;

describe('README and docs, pasted from start to end', () => {
  beforeAll(() => {
    const { world } = stay;
    const environment = { ...shellEnvironment(), ...world.settings };
    second = new Terminal(world.clone.folder, environment);
    third = new Terminal(world.clone.folder, environment);
  });
  afterAll(() => Promise.all([second.close(), third.close()]));

  test('have these blocks of commands and no others', () => {
    const withBlocks = globSync(['*.md', 'docs/*.md']).filter((page) => readFileSync(page, 'utf8').includes('```sh\n'));
    expect(withBlocks.toSorted()).toEqual(PAGES.toSorted());
    expect(blocks.map((block, nth) => block.slice(0, PASTED[nth]?.begins.length))).toEqual(
      PASTED.map(({ begins }) => begins),
    );
  });

  test('show events in another terminal', async () => {
    third.begin(onPorts(steps.find(({ begins }) => begins.includes('events'))?.block ?? '', stay.world.ports));
    await stay.product.whileAlive(() => third.shows(/Watching the events/));
    expect(third.shown).toBe('Watching the events of acme-pay; Ctrl-C ends it.\n');
  });

  test.each(steps.filter(({ elsewhere }) => elsewhere === undefined))(
    'show the documented output of $name',
    async (step) => {
      await stay.product.whileAlive(() => expectShown(step.block, step));
    },
  );

  test('replay the pocket of the first minute, and refuse its key with another label', async () => {
    const block = onPorts(steps[2]?.block ?? '', stay.world.ports);
    expect(await second.run(block)).toContain('"CreatePocketSuccess","replayed":true');
    expect(await second.run(block.replace('School trip', 'Another'))).toContain('"IDEMPOTENCY_KEY_REUSED"');
  });

  test('get a token with the command that the start prints', async () => {
    const [, command = ''] = / {2}(curl .*)\n/.exec(stay.product.output) ?? [];
    expect(await second.run(command)).toMatch(/"access_token":"ey/);
  });
});

async function expectShown(text: string, { shows = [], waitFor }: Pasted): Promise<void> {
  const block = onPorts(text, stay.world.ports);
  let output = await second.run(block);
  const [last = ''] = /^gateway '\{ "query": "\{.*\n$/m.exec(block) ?? [];
  if (last !== '')
    await eventually(async () => {
      if (shows.every((pattern) => pattern.test(output))) return true;
      output += await second.run(last);
      return false;
    });
  for (const pattern of shows) expect(output).toMatch(pattern);
  expect(output).not.toContain('"errors":');
  await waitFor?.();
}

async function hasToken(): Promise<void> {
  expect(await second.run('echo "$TOKEN"')).toMatch(/^ey\S+\n$/);
}

async function hasArrived(): Promise<void> {
  await third.shows(/ PIX_CASH_IN_WAS_RECEIVED [\s\S]* PIX_CASH_IN_WAS_CLEARED /);
  await second.shows(/PIX_CASH_IN_WAS_CLEARED .* verified {2}answered 200\n/);
}

async function areAnalysed(): Promise<void> {
  const query = 'query ($token: String!) { documentAnalysis(token: $token) { status } }';
  for (const token of (await second.run('echo "$SELFIE $FRONT $BACK"')).trim().split(' '))
    await eventually(async () => {
      const { documentAnalysis } = await stay.stranger.data({ query, variables: { token } });
      return documentAnalysis?.status === 'APPROVED';
    });
}
