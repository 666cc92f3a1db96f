import { registeredStatements, type Statement } from '../../src/platform/statements/statement.ts';
import '../../src/app.ts';
import '../../src/operator/audit-command.ts';
import '../../src/operator/erase-customer-command.ts';
import '../../src/operator/reseal-secrets-command.ts';
import '../../src/operator/rollback-command.ts';

/** Returns the statements of the product; those of other test files may be registered too. */
export function productStatements(): readonly Statement[] {
  return registeredStatements().filter(({ name }) => !/(^|_)test(_|$)/.test(name));
}
