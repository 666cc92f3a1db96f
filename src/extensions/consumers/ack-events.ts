import { refuseInput } from '../../kernel/domain-error.ts';
import { ViolationCode } from '../../kernel/violation-code.ts';
import type { Caller } from '../../platform/database/caller.ts';
import { ACK, FIND_ACK_OBSTACLE } from './ack.rows.ts';
import { isConsumerName, workerViolations } from './consumer-fields.value.ts';
import { consumerLeaseLost, consumerNotFound, type AckRefusal } from './consumer.errors.ts';
import type { ConsumerRow } from './event-consumer.rows.ts';

const SEQUENCE = /^([1-9]\d{0,8})\.(0|[1-9]\d{0,14})$/;
const WANTED = 'Give the cursor or the sequence of an event up to the newest one.';

export interface Acknowledgement {
  readonly consumer: string;
  readonly worker: string;
  /** A cursor of the log, or a sequence. */
  readonly through: string;
}

/** Reads a cursor; undefined if it is not one of the caller's. */
type ReadCursor = (cursor: string) => Stated | undefined;

interface Stated {
  readonly position: string;
  readonly epoch: string;
  readonly givenAt: string | null;
}

/** Moves the position of a consumer: events up to it are not returned again. */
export async function ackEvents(
  { database, requester: { partnerId } }: Caller,
  readCursor: ReadCursor,
  { consumer, worker, through }: Acknowledgement,
): Promise<ConsumerRow | AckRefusal> {
  const position = positionOf(through, readCursor);
  const violations = [...workerViolations(worker), ...(position === undefined ? [pastTheLog()] : [])];
  if (position === undefined || violations.length > 0) return refuseInput(violations);
  if (!isConsumerName(consumer)) return consumerNotFound();
  return database.transaction(async (transaction) => {
    const [acknowledged] = await transaction.run(ACK, [partnerId, consumer, worker, ...position]);
    if (acknowledged !== undefined) return acknowledged;
    const [obstacle] = await transaction.run(FIND_ACK_OBSTACLE, [partnerId, consumer, ...position]);
    if (obstacle?.isInLog !== true) return refuseInput([pastTheLog()]);
    return obstacle.isFound ? consumerLeaseLost() : consumerNotFound();
  });
}

function pastTheLog() {
  return { path: ['through'], code: ViolationCode.RANGE, message: WANTED };
}

type Position = readonly [position: string, epoch: number, givenAt: string | null];

function positionOf(through: string, readCursor: ReadCursor): Position | undefined {
  const [, epoch, position] = SEQUENCE.exec(through) ?? [];
  if (epoch !== undefined && position !== undefined) return [position, Number(epoch), null];
  const stated = readCursor(through);
  return stated && [stated.position, Number(stated.epoch), stated.givenAt];
}
