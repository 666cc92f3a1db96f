import { EventContext } from '../../kernel/domain-event.ts';
import { declaredEvents } from '../../kernel/event-definition.ts';
import { fieldsOf, type AnyRestRow, type Variables } from '../../rest/rest-row.ts';
import { seekMessages } from './webhook-message-pages.loader.ts';

/** Names that nobody has find nothing. The schema does not know them: an event in a context not its own is as rare. */
function withKnownNames(variables: Variables): Variables {
  const filter = fieldsOf(variables['filter']);
  const { eventName, context } = filter;
  const events = declaredEvents();
  const isKnown = eventName === undefined || events.some(({ name }) => name === eventName);
  if (isKnown && (context === undefined || Object.values<unknown>(EventContext).includes(context))) return variables;
  const [event] = events;
  const other = Object.values(EventContext).find((one) => one !== event?.context);
  return { ...variables, filter: { ...filter, eventName: event?.name, context: other } };
}

/** Messages over REST. */
export const messageRest: readonly AnyRestRow[] = [
  {
    method: 'GET',
    path: '/webhooks/processed-messages',
    field: 'webhookMessages',
    version: 1,
    success: 200,
    summary: 'Messages that were sent to the webhooks of the partner or are held, the newest first.',
    document: `query RestProcessedMessages($filter: WebhookMessageFilter!, $first: Int!, $after: String) {
      webhookMessages(filter: $filter, first: $first, after: $after) {
        data: nodes {
          id idempotencyKey state destination sentDate eventName retryCount elapsedEventCapture elapsedHttpCall context
        }
        totalCount pageInfo { hasNextPage endCursor }
      }
    }`,
    places: [
      { at: 'filter.startDate', in: 'query', name: 'startDate' },
      { at: 'filter.endDate', in: 'query', name: 'endDate' },
      { at: 'filter.state', in: 'query', name: 'state' },
      { at: 'filter.eventName', in: 'query', name: 'eventName', lenient: true },
      { at: 'filter.context', in: 'query', name: 'context', lenient: true },
    ],
    adjust: withKnownNames,
    spelling: { capitalized: ['EventContext', 'WebhookMessageState'], zoneless: ['sentDate'] },
    paged: { seek: seekMessages, next: 'search_next_page_processed_message' },
    example: { query: { startDate: '2026-11-01', endDate: '11/23/2026', state: 'Failed', context: 'Pix' } },
  },
];
