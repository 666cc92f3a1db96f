import { useState } from 'react';
import { ask } from '../shared/gateway.ts';
import type { Session } from '../shared/session.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { eventTitle, fullInstant, shortDuration, shortInstant, untilInstant } from './format.ts';
import { SEND_AGAIN, type Delivery, type SendAgainData } from './operations.ts';
import { STATES } from './states.ts';
import { useNow } from './use-now.ts';

interface DeliveryRowProps {
  readonly session: Session;
  readonly delivery: Delivery;
  readonly isNew: boolean;
  readonly columns: number;
}

/** The row of a delivery, with its details below on demand. */
export function DeliveryRow({ session, delivery, isNew, columns }: DeliveryRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { id, state, eventName, sentDate, retryCount, event } = delivery;
  return (
    <>
      <tr className={isNew ? 'arrived' : undefined} data-state={state}>
        <td>
          <StateBadge delivery={delivery} />
        </td>
        <th scope="row">
          <button
            type="button"
            className="disclosure"
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen);
            }}
          >
            {eventTitle(eventName)}
          </button>
          <span className="quiet mono clip">{event.entityId}</span>
        </th>
        <td>
          <Destination delivery={delivery} />
        </td>
        <td>
          <time dateTime={sentDate} title={fullInstant(sentDate)}>
            {shortInstant(sentDate)}
          </time>
        </td>
        <td className="number">{retryCount}</td>
        <td className="number">{shortDuration(delivery.elapsedEventCapture)}</td>
        <td className="number">{shortDuration(delivery.elapsedHttpCall)}</td>
        <td>
          <SendAgain session={session} id={id} isHeld={state === 'HOLD'} />
        </td>
      </tr>
      {isOpen && (
        <tr className="details-row">
          <td colSpan={columns}>
            <DeliveryDetails session={session} delivery={delivery} />
          </td>
        </tr>
      )}
    </>
  );
}

function Destination({ delivery: { configuration, destination } }: { readonly delivery: Delivery }) {
  return (
    <>
      <span className="clip">{configuration?.name ?? 'Deleted configuration'}</span>
      <span className="quiet clip" title={destination}>
        {URL.parse(destination)?.host ?? destination}
      </span>
    </>
  );
}

function StateBadge({ delivery: { state, nextAttemptAt } }: { readonly delivery: Delivery }) {
  useNow();
  const { title, mark } = STATES.find((each) => each.state === state) ?? STATES[0];
  return (
    <>
      <span className={`badge state-${state}`}>
        <span aria-hidden="true">{mark}</span> {title}
      </span>
      {state === 'FAILED' && (
        <span className="quiet">
          {nextAttemptAt === null ? 'no tries left' : `next try ${untilInstant(nextAttemptAt)}`}
        </span>
      )}
    </>
  );
}

interface SendAgainProps {
  readonly session: Session;
  readonly id: string;
  readonly isHeld: boolean;
}

function SendAgain({ session, id, isHeld }: SendAgainProps) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const send = async () => {
    setSending(true);
    setProblem(await sendAgain(session, id));
    setSending(false);
  };
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={isHeld || isSending}
        title={isHeld ? 'It is sent automatically when its circuit breaker closes.' : undefined}
        onClick={() => void send()}
      >
        Send again
      </button>
      {problem !== '' && (
        <span role="alert" className="refused">
          {problem}
        </span>
      )}
    </>
  );
}

/** Why a message is not sent again. */
const WHY_REFUSED = {
  NOT_FOUND: 'There is no such message.',
  HOLD: 'It is on HOLD: it is sent automatically when the circuit breaker closes.',
  DISABLED: 'Its configuration is DISABLED: enable it first.',
  DELETED: 'Its configuration was deleted.',
} as const;

/** @returns why it is not sent again; an empty string if it is */
async function sendAgain(session: Session, id: string): Promise<string> {
  try {
    const { reprocessWebhookMessages } = await ask<SendAgainData>(session, SEND_AGAIN, { ids: [id] });
    const { refused = [], message = '' } = reprocessWebhookMessages ?? {};
    const [first] = refused;
    return first === undefined ? message : WHY_REFUSED[first.reason];
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
