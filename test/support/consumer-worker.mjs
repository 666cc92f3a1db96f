import { setTimeout as wait } from 'node:timers/promises';

// A worker of a consumer, in its own process that a test kills: takes events, acks each of them and reports it.
const [url, token, consumer, worker] = process.argv.slice(2);

async function mutate(query, variables) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables: { consumer, worker, ...variables } }),
  });
  return (await response.json()).data;
}

const NEXT = `mutation ($consumer: String!, $worker: String!) {
  nextEvents(input: { consumer: $consumer, worker: $worker, max: 5, wait: 5 }) {
    __typename ... on NextEventsSuccess { events { cursor sequence } } } }`;
const ACK = `mutation ($consumer: String!, $worker: String!, $through: String!) {
  ackEvents(input: { consumer: $consumer, worker: $worker, through: $through }) { __typename } }`;

for (;;) {
  const { nextEvents } = await mutate(NEXT, {});
  const { events } = nextEvents;
  if (events === undefined) await wait(100);
  for (const { cursor, sequence } of events ?? []) {
    const { ackEvents } = await mutate(ACK, { through: cursor });
    process.stdout.write(`${JSON.stringify({ sequence, acked: ackEvents.__typename })}\n`);
  }
}
