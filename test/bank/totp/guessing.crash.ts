import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { createTotp, validateTotp, wrongCode } from '../../support/pix.ts';
import { sql } from '../../support/webhooks.ts';

const [ANA, RUI, COMPANY] = ['10020030169', '10020030320', '99000001000101'];
const DAY_SECONDS = 86_400;
/** Number of possible codes. */
const CODES = 1_000_000;
/** The odds of guessing a code of one key, or of one holder, in a day must stay below this. */
const ODDS_MAX = 1e-4;

let gateway: Gateway;
let keys = 0;
/** Time of the gateway's clock, which stands still except when a test lets time pass. */
let nowMs = Date.now();

beforeAll(async () => {
  gateway = await Gateway.start({
    environment: { ROLES: 'api', TOTP_OPEN_MAX: '3', TOTP_DAILY_MAX: '10', TOTP_WAIT_SECONDS: '1' },
  });
  jest.spyOn(gateway.clock, 'now').mockImplementation(() => new Date(nowMs));
});
afterAll(() => gateway.stop());

const newKey = () => ({ type: 'EMAIL', value: `guessed-${(keys += 1)}@example.com` });
const forgetAll = () => sql(gateway, 'delete from totp_challenge');

/** Lets time pass; drops cached tokens, since they do not last a day. */
function pass(seconds: number): void {
  nowMs += seconds * 1_000;
  gateway.forgetTokens();
}

interface Target {
  readonly document: string;
  readonly key: { readonly type: string; readonly value: string };
}

/**
 * Guesses for two days: opens all challenges of the targets that it can get, holds them for a while, uses up all their
 * tries, and returns as soon as it is allowed to. Returns the instants at which a code was checked, in seconds.
 */
async function guess(targets: readonly Target[], holdSeconds: number): Promise<number[]> {
  const checks: number[] = [];
  let now = 0;
  const wait = (seconds: number) => {
    now += seconds;
    pass(seconds);
  };
  while (now < 2 * DAY_SECONDS) {
    const opened: { hash: string; sandboxCode: string }[] = [];
    let restSeconds = 2 * DAY_SECONDS;
    for (const { document, key } of targets) {
      let created = await createTotp(gateway, document, key);
      for (; created.__typename === 'CreateTotpSuccess'; created = await createTotp(gateway, document, key))
        opened.push(created);
      restSeconds = Math.min(restSeconds, created.retryAfterSeconds);
    }
    if (opened.length > 0) wait(holdSeconds);
    for (const { hash, sandboxCode } of opened) {
      for (let tries = 0; tries < 5;) {
        const { code, retryAfterSeconds } = await validateTotp(gateway, hash, wrongCode(sandboxCode));
        if (code === 'INVALID_TOTP_CODE') {
          tries += 1;
          checks.push(now);
        } else if (code === 'TOO_MANY_TOTP_TRIES') wait(retryAfterSeconds as number);
        else break;
      }
    }
    if (opened.length === 0) wait(restSeconds);
  }
  return checks;
}

/** Returns the most codes that were checked in any 24 hours. */
function mostInADay(checks: readonly number[]): number {
  return Math.max(...checks.map((from) => checks.filter((at) => at >= from && at < from + DAY_SECONDS).length));
}

describe('the odds of guessing a code', () => {
  test.each([
    ['of one key, immediately', 0, () => sharing([ANA], [newKey()])],
    ['of one key, as late as possible', 240, () => sharing([ANA], [newKey()])],
    ['of one key, for several holders', 240, () => sharing([ANA, RUI, COMPANY], [newKey()])],
    ['of one holder, for several keys', 240, () => sharing([ANA], [newKey(), newKey(), newKey()])],
  ])('%s are below 1 in 10,000 a day', async (_what, holdSeconds, targets) => {
    await forgetAll();
    const checks = await guess(targets(), holdSeconds);
    const most = mostInADay(checks);
    // Ten challenges of five tries each; three more were open when the day began.
    expect(most).toBeGreaterThanOrEqual(10 * 5);
    expect(most).toBeLessThanOrEqual((10 + 3) * 5);
    expect(most / CODES).toBeLessThan(ODDS_MAX);
  });
});

function sharing(documents: readonly string[], wanted: readonly Target['key'][]): Target[] {
  return documents.flatMap((document) => wanted.map((key) => ({ document, key })));
}

