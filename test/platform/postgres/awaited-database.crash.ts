import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/gateway.ts';
import { freePort, OwnServer, programs } from '../../support/own-server.ts';
import { buildServer, serverProcess, TestProcess } from '../../support/process.ts';

const withServer = programs().postgres === undefined ? describe.skip : describe;

withServer('a gateway that starts before its PostgreSQL', () => {
  let server: OwnServer;

  beforeAll(async () => {
    await buildServer();
    server = await OwnServer.postgreSql();
    await server.end('SIGQUIT');
  });
  afterAll(async () => {
    await TestProcess.endAll();
    await server.remove();
  });

  test('is live but not ready, says what it waits for, and continues once it is there', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const started = serverProcess({
      PORT: String(port),
      SANDBOX: 'true',
      DATABASE_URL: `postgresql://postgres@127.0.0.1:${server.port}/bank`,
      DATA_DIR: 'memory://',
    });
    await started.says(/The gateway keeps trying\./);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    const ready = await fetch(`${url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      {
        status: 'not ready',
        reason: expect.stringMatching(/^The database "bank" at 127\.0\.0\.1:\d+, .*ECONNREFUSED.* Start PostgreSQL/),
      },
    ]);
    await server.start();
    await started.says(/The gateway is ready/);
    await eventually(async () => (await fetch(`${url}/health/ready`)).status === 200);
    // A second line can have another reason: a server that begins to listen may say that it is starting up.
    expect(started.output.match(/ECONNREFUSED.* The gateway keeps trying/g)).toHaveLength(1);
  });
});
