import { CursorCodec } from '../../src/platform/cursors/cursor-codec.ts';
import { OperationMemo, type RequestContext } from '../../src/platform/requests/request-context.ts';
import type { Transport } from '../../src/platform/requests/transport.ts';
import { systemRandom } from '../../src/platform/system.ts';
import type { OwnDatabase } from './opened-database.ts';
import { TestClock } from './test-clock.ts';

/** Returns the context of an operation without a token. */
export function anonymousContext({ database }: OwnDatabase, name: Transport['name']): RequestContext {
  return {
    database,
    cursors: new CursorCodec('a secret'),
    clock: new TestClock(),
    random: systemRandom,
    publicUrl: 'http://localhost:4000',
    sandbox: true,
    introspection: 'on',
    auditRead: () => Promise.resolve(),
    principal: undefined,
    correlationId: systemRandom.uuid(),
    apiVersion: undefined,
    transport: { name },
    arrivedAt: 0,
    memo: new OperationMemo(),
  };
}
