import { sha256 } from './base64.ts';
import { isSignedByOne, type PublicKeys } from './public-keys.ts';
import { compareSequences, placeOf } from './sequence.ts';

/** An event as `webhookEvents { nodes { id sequence body } }` returns it. */
export interface ChainedEvent {
  readonly id: string;
  readonly sequence: string;
  /** The exact text. */
  readonly body: string;
}

/** A checkpoint as `eventCheckpoints` returns it. */
export interface Checkpoint {
  readonly fromSequence: string;
  readonly toSequence: string;
  readonly hash: string;
  readonly content: string;
  readonly signature: string;
}

export type CheckpointVerdict =
  /** All of its events are present and unchanged. */
  | 'RIGHT'
  /** No key of the partner has signed it, or its fields differ from the signed content. */
  | 'NOT_SIGNED'
  /** It does not follow the previous checkpoint: one is missing between them, or the chain differs. */
  | 'NOT_NEXT'
  /** Events that it covers are missing, or there are others. */
  | 'EVENTS_MISSING'
  /** An event was changed: its body, its id or its sequence. */
  | 'EVENTS_CHANGED';

export interface CheckedCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly verdict: CheckpointVerdict;
}

export interface CheckOptions {
  readonly companyKey: string;
  readonly publicKeys: PublicKeys;
}

/** Number of lines in `content`, of which the first is the version. */
const LINES = 7;
/** The hash that the first event of a partner is chained to. */
const CHAIN_START = '0'.repeat(64);

/**
 * Checks events against checkpoints. Each checkpoint has its own verdict, which events of others do not affect. The
 * gateway is not queried. Checkpoints must be oldest first; events can be in any order, and repeated. Events before the
 * first checkpoint and after the last are ignored.
 */
export async function checkCheckpoints(
  checkpoints: readonly Checkpoint[],
  events: readonly ChainedEvent[],
  options: CheckOptions,
): Promise<readonly CheckedCheckpoint[]> {
  const ordered = inOrder(events);
  const checked: CheckedCheckpoint[] = [];
  let [nth, before]: [number, Checkpoint | undefined] = [0, undefined];
  const eventsUntil = (isBeyond: (sequence: string) => boolean) => {
    const found = ordered.slice(nth).findIndex(({ sequence }) => isBeyond(sequence));
    const until = found === -1 ? ordered.length : nth + found;
    const passed = ordered.slice(nth, until);
    nth = until;
    return passed;
  };
  for (const checkpoint of checkpoints) {
    const { fromSequence, toSequence } = checkpoint;
    eventsUntil((sequence) => compareSequences(sequence, fromSequence) >= 0);
    const own = eventsUntil((sequence) => compareSequences(sequence, toSequence) > 0);
    checked.push({ checkpoint, verdict: await verdictOn(checkpoint, { before, events: own }, options) });
    before = checkpoint;
  }
  return checked;
}

interface Surroundings {
  readonly before: Checkpoint | undefined;
  readonly events: readonly ChainedEvent[];
}

async function verdictOn(
  checkpoint: Checkpoint,
  { before, events }: Surroundings,
  { companyKey, publicKeys }: CheckOptions,
): Promise<CheckpointVerdict> {
  const { fromSequence, toSequence, hash, content, signature } = checkpoint;
  const lines = content.split('\n');
  const former = lines[4] ?? '';
  const said = ['checkpoint/1', companyKey, fromSequence, toSequence, former, hash];
  if (lines.length !== LINES || said.some((line, nth) => lines[nth] !== line)) return 'NOT_SIGNED';
  if (!(await isSignedByOne(publicKeys, content, [signature]))) return 'NOT_SIGNED';
  const [first, last] = [placeOf(fromSequence), placeOf(toSequence)];
  const isFirst = before === undefined;
  if (isFirst ? first.position === 1 && former !== CHAIN_START : !isNext(before, first.position, former))
    return 'NOT_NEXT';
  const isWhole = events.every(({ sequence }, nth) => placeOf(sequence).position === first.position + nth);
  if (!isWhole || events.length !== last.position - first.position + 1) return 'EVENTS_MISSING';
  let chained = former;
  for (const { sequence, id, body } of events)
    chained = await sha256([chained, sequence, id, await sha256(body)].join('\n'));
  return chained === hash ? 'RIGHT' : 'EVENTS_CHANGED';
}

function isNext(before: Checkpoint, position: number, former: string): boolean {
  return former === before.hash && position === placeOf(before.toSequence).position + 1;
}

/** Sorts events by sequence, and drops exact duplicates. */
function inOrder(events: readonly ChainedEvent[]): readonly ChainedEvent[] {
  const sorted = events.toSorted((one, other) => compareSequences(one.sequence, other.sequence));
  return sorted.filter(({ id, sequence, body }, nth) => {
    const before = nth === 0 ? undefined : sorted[nth - 1];
    return before?.id !== id || before.sequence !== sequence || before.body !== body;
  });
}
