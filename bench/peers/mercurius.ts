import fastify from 'fastify';
import mercurius from 'mercurius';
import type { PaymentAccountRow } from '../../src/accounts/payment-account.rows.ts';
import { durationText } from '../../src/kernel/duration.ts';
import { instantText } from '../../src/platform/database/instant.ts';
import type { PocketRow } from '../../src/pockets/pocket.rows.ts';
import type { SearchPeriod } from '../../src/webhook-messages/message-search.value.ts';
import type { WebhookMessageRow } from '../../src/webhook-messages/webhook-message.rows.ts';
import { authenticator, demandScopes, type Principal } from './auth.ts';
import { createPocket, type CreatePocketInput, type Outcome } from './create-pocket.ts';
import { SDL } from './mercurius-schema.ts';
import { messagePageReader } from './message-page.ts';
import { findAccount, pageReader, type PocketPage } from './page.ts';
import { announce, readSettings } from './settings.ts';
import { openPool } from './sql.ts';

/** What `context` below gives to every resolver. */
type Context = mercurius.MercuriusContext;
declare module 'mercurius' {
  interface MercuriusContext {
    readonly principal: Principal;
  }
}

const settings = readSettings();
const pool = openPool(settings.databaseUrl);
const authenticate = authenticator(pool, settings);
const readPage = await pageReader(pool);
const readMessages = await messagePageReader(pool);

const rfc3339 = (text: string) => (text.charAt(10) === 'T' ? text : instantText(text));

/** A page whose pockets all hang on the account that it was asked through: nothing more is to be loaded. */
type AccountPage = PocketPage & { readonly account: PaymentAccountRow };

interface MessagePageArguments {
  readonly filter: SearchPeriod;
  readonly first: number;
}

const resolvers = {
  Query: {
    paymentAccount: (_root: unknown, { number }: { number: string }, { principal }: Context) => {
      demandScopes(principal, ['account.read']);
      return findAccount(pool, principal, number);
    },
    webhookMessages: async (_root: unknown, { filter, first }: MessagePageArguments, { principal }: Context) => {
      demandScopes(principal, ['webhook.read']);
      const { rows, hasNextPage, endCursor } = await readMessages(principal, filter, first);
      return { nodes: rows, pageInfo: { hasNextPage, endCursor } };
    },
  },
  Mutation: {
    createPocket: (_root: unknown, { input }: { input: CreatePocketInput }, { principal }: Context) => {
      demandScopes(principal, ['pocket.create']);
      return createPocket(pool, principal, input);
    },
  },
  PaymentAccount: {
    pockets: async (account: PaymentAccountRow, { first }: { first: number }, { principal }: Context) => {
      demandScopes(principal, ['pocket.read']);
      return { account, ...(await readPage(principal, account.id, first)) };
    },
    bank: (row: PaymentAccountRow) => ({ ispb: row.bankIspb, name: row.bankName }),
    holder: (row: PaymentAccountRow) => ({ name: row.holderName, document: { value: row.holderDocumentValue } }),
  },
  PocketConnection: {
    nodes: ({ rows, account }: AccountPage) => rows.map((row) => ({ ...row, account })),
    pageInfo: ({ hasNextPage, endCursor }: PocketPage) => ({ hasNextPage, endCursor }),
  },
  Pocket: {
    suffix: ({ currency }: PocketRow) => currency,
    type: ({ currency }: PocketRow) => `POCKET_${currency}`,
    createdAt: ({ createdAt }: PocketRow) => rfc3339(createdAt),
  },
  WebhookMessage: {
    sentDate: ({ sentDate }: WebhookMessageRow) => rfc3339(sentDate),
    nextAttemptAt: ({ nextAttemptAt }: WebhookMessageRow) => (nextAttemptAt === null ? null : rfc3339(nextAttemptAt)),
    elapsedEventCapture: ({ elapsedEventCaptureUs }: WebhookMessageRow) => durationText(elapsedEventCaptureUs),
    elapsedHttpCall: ({ elapsedHttpCallUs }: WebhookMessageRow) =>
      elapsedHttpCallUs === null ? null : durationText(elapsedHttpCallUs),
  },
  CreatePocketResult: {
    resolveType: (outcome: Outcome) => ('code' in outcome ? 'Refusal' : 'CreatePocketSuccess'),
  },
};

const app = fastify();
await app.register(mercurius, {
  schema: SDL,
  resolvers,
  jit: 1,
  context: async ({ headers }) => ({ principal: await authenticate(headers.authorization) }),
});
await app.ready();
await app.listen({ port: 0, host: '127.0.0.1' });
const [address] = app.addresses();
if (typeof address === 'object') announce(address.port);
