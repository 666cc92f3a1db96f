import { findPartner } from '../bank/partners/find-partner.ts';
import { SETTABLE } from '../bank/statuses/new-status.value.ts';
import { setStatus } from '../bank/statuses/set-status.ts';
import { DomainError } from '../kernel/domain-error.ts';
import { readArguments, TEXT, wrongUsage } from '../platform/commands/arguments.ts';
import { CommandError, type ExtensionCommand } from '../platform/commands/command.ts';
import { unknownPartner } from '../platform/commands/unknown-partner.ts';

const USAGE = `npm run set-status -- ACME_PAY LOCKED --pocket 2000018412BRL
npm run set-status -- ACME_PAY BLOCKED --account 200001
npm run set-status -- ACME_PAY BLOCKED --customer 10020030169

Sets a status that no mutation reaches: ${SETTABLE.pocket.join(', ')} of a pocket, ${SETTABLE.account.join(', ')} of an account,
${SETTABLE.customer.join(', ')} of a customer, whose relationship as a holder follows. What is CLOSED stays so.`;

/** `npm run set-status` */
export const setStatusCommand: ExtensionCommand = async (line) => {
  const options = { pocket: TEXT, account: TEXT, customer: TEXT };
  const { values, positionals } = readArguments(line.args, { usage: USAGE, options, wordsMax: 2 });
  const [partnerId, status] = positionals;
  if (partnerId === undefined) throw wrongUsage('The id of a partner is missing.', USAGE);
  if (status === undefined) throw wrongUsage('The status is missing.', USAGE);
  const { pocket, account, customer } = values;
  return line.onDatabase(async ({ database }) => {
    if ((await findPartner(database, partnerId)) === undefined) throw await unknownPartner(database, partnerId);
    const numbers = { pocketNumber: pocket ?? null, accountNumber: account ?? null, documentNumber: customer ?? null };
    const outcome = await setStatus(database, partnerId, { ...numbers, status });
    if (outcome instanceof DomainError) throw new CommandError(`Nothing was changed. ${sentenceOf(outcome)}`);
    return `The ${outcome.kind} ${outcome.row.id} is ${outcome.row.status}.`;
  });
};

/** Numbers are not repeated: they may be personal data. */
function sentenceOf(refusal: DomainError): string {
  return refusal.code === 'INVALID_PARAMETER'
    ? 'Give one number, and a status that this can have now: see --help.'
    : refusal.message;
}
