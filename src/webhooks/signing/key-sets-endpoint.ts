import { isUuid } from '../../kernel/uuid.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Handler } from '../../platform/http/http-server.ts';
import { answerError, answerJson } from '../../platform/http/json-answer.ts';
import { publicJwk } from './ed25519.value.ts';
import { FIND_PUBLIC_KEYS } from './signing-key.rows.ts';

/** Where the public keys of partners are. */
export const KEY_SETS_PATH = '/.well-known/webhooks-jwks.json';
/** How long clients may cache an answer, in seconds: a key is published a week before it signs. */
const KEPT_SECONDS = 600;

/** Answers `?set=<id>` with the public keys of a partner (RFC 7517): the next, the current and the former ones. */
export function keySetsEndpoint(sql: Sql): Handler {
  return async (request, response) => {
    const set = new URL(request.url ?? '', 'http://localhost').searchParams.get('set') ?? '';
    const rows = isUuid(set) ? await sql.run(FIND_PUBLIC_KEYS, [set]) : [];
    if (rows.length === 0) {
      answerError(response, 404, { code: 'NOT_FOUND', message: 'There is no such key set.' });
      return;
    }
    const keys = rows.map(({ id, publicKey }) => ({ ...publicJwk(publicKey), use: 'sig', alg: 'EdDSA', kid: id }));
    answerJson(response, 200, { keys }, { 'cache-control': `public, max-age=${KEPT_SECONDS}` });
  };
}
