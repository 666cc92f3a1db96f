import type { Pool } from 'pg';
import type { PaymentAccountRow } from '../../src/bank/accounts/payment-account.rows.ts';
import { durationText } from '../../src/kernel/duration.ts';
import { instantText } from '../../src/platform/statements/instant.ts';
import type { PocketRow } from '../../src/bank/pockets/pocket.rows.ts';
import type { SearchPeriod } from '../../src/webhooks/archive/message-search.value.ts';
import type { WebhookMessageRow } from '../../src/webhooks/archive/webhook-message.rows.ts';
import { demandScopes, type Principal } from './auth.ts';
import { createPocket, type CreatePocketInput, type Outcome } from './create-pocket.ts';
import { messagePageReader } from './message-page.ts';
import { AS_GATEWAY } from './page-statements.ts';
import { findAccount, pageReader, type PocketPage } from './page.ts';

/** The context that every server passes to resolvers. */
export interface Caller {
  readonly principal: Principal;
}

const rfc3339 = (text: string) => (text.charAt(10) === 'T' ? text : instantText(text));

/** A page whose pockets all belong to the account that it was requested through, so nothing more must be loaded. */
type AccountPage = PocketPage & { readonly account: PaymentAccountRow };

interface MessagePageArguments {
  readonly filter: SearchPeriod;
  readonly first: number;
}

/** Returns the resolvers of all GraphQL servers that are compared, with plain statements. */
export async function peerResolvers(pool: Pool) {
  const readPage = await pageReader(pool, AS_GATEWAY);
  const readMessages = await messagePageReader(pool, AS_GATEWAY);
  return {
    Query: {
      paymentAccount: (_root: unknown, { number }: { number: string }, { principal }: Caller) => {
        demandScopes(principal, ['account.read']);
        return findAccount(pool, principal, { number, statements: AS_GATEWAY });
      },
      webhookMessages: async (_root: unknown, { filter, first }: MessagePageArguments, { principal }: Caller) => {
        demandScopes(principal, ['webhook.read']);
        const { rows, hasNextPage, endCursor } = await readMessages(principal, filter, first);
        return { nodes: rows, pageInfo: { hasNextPage, endCursor } };
      },
    },
    Mutation: {
      createPocket: (_root: unknown, { input }: { input: CreatePocketInput }, { principal }: Caller) => {
        demandScopes(principal, ['pocket.create']);
        return createPocket(pool, principal, input);
      },
    },
    PaymentAccount: {
      pockets: async (account: PaymentAccountRow, { first }: { first: number }, { principal }: Caller) => {
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
      __resolveType: (outcome: Outcome) => ('code' in outcome ? 'Refusal' : 'CreatePocketSuccess'),
    },
  };
}
