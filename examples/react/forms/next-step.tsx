import { parse } from 'graphql';
import type { TypedDocumentNode } from '@apollo/client';
import { useState } from 'react';
import { client } from '../client.ts';
import { done, type NextStep, type Outcome } from './outcome.ts';

interface NextStepProps {
  readonly step: NextStep;
  readonly onDone: (outcome: Outcome) => void;
}

interface Sent {
  /** It has a message if it was refused. */
  readonly outcome: { readonly message?: string };
}

/** Sends the mutation that a refusal names, as it is. The type of each input has the name of its mutation. */
export function NextStepButton({ step: { mutation, input }, onDone }: NextStepProps) {
  const [problem, setProblem] = useState<string>();
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const document: TypedDocumentNode<
    Sent,
    Pick<NextStep, 'input'>
  > = parse(`mutation NextStep($input: ${type}!) { outcome: ${mutation}(input: $input) {
    __typename ... on DomainError { message }
  } }`);
  const send = async () => {
    const { data } = await client.mutate({
      mutation: document,
      variables: { input },
    });
    const message = data?.outcome.message;
    if (message === undefined) onDone(done(`${mutation} is done.`));
    else setProblem(message);
  };
  return (
    <>
      <button
        type="button"
        onClick={() => {
          send().catch((error: unknown) => {
            setProblem(String(error));
          });
        }}
      >
        Continue with {mutation}
      </button>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </>
  );
}
