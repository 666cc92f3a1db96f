import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { isUuid } from '../../kernel/uuid.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { AnonymousCallers } from '../../platform/http/anonymous-callers.ts';
import type { Handler } from '../../platform/http/http-server.ts';
import { answerError, answerJson } from '../../platform/http/json-answer.ts';
import { publicJwk } from './ed25519.value.ts';
import { FIND_PUBLIC_KEYS } from './signing-key.rows.ts';

/** Path of the public keys of partners. */
export const KEY_SETS_PATH = '/.well-known/webhooks-jwks.json';
/** How long clients may cache a response, in seconds: a key is published a week before it signs. */
const KEPT_SECONDS = 600;

/** Key sets cached for callers beyond their rate limit. */
const SETS_KEPT = 10_000;

type KeySet = object;

/**
 * Serves the public keys of a partner at `?set=<id>` (RFC 7517): next, current, then previous ones. A caller that has
 * used up its rate limit still gets sets that were fetched recently.
 */
export function keySetsEndpoint(sql: Sql, callers: AnonymousCallers): Handler {
  const kept = new LRUCache<string, KeySet>({ max: SETS_KEPT, ttl: KEPT_SECONDS * 1_000 });
  const look: Handler = async (request, response) => {
    const id = setOf(request);
    const rows = isUuid(id) ? await sql.run(FIND_PUBLIC_KEYS, [id]) : [];
    if (rows.length === 0) {
      answerError(response, 404, { code: 'NOT_FOUND', message: 'There is no such key set.' });
      return;
    }
    const keys = rows.map(({ id: kid, publicKey }) => ({ ...publicJwk(publicKey), use: 'sig', alg: 'EdDSA', kid }));
    kept.set(id, { keys });
    answer(response, { keys });
  };
  return callers.around(look, (request) => {
    const keySet = kept.get(setOf(request));
    return (
      keySet &&
      ((_request, response) => {
        answer(response, keySet);
      })
    );
  });
}

function setOf({ url = '' }: IncomingMessage): string {
  return new URL(url, 'http://localhost').searchParams.get('set') ?? '';
}

function answer(response: ServerResponse, keySet: KeySet): void {
  answerJson(response, 200, keySet, { 'cache-control': `public, max-age=${KEPT_SECONDS}` });
}