describe('createTotp', () => {
  const many = `mutation ($input: CreateTotpInput!) { ${Array.from(
    { length: 10 },
    (_, nth) => `m${nth}: createTotp(input: $input) { __typename ... on DomainError { code } }`,
  ).join(' ')} }`;

  test('creates three of 120 challenges that are requested concurrently', async () => {
    await forgetAll();
    const variables = { input: { documentNumber: ANA, addressingKey: newKey() } };
    const answers = await Promise.all(Array.from({ length: 12 }, () => gateway.data({ query: many, variables })));
    const results = answers.flatMap((data) => Object.values(data as Record<string, { __typename: string }>));
    expect(results).toHaveLength(120);
    expect(results.filter(({ __typename: name }) => name === 'CreateTotpSuccess')).toHaveLength(3);
    expect(results.filter(({ __typename: name }) => name === 'TooManyTotpChallengesError')).toHaveLength(117);
  });

  test('reports which limit is reached, how many it allows, and when there is room again', async () => {
    await forgetAll();
    const key = newKey();
    for (let made = 0; made < 3; made += 1) {
      await createTotp(gateway, ANA, key);
      pass(10);
    }
    expect(await createTotp(gateway, RUI, key)).toMatchObject({
      __typename: 'TooManyTotpChallengesError',
      status: 429,
      message: expect.stringMatching(/^Too many codes: at most 3, wait 27\d s\.$/),
      reached: 'OPEN_OF_KEY',
      limit: 3,
    });
    expect(await createTotp(gateway, ANA, newKey())).toMatchObject({ reached: 'OPEN_OF_DOCUMENT', limit: 3 });
    expect(await createTotp(gateway, RUI, newKey())).toMatchObject({ __typename: 'CreateTotpSuccess' });
    const { retryAfterSeconds } = await createTotp(gateway, ANA, key);
    pass(retryAfterSeconds);
    expect(await createTotp(gateway, ANA, key)).toMatchObject({ __typename: 'CreateTotpSuccess' });
  });

  test('counts codes that were entered correctly too, for 24 hours', async () => {
    await forgetAll();
    const key = newKey();
    for (let made = 0; made < 10; made += 1) {
      const { hash, sandboxCode } = await createTotp(gateway, ANA, key);
      expect(await validateTotp(gateway, hash, sandboxCode)).toMatchObject({ __typename: 'ValidateTotpSuccess' });
    }
    const refused = await createTotp(gateway, ANA, key);
    expect(refused).toMatchObject({ code: 'TOO_MANY_TOTP_CHALLENGES', limit: 10 });
    expect(refused.retryAfterSeconds).toBeGreaterThan(DAY_SECONDS - 600);
    pass(DAY_SECONDS);
    expect(await createTotp(gateway, ANA, key)).toMatchObject({ __typename: 'CreateTotpSuccess' });
  });

  test('counts the challenges of each partner separately', async () => {
    await forgetAll();
    const key = newKey();
    for (let made = 0; made < 3; made += 1) await createTotp(gateway, ANA, key);
    const other = await createTotp(gateway, '10020031130', key, { client: 'beta-pay' });
    expect(other).toMatchObject({ __typename: 'CreateTotpSuccess' });
  });
});

describe('validateTotp', () => {
  test('checks one of many concurrent codes, and doubles the wait after each wrong one', async () => {
    await forgetAll();
    const { hash, sandboxCode } = await createTotp(gateway, ANA, newKey());
    const waits: number[] = [];
    for (let wrong = 1; wrong <= 4; wrong += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => validateTotp(gateway, hash, wrongCode(sandboxCode))),
      );
      const refused = answers.filter(({ code }) => code === 'TOO_MANY_TOTP_TRIES');
      expect(answers.filter(({ code }) => code === 'INVALID_TOTP_CODE')).toHaveLength(1);
      expect(refused).toHaveLength(19);
      waits.push(...new Set(refused.map(({ retryAfterSeconds }) => retryAfterSeconds as number)));
      pass(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual([1, 2, 4, 8]);
    expect(await validateTotp(gateway, hash, sandboxCode)).toMatchObject({ __typename: 'ValidateTotpSuccess' });
  });

  test('refuses even the right code during the wait, which costs no try', async () => {
    await forgetAll();
    const { hash, sandboxCode } = await createTotp(gateway, ANA, newKey());
    for (let wrong = 0; wrong < 3; wrong += 1) {
      await validateTotp(gateway, hash, wrongCode(sandboxCode));
      pass(10);
    }
    await validateTotp(gateway, hash, wrongCode(sandboxCode));
    for (let tries = 0; tries < 5; tries += 1)
      expect(await validateTotp(gateway, hash, sandboxCode)).toMatchObject({
        code: 'TOO_MANY_TOTP_TRIES',
        status: 429,
        message: expect.stringMatching(/^Wrong code: wait \d s before the next try\.$/),
      });
    pass(8);
    expect(await validateTotp(gateway, hash, sandboxCode)).toMatchObject({ __typename: 'ValidateTotpSuccess' });
  });
});
