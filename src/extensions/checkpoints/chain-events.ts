import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/statements/compiled.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import { signatureOf } from '../../webhooks/signing/ed25519.value.ts';
import type { PartnerKeys, SigningPair } from '../../webhooks/signing/partner-keys.ts';
import { CHAIN_START, CHECKPOINT_EVENTS_MAX, CHECKPOINT_OPEN_MS, contentOf, nextHash } from './chain.rules.ts';
import * as rows from './chain.rows.ts';
import type { Chain } from './chain.rows.ts';

/** Maximum number of events chained per transaction, and of chains closed in it because they were open for too long. */
const BATCH_SIZE = 500;
const CLOSED_MAX = 200;

export interface ChainDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly partnerKeys: PartnerKeys;
}

/** A chain with events since its last checkpoint, as the next one will state it. */
interface OpenChain extends Chain {
  readonly fromSequence: string;
  readonly openedAt: string;
}

/**
 * Chains the next events of the log, partner by partner, and closes and signs checkpoints. It runs separately from the
 * relay: neither recording nor reading waits for it. Position, chains and checkpoints are one commit.
 * @returns whether there may be more immediately
 * @throws Error after the commit, if the checkpoints of a partner could not be signed; they stay open for another minute
 */
export async function chainEvents(needs: ChainDependencies): Promise<boolean> {
  const { hasMore, failures } = await chainBatch(needs);
  const [failure] = failures;
  if (failure !== undefined) throw failure;
  return hasMore;
}

interface ChainedBatch {
  readonly hasMore: boolean;
  readonly failures: readonly Error[];
}

function chainBatch(needs: ChainDependencies): Promise<ChainedBatch> {
  const now = needs.clock.now();
  return needs.database.transaction(async (transaction) => {
    const [head] = await transaction.run(rows.LOCK_CHAIN_HEAD, []);
    if (head === undefined) return NOTHING;
    const events = await transaction.run(rows.NEXT_TO_CHAIN, [head.position, BATCH_SIZE]);
    const openedBefore = new Date(now.getTime() - CHECKPOINT_OPEN_MS);
    const partnerIds = [...new Set(events.map(({ partnerId }) => partnerId))];
    const found = await transaction.run(rows.FIND_CHAINS, [partnerIds, openedBefore.toISOString(), CLOSED_MAX]);
    const chains = new Map(found.map((chain) => [chain.partnerId, chain]));
    const closed: OpenChain[] = [];
    const close = (chain: OpenChain) => {
      closed.push(chain);
      chains.set(chain.partnerId, emptied(chain));
    };
    for (const event of events) {
      const chain = extended(chains.get(event.partnerId), event, now);
      chains.set(event.partnerId, chain);
      if (chain.events === CHECKPOINT_EVENTS_MAX) close(chain);
    }
    for (const chain of chains.values()) if (isOpen(chain) && instantOf(chain.openedAt) <= openedBefore) close(chain);
    if (chains.size === 0) return NOTHING;
    const { checkpoints, unsigned } = await signed(transaction, needs, closed, now);
    for (const partnerId of unsigned.keys()) {
      const own = closed.filter((chain) => chain.partnerId === partnerId);
      chains.set(partnerId, reopened(own, chains.get(partnerId), now));
    }
    await transaction.pipeline((pipelined) =>
      Promise.all([
        pipelined.run(rows.STORE_CHAINS, rows.CHAINS.valuesOf([...chains.values()])),
        pipelined.run(rows.STORE_CHECKPOINTS, rows.CHECKPOINTS.valuesOf(checkpoints)),
        pipelined.run(rows.MOVE_CHAIN_HEAD, [events.at(-1)?.logPosition ?? head.position]),
      ]),
    );
    const hasMore = events.length === BATCH_SIZE || found.length >= CLOSED_MAX;
    return { hasMore, failures: [...unsigned.values()] };
  });
}

const NOTHING: ChainedBatch = { hasMore: false, failures: [] };

function extended(chain: Chain | undefined, event: RowOf<typeof rows.NEXT_TO_CHAIN>, now: Date): OpenChain {
  const { hash: previous, formerHash, events } = chain ?? { hash: CHAIN_START, formerHash: CHAIN_START, events: 0 };
  return {
    partnerId: event.partnerId,
    hash: nextHash(previous, event),
    formerHash,
    fromSequence: chain?.fromSequence ?? event.sequence,
    toSequence: event.sequence,
    toPosition: event.position,
    events: events + 1,
    openedAt: chain?.openedAt ?? now.toISOString(),
  };
}

function isOpen(chain: Chain): chain is OpenChain {
  return chain.openedAt !== null && chain.fromSequence !== null;
}

function emptied(chain: OpenChain): Chain {
  return { ...chain, formerHash: chain.hash, fromSequence: null, events: 0, openedAt: null };
}

/** Returns the chain of a partner as if none of its checkpoints had been closed: one will cover them all. */
function reopened(closed: readonly OpenChain[], last: Chain | undefined, now: Date): Chain {
  const [first] = closed;
  if (first === undefined || last === undefined) throw new Error('A chain without a checkpoint cannot be reopened.');
  const events = closed.reduce((sum, chain) => sum + chain.events, last.events);
  const { formerHash, fromSequence } = first;
  return { ...last, formerHash, fromSequence, events, openedAt: now.toISOString() };
}

/** Returns signed checkpoints of the chains, in order, and why those of some partners cannot be signed. */
async function signed(sql: Sql, needs: ChainDependencies, closed: readonly OpenChain[], now: Date) {
  const unsigned = new Map<string, Error>();
  const partnerIds = [...new Set(closed.map(({ partnerId }) => partnerId))];
  if (partnerIds.length === 0) return { checkpoints: [], unsigned };
  const keys = await needs.partnerKeys.currentOf(sql, partnerIds);
  const partners = await sql.run(rows.FIND_COMPANY_KEYS, [partnerIds]);
  const companyKeys = new Map(partners.map(({ id, companyKey }) => [id, companyKey]));
  const checkpoints = closed.flatMap((chain) => {
    const { partnerId } = chain;
    try {
      const pair = keys.get(partnerId);
      const companyKey = companyKeys.get(partnerId);
      if (pair === undefined || companyKey === undefined) throw new Error('A checkpoint has no key that signs it.');
      return [{ ...chain, ...signedWords({ ...chain, companyKey, at: now }, pair), ...idsAt(needs.random, now) }];
    } catch (cause) {
      unsigned.set(partnerId, new Error(`The checkpoints of ${partnerId} cannot be signed.`, { cause }));
      return [];
    }
  });
  return { checkpoints, unsigned };
}

function signedWords(words: Parameters<typeof contentOf>[0], { publicKey, key }: SigningPair) {
  const content = contentOf(words);
  return { content, signature: signatureOf(content, key()), publicKey };
}

function idsAt(random: Random, now: Date) {
  return { id: random.timeOrderedUuid(now), closedAt: now };
}
