import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import { context, ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';
import type { Provider } from '../../../../src/extensions/provider/calls/open-provider.ts';
import { eventually } from '../../../support/gateway.ts';
import { OwnDatabase } from '../../../support/opened-database.ts';
import { freePort } from '../../../support/own-server.ts';
import { StatementSpans } from '../../../support/statement-spans.ts';
import { forgetFaults, know, openClient, ProviderDouble, readCall } from './provider-double.ts';

const NOT_SENT = { kind: 'NOT_SENT', retryAfterSeconds: expect.any(Number) };

let own: OwnDatabase;
let double: ProviderDouble;
let provider: Provider;

beforeAll(async () => {
  own = await OwnDatabase.open();
  await know(own, 'ACME_PAY');
  await know(own, 'BETA_PAY', { clientSecret: 'wrong' });
});
beforeEach(async () => {
  await forgetFaults(own);
  double = await ProviderDouble.start();
  provider = openClient(own, double.url);
});
afterEach(async () => {
  await provider.client.close();
  await double.stop();
});
afterAll(() => own.close());

const call = (...changes: Parameters<typeof readCall>) => provider.client.call(readCall(...changes));

describe('a call', () => {
  test('carries the token, the version, the correlation id and headers of the provider', async () => {
    double.answer = (_got, response) => {
      response.writeHead(201, { location: '/here' }).end('{"data":1}');
    };
    const headers = { 'idempotency-key': 'k', 'svc:transactional-hash': 'h' };
    const reply = await call({ method: 'POST', path: '/a?b=%20', headers, body: '{"x":1}' });
    expect(reply).toMatchObject({ kind: 'ANSWERED', status: 201, body: '{"data":1}', headers: { location: '/here' } });
    const [got] = double.calls;
    expect(got).toMatchObject({ path: '/a?b=%20', body: '{"x":1}', client: 'ACME_PAY' });
    expect(got?.headers).toMatchObject({
      ...{ 'idempotency-key': 'k', 'x-svc-transactional-hash': 'h', 'api-version': '2' },
      ...{ 'content-type': 'application/json', 'x-correlation-id': readCall().correlationId },
      'accept-encoding': 'identity',
    });
  });

  test('continues the trace of the request that it is for', async () => {
    const spans = new StatementSpans();
    const traceId = 'b'.repeat(32);
    const from = trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId: 'c'.repeat(16),
      traceFlags: TraceFlags.SAMPLED,
    });
    await context.with(from, () => call());
    await spans.stop();
    expect(double.calls[0]?.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  });

  test('carries bytes under their own type', async () => {
    await call({ method: 'PUT', body: { contentType: 'image/png', bytes: Buffer.from('picture') } });
    expect(double.calls[0]).toMatchObject({ body: 'picture', headers: { 'content-type': 'image/png' } });
  });

  test.each([200, 202, 400, 404, 409, 415, 422])('that is answered with %i is decided', async (status) => {
    double.answer = (_got, response) => {
      response.writeHead(status).end('{}');
    };
    expect(await call()).toMatchObject({ kind: 'ANSWERED', status });
  });

  test.each([301, 302, 307, 408, 500, 502, 503])(
    'that is answered with %i is undecided, and sent once',
    async (status) => {
      double.answer = (_got, response) => {
        response.writeHead(status, { location: '/elsewhere' }).end('{}');
      };
      expect(await call()).toEqual({ kind: 'UNANSWERED' });
      expect(double.calls).toHaveLength(1);
    },
  );

  test('whose answer is too large counts as unanswered', async () => {
    double.answer = (_got, response) => {
      response.end('x'.repeat(1024 * 1024 + 1));
    };
    expect(await call()).toEqual({ kind: 'UNANSWERED' });
  });

  test('whose answer has the largest size is read completely', async () => {
    double.answer = (_got, response) => {
      response.end('x'.repeat(1024 * 1024));
    };
    const reply = await call();
    expect(reply.kind === 'ANSWERED' && reply.body.length).toBe(1024 * 1024);
  });

  test.each([
    ['before its head', ''],
    ['in its body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"a'],
  ])('whose answer is cut off %s counts as unanswered, and is sent once', async (_where, text) => {
    double.answer = (_got, _response, socket) => {
      socket.end(text);
    };
    expect(await call()).toEqual({ kind: 'UNANSWERED' });
    expect(double.calls).toHaveLength(1);
  });

  test.each(['/a/..', '/a/../b', '/./b?c=1', '/a/%2E%2e/b', '/a/.%2e', '/a/', '/a//b'])(
    'to %s names nothing, and is not sent',
    async (path) => {
      expect(await call({ path })).toMatchObject({ kind: 'ANSWERED', status: 404 });
      expect(double.got).toEqual([]);
    },
  );

  test.each(['/a/...', '/a/..b', '/a/%252e%252e', '/a?b=/../c'])('to %s is sent there', async (path) => {
    expect(await call({ path })).toMatchObject({ kind: 'ANSWERED', status: 200 });
    expect(double.calls.map((got) => got.path)).toEqual([path]);
  });

  test('that hangs ends at its timeout', async () => {
    await call();
    double.answer = () => undefined;
    expect(await call({ timeoutMs: 500 })).toEqual({ kind: 'UNANSWERED' });
  });

  test('that finds no server is not sent', async () => {
    const unreachable = openClient(own, `http://127.0.0.1:${await freePort()}`, {
      tokenUrl: `${double.url}/oauth/token`,
    });
    expect(await unreachable.client.call(readCall())).toEqual(NOT_SENT);
    await unreachable.client.close();
  });

  test('that finds no server at first is sent when it is there', async () => {
    const port = await freePort();
    const late = openClient(own, `http://127.0.0.1:${port}`, { tokenUrl: `${double.url}/oauth/token` });
    const called = late.client.call(readCall());
    await eventually(() => Promise.resolve(double.tokenCalls.length === 1));
    const server = createServer((_request, response) => response.end('{}'));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await called).toMatchObject({ kind: 'ANSWERED', status: 200 });
    await late.client.close();
    await new Promise((resolve) => server.close(resolve));
  });

  test('with an invalid header is a bug of ours, and throws', async () => {
    await expect(call({ headers: { bad: 'a\r\nb' } })).rejects.toThrow('header');
  });

  test('after the client is closed is not sent', async () => {
    await provider.client.close();
    expect(await call()).toEqual(NOT_SENT);
  });
});
