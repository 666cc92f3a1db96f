import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/gateway.ts';
import { GatewayProcess } from '../../support/gateway-process.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { buildServer, SERVER, TestProcess } from '../../support/process.ts';
import { serverUrl } from '../../support/test-database.ts';

/** Makes the event loop of the process busy for good when it gets the signal. */
const BUSY_ON_SIGNAL = "data:text/javascript,process.on('SIGUSR2',()=>{for(;;);})";
const STUCK = /"seconds":(\d+(?:\.\d+)?),"document":"?(\w+)"?,"msg":"the event loop is stuck/;

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;

let world: OwnWorld;

beforeAll(async () => {
  [world] = await Promise.all([OwnWorld.make(), buildServer()]);
});
afterAll(async () => {
  await TestProcess.endAll();
  await world.remove();
});

onPostgreSql('a process whose event loop', () => {
  test('has used ten seconds of the processor in one turn ends, and says which document it began last', async () => {
    const gateway = await GatewayProcess.start(world.environment, '--import', BUSY_ON_SIGNAL, SERVER);
    const query = '{ webhookEventsCursor viewer { partner } }';
    await gateway.ask(query);
    gateway.process.send('SIGUSR2');
    const { signal } = await gateway.process.ended;
    const [, seconds, document] = STUCK.exec(gateway.process.output) ?? [];
    expect([signal, document]).toEqual(['SIGKILL', hash('sha256', query)]);
    expect(Number(seconds)).toBeGreaterThanOrEqual(10);
  });

  test('stands still without using the processor goes on', async () => {
    const gateway = await GatewayProcess.start(world.environment);
    gateway.process.send('SIGSTOP');
    // Another process, on the same machine, is ended meanwhile: the first was suspended for as long.
    const other = await GatewayProcess.start(world.environment, '--import', BUSY_ON_SIGNAL, SERVER);
    other.process.send('SIGUSR2');
    await other.process.ended;
    gateway.process.send('SIGCONT');
    await eventually(async () => (await gateway.ask('{ viewer { partner } }')).viewer.partner === 'ACME_PAY');
    expect(gateway.process.output).not.toMatch(STUCK);
  });
});
