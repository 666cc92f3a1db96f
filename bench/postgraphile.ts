import { durationText } from '../src/kernel/duration.ts';
import { instantText } from '../src/platform/statements/instant.ts';
import { BENCH_CLIENT } from './token.ts';

/** Documents that get the same answers from PostGraphile: its own names, with aliases as in the gateway. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  PocketPage: `query PocketPage($partner: String!, $number: String!) {
    paymentAccount: paymentAccountByPartnerIdAndNumber(partnerId: $partner, number: $number) {
      pockets: pocketsByAccountId(first: 50, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
        nodes {
          id: rowId number label currency status useCase createdAt
          account: paymentAccountByAccountId {
            number branch
            bank: bankByBankIspb { ispb name }
            holder: holderByHolderId { name document: documentValue }
          }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`,
  MessagePage: `query MessagePage($partner: String!, $startDate: Date!, $endDate: Date!) {
    webhookMessages: messagesOfPeriod(partner: $partner, startDate: $startDate, endDate: $endDate, first: 50) {
      nodes {
        id: rowId idempotencyKey state destination sentDate eventName context retryCount nextAttemptAt
        elapsedEventCapture: elapsedEventCaptureUs elapsedHttpCall: elapsedHttpCallUs
      }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};

/** Converts a request for the gateway to one for PostGraphile. */
export function forPostGraphile(body: string): string {
  const { operationName, variables } = requestOf(JSON.parse(body));
  const { filter = {}, ...others } = variables;
  const partner = BENCH_CLIENT.partnerId;
  return JSON.stringify({
    operationName,
    query: DOCUMENTS[operationName],
    variables: { partner, ...others, ...filter },
  });
}

interface Request {
  readonly operationName: string;
  readonly variables: { readonly filter?: object };
}

function requestOf(body: unknown): Request {
  if (isRequest(body)) return body;
  throw new Error('The request names no operation.');
}

function isRequest(body: unknown): body is Request {
  return typeof body === 'object' && body !== null && 'operationName' in body && 'variables' in body;
}

/** Converts a value of PostGraphile's answers to the gateway's form: only for the comparison, not in the load. */
export function asGatewayWrites(name: string, value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  switch (name) {
    case 'createdAt':
    case 'sentDate':
    case 'nextAttemptAt':
      return instantText(String(value));
    case 'elapsedEventCapture':
    case 'elapsedHttpCall':
      return durationText(Number(value));
    case 'document':
      return { value };
    default:
      return value;
  }
}
