import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deleteConfiguration } from '../../support/configurations.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { answering, Receiver, type AnswerCall } from '../../support/receiver.ts';
import { cashIns, createConfiguration, messageTo, type ShownMessage } from '../../support/webhooks.ts';
import { forgetThePast } from '../../support/world.ts';

const failing = answering(500);

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  // Messages are not retried before a test has ended.
  gateway = await Gateway.start({ environment: { WEBHOOK_RETRY_SECONDS: '3600' } });
  await forgetThePast(gateway.app.database);
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

/** Sends a message to an endpoint with this answer; returns what deletes its configuration and shows the message. */
async function messageAt(path: string, answer: AnswerCall) {
  const uri = receiver.url(path);
  receiver.answer(path, answer);
  const { id } = await createConfiguration(gateway, { uri });
  await cashIns(gateway, 1);
  return {
    deleteIt: () => deleteConfiguration(gateway, id, { client: 'acme-pay' }),
    shown: (isWanted: (message: ShownMessage) => boolean) => messageTo(gateway, uri, isWanted),
  };
}

const isAbandoned = ({ attempts, nextAttemptAt }: ShownMessage) => attempts.length === 1 && nextAttemptAt === null;

describe('a message of a configuration that is deleted', () => {
  test('is abandoned immediately while it waits', async () => {
    const { deleteIt, shown } = await messageAt('/waits', failing);
    await shown(({ nextAttemptAt }) => nextAttemptAt !== null);
    await deleteIt();
    expect(await shown(isAbandoned)).toMatchObject({ state: 'FAILED', attempts: [{ httpStatus: 500 }] });
  });

  test('is abandoned when its call ends while it is in flight', async () => {
    let fail: (() => void) | undefined;
    const { deleteIt, shown } = await messageAt('/under-way', (...call) => {
      fail = () => {
        failing(...call);
      };
    });
    await eventually(() => Promise.resolve(fail !== undefined));
    await deleteIt();
    fail?.();
    expect(await shown(isAbandoned)).toMatchObject({ state: 'FAILED', attempts: [{ httpStatus: 500 }] });
  });
});
