import { once, statementOf } from '../../platform/statements/compiled.ts';
import { Composition } from '../../platform/statements/composition.ts';
import type { Statement } from '../../platform/statements/statement.ts';

/** Returns the assignments that settle an intent, which erase its input. The values are expressions. */
export function settlementOf(by: Readonly<Record<'state' | 'resultId' | 'refusal' | 'now', string>>): string {
  return `state = ${by.state}, result_id = ${by.resultId}, refusal = ${by.refusal}, settled_at = ${by.now},
       request = null, lease = null, due_at = null`;
}

/** How an intent is settled, under which lease and when. */
type SettledIntent = {
  readonly id: string;
  readonly lease: string;
  readonly state: 'SUCCEEDED' | 'REFUSED' | 'NOT_EXECUTED';
  readonly resultId: string | null;
  readonly refusal: string | null;
  readonly now: string;
};

/** Settles an intent for the holder of its lease, in the transaction of its effect. */
export const SETTLE_INTENT: Statement<{ id: string }, SettledIntent> = statementOf(
  'settle_provider_intent',
  once(() => {
    const composition = new Composition();
    const parameter = (name: keyof SettledIntent) => composition.parameter(name);
    const settlement = settlementOf({
      state: parameter('state'),
      resultId: parameter('resultId'),
      refusal: parameter('refusal'),
      now: parameter('now'),
    });
    return composition.parts(
      `update provider_intent set ${settlement}
       where id = ${parameter('id')} and lease = ${parameter('lease')} returning id`,
    );
  }),
);
