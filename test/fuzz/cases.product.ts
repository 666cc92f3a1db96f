import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildServer, TestProcess } from '../support/process.ts';
import { copyOfWorld, TemporaryFolders } from '../support/temporary-folders.ts';
import { CASES, type FuzzCase } from './cases.ts';
import { Consumption, CPU_MS_MAX, MEMORY_MB_MAX } from './consumption.ts';
import { complaintOfHttp, complaintOfLog, complaintOfOperation, complaintOfSocket } from './oracle.ts';
import { Target } from './target.ts';

const folders = new TemporaryFolders();

describe('a finding of the fuzzer', () => {
  let target: Target;
  beforeAll(async () => {
    await buildServer();
    target = await Target.start(copyOfWorld(folders), { isMeasured: false });
  });
  afterAll(async () => {
    await TestProcess.endAll();
    folders.remove();
  });

  test.each(readdirSync(CASES))('%s is answered without a complaint', async (name) => {
    const { inputs } = JSON.parse(readFileSync(new URL(name, CASES), 'utf8')) as FuzzCase;
    expect(await target.complaint(inputs)).toBeUndefined();
  });
});

describe('the fuzzer complains', () => {
  const internal = { errors: [{ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] };
  const refused = { errors: [{ message: 'x', extensions: { code: 'UNAUTHENTICATED' } }] };
  const stack = { errors: [{ message: 'x\n    at run (a.js:1:2)', extensions: { code: 'BAD_USER_INPUT' } }] };

  test.each([
    ['a 500', complaintOfOperation(500, '{}')],
    ['a body that is not JSON', complaintOfOperation(200, 'oops')],
    ['an internal error', complaintOfOperation(200, JSON.stringify(internal))],
    ['an error without a code', complaintOfOperation(200, '{"errors":[{"message":"x"}]}')],
    ['a stack', complaintOfOperation(200, JSON.stringify(stack))],
    ['a socket closed as if by a server error', complaintOfSocket([], 1011)],
    ['a message of an unknown type', complaintOfSocket(['{"type":"oops"}'], undefined)],
    ['an internal error over a socket', complaintOfSocket([JSON.stringify({ type: 'next', payload: internal })], 1000)],
    ['a raw 500', complaintOfHttp('HTTP/1.1 500 Internal Server Error\r\n\r\n')],
    ['bytes that are not HTTP', complaintOfHttp('oops')],
    ['a line of level error', complaintOfLog('{"level":"error"}')],
  ])('about %s', (_what, complaint) => {
    expect(complaint).toEqual(expect.any(String));
  });

  test('about an input that takes too long on the processor, or too much memory', () => {
    const own = new Consumption(process.pid);
    own.begin();
    const { user: before } = process.cpuUsage();
    while (process.cpuUsage().user - before < 2 * CPU_MS_MAX * 1_000);
    expect(own.complaint()).toMatch(/ms of processor time/);
    own.begin();
    const filled = Buffer.alloc(2 * MEMORY_MB_MAX * 2 ** 20, 1);
    expect(own.complaint()).toMatch(/MB/);
    own.begin();
    expect([own.complaint(), filled.length > 0]).toEqual([undefined, true]);
  });

  test('about nothing in correct answers', () => {
    expect(complaintOfOperation(401, JSON.stringify(refused))).toBeUndefined();
    expect(complaintOfSocket([JSON.stringify({ type: 'next', payload: refused })], 4409)).toBeUndefined();
    expect(complaintOfHttp('HTTP/1.1 400 Bad Request\r\n\r\n')).toBeUndefined();
    expect(complaintOfLog('')).toBeUndefined();
  });
});
