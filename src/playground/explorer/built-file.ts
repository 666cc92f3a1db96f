import { readFile } from 'node:fs/promises';
import { etagOf, isNamed } from '../../platform/etag.ts';
import type { Handler } from '../../platform/http/http-server.ts';

/** `gzip` in `Accept-Encoding`, without a weight or with one above 0 (RFC 9110, 12.5.3). */
const GZIP_ACCEPTED = /(?:^|,)\s*gzip\s*(?:$|,|;\s*q=(?:1|0\.\d*[1-9]))/i;

/** A file that the build has made, with the same one beside it as `.gz`. */
export interface BuiltFile {
  readonly location: URL;
  readonly type: string | undefined;
  /** Headers besides those of the content. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns a handler that answers with a file, packed where the client accepts that, or with 304 if the client has it. */
export function builtFile({ location, type, headers: own }: BuiltFile): Handler {
  const packed = kept(() => readWithEtag(new URL(`${location.href}.gz`)));
  const plain = kept(() => readWithEtag(location));
  return async (request, response) => {
    const isPacked = GZIP_ACCEPTED.test(request.headers['accept-encoding'] ?? '');
    const { body, etag } = await (isPacked ? packed() : plain());
    const headers = { ...own, etag, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' };
    if (isNamed(etag, request.headers['if-none-match'])) {
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(200, {
      ...headers,
      'content-type': type,
      'content-length': body.length,
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

/** Caches a successful read, so that responses to slow clients share its bytes. */
function kept<Read>(read: () => Promise<Read>): () => Promise<Read> {
  let result: Promise<Read> | undefined;
  return () => {
    result ??= read().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

async function readWithEtag(location: URL) {
  const body = await readFile(location);
  return { body, etag: etagOf(body) };
}
