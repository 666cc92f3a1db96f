import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { BatchedCalls } from '../../../src/platform/database/batched-calls.ts';

interface Run {
  readonly calls: readonly string[];
  readonly isBrief: boolean;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

/** An error of the database with this SQLSTATE. */
const failure = (code: string) => Object.assign(new Error(code), { code });
const lockTimeout = failure('55P03');
const unique = failure('23505');

/** Calls such as `a1`, which locks `a`; each transaction runs until the test ends it. */
function calls() {
  const runs: Run[] = [];
  const batched = new BatchedCalls<string, string>(
    (together, isBrief) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
      const end = () => {
        resolve(together.map((call) => `did ${call}`));
      };
      runs.push({ calls: together, isBrief, end, fail: reject });
      return promise;
    },
    (call) => call.slice(0, 1),
  );
  const outcomes: Record<string, string> = {};
  const send = (...names: readonly string[]) => {
    for (const name of names)
      batched.do('ours', name).then(
        (result) => (outcomes[name] = result),
        (error: unknown) => (outcomes[name] = String(error)),
      );
  };
  /** Sends calls that end up in one transaction, and returns it: two others are running when they are sent. */
  const together = async (...names: readonly string[]) => {
    send('x0', 'y0', ...names);
    for (const run of runs.splice(0)) run.end();
    await settled();
    const [run] = runs.splice(0);
    if (run === undefined) throw new Error('They do not run.');
    return run;
  };
  return { runs, outcomes, send, together };
}

/** Lets everything go on that waits for nothing. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Lets this many milliseconds pass on the monotonic clock. */
function pass(milliseconds: number): void {
  const now = performance.now() + milliseconds;
  jest.spyOn(performance, 'now').mockReturnValue(now);
}
afterEach(() => {
  jest.restoreAllMocks();
});

const callsOf = (runs: readonly Run[]) => runs.map((run) => run.calls);

describe('calls of several locks that fail together', () => {
  test('gave up soon, and are done again by lock, with the patience of a single call', async () => {
    const { runs, outcomes, together } = calls();
    const shared = await together('b1', 'a1', 'b2');
    expect([shared.calls, shared.isBrief]).toEqual([['a1', 'b1', 'b2'], true]);
    shared.fail(lockTimeout);
    await settled();
    expect(callsOf(runs)).toEqual([['a1'], ['b1', 'b2']]);
    expect(runs.map(({ isBrief }) => isBrief)).toEqual([false, false]);
    runs[0]?.fail(lockTimeout);
    runs[1]?.end();
    await settled();
    expect(outcomes).toMatchObject({ a1: 'Error: 55P03', b1: 'did b1', b2: 'did b2' });
  });

  test('let new calls of their lock wait for them, and those of other locks pass', async () => {
    const { runs, outcomes, together, send } = calls();
    (await together('a1', 'b1')).fail(lockTimeout);
    await settled();
    runs[1]?.end();
    await settled();
    runs.splice(1);
    send('a2', 'a3', 'b2');
    expect(callsOf(runs)).toEqual([['a1'], ['b2']]);
    runs[0]?.fail(lockTimeout);
    await settled();
    expect(callsOf(runs)).toEqual([['a1'], ['b2'], ['a2', 'a3']]);
    runs[2]?.end();
    await settled();
    expect(outcomes).toMatchObject({ a1: 'Error: 55P03', a2: 'did a2', a3: 'did a3' });
    send('a4', 'c1');
    expect(callsOf(runs).slice(3)).toEqual([['a4']]);
  });

  test('return to the others once a transaction of their lock is fast again, not while it is slow', async () => {
    const { runs, together, send } = calls();
    (await together('a1', 'b1')).fail(lockTimeout);
    await settled();
    send('a2', 'b2');
    pass(1_000);
    runs[0]?.end();
    await settled();
    expect(callsOf(runs)).toEqual([['a1'], ['b1'], ['a2']]);
    send('a3');
    runs[2]?.end();
    await settled();
    // Now that its lock is kept no more, a fourth call waits for nobody.
    send('a4');
    expect(callsOf(runs).slice(3)).toEqual([['a3'], ['a4']]);
  });

  test('take a few connections at most, and none waits much longer than the timeout of one', async () => {
    const { runs, outcomes, together, send } = calls();
    (await together('a1', 'b1', 'c1', 'd1', 'e1', 'f1')).fail(lockTimeout);
    await settled();
    expect(callsOf(runs)).toEqual([['a1'], ['b1'], ['c1'], ['d1']]);
    runs[0]?.end();
    await settled();
    expect(callsOf(runs)).toEqual([['a1'], ['b1'], ['c1'], ['d1'], ['e1']]);
    pass(2_000);
    send('c2');
    runs[1]?.fail(lockTimeout);
    await settled();
    expect(outcomes).toMatchObject({ b1: 'Error: 55P03', f1: 'Error: 55P03' });
    expect(outcomes).not.toHaveProperty('e1');
    expect(outcomes).not.toHaveProperty('c2');
  });

  test('fail one by one if those of the same lock fail again', async () => {
    const { runs, outcomes, together } = calls();
    (await together('a1', 'a2')).fail(unique);
    await settled();
    runs.splice(0)[0]?.fail(unique);
    await settled();
    runs.splice(0)[0]?.fail(unique);
    await settled();
    runs.splice(0)[0]?.end();
    await settled();
    expect(outcomes).toMatchObject({ a1: 'Error: 23505', a2: 'did a2' });
  });

  test.each([
    ['an outage', failure('57P01')],
    ['an error of TLS, after which it may have committed', failure('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC')],
    ['an error that is not of the database, which may have committed', new Error('of the program')],
  ])('fail all because of %s', async (_name, error) => {
    const { runs, outcomes, together } = calls();
    (await together('a1', 'b1')).fail(error);
    await settled();
    expect(runs).toEqual([]);
    expect(outcomes).toMatchObject({ a1: String(error), b1: String(error) });
  });
});

test('a single call that hangs is waited for by later ones of its lock only', async () => {
  const { runs, outcomes, send } = calls();
  send('a1', 'b1', 'a2', 'c1');
  // a2 shares a transaction with c1, as nobody knows yet that a1 hangs.
  while (runs.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(callsOf(runs)).toEqual([['a1'], ['b1'], ['a2', 'c1']]);
  runs[2]?.fail(lockTimeout);
  await settled();
  send('a3', 'd1');
  expect(callsOf(runs).slice(3)).toEqual([['c1'], ['d1']]);
  runs[0]?.end();
  await settled();
  expect(callsOf(runs).slice(5)).toEqual([['a2', 'a3']]);
  for (const run of runs) run.end();
  await settled();
  expect(outcomes).toMatchObject({ a1: 'did a1', a2: 'did a2', a3: 'did a3', c1: 'did c1', d1: 'did d1' });
});
