import { expect, test } from '@jest/globals';
import { AuditOutbox } from '../../../src/platform/audit/audit-outbox.entity.ts';
import { Composition } from '../../../src/platform/statements/composition.ts';
import { valuesInOrder } from '../../../src/platform/statements/statement.ts';

test('queries of a statement share their parameters, and take those of a group from its values', () => {
  const composition = new Composition();
  const partnerId = composition.parameter('partnerId');
  const added = composition.insertion(AuditOutbox, {
    columns: ['id', 'partnerId', 'result'],
    group: 'audit',
    given: { partnerId },
    from: `from partner where id = ${composition.parameter('partnerId')}`,
  });
  const { text, parameters } = composition.with({ added }, `select ${composition.parameter('id')}`);
  expect(text).toBe(
    'with added as (insert into "audit_outbox" ("id", "partner_id", "result") select $2, $1, $3 ' +
      'from partner where id = $1) select $4',
  );
  const values = { partnerId: 'ACME_PAY', id: 'of the statement', result: 'ignored' };
  const statement = { name: 'test_composition', text, parameters };
  expect(valuesInOrder(statement, { ...values, audit: { id: 'of the group' } })).toEqual([
    'ACME_PAY',
    'of the group',
    null,
    'of the statement',
  ]);
  expect(valuesInOrder(statement, values)).toEqual(['ACME_PAY', null, null, 'of the statement']);
});
