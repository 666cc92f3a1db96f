import { Ctx, Field, FieldResolver, Int, registerEnumType, Resolver, Root } from 'type-graphql';
import { CashInType } from '../../../bank/cash-ins/cash-in.type.ts';
import { DateTimeScalar } from '../../../platform/graphql/vocabulary/scalars.ts';
import { loaderById } from '../../../platform/requests/loader-by-id.ts';
import { principalOf, type RequestContext } from '../../../platform/requests/request-context.ts';
import { SimulateCashInInput } from '../../../playground/sandbox/simulate-cash-in.input.ts';
import { CashInStatus } from './cash-in-status.enum.ts';
import { FIND_CLEARINGS } from './clearing.rows.ts';

registerEnumType(CashInStatus, {
  name: 'CashInStatus',
  description: 'Status of a cash-in.',
  valuesConfig: {
    RECEIVED: { description: 'Held: it is part of the balance, and cannot be moved yet.' },
    CLEARED: { description: 'Available.' },
  },
});

Field(() => Int, {
  defaultValue: 0,
  description: 'After how many seconds it is cleared, 0 to 300; until then it is RECEIVED, and held.',
})(SimulateCashInInput.prototype, 'clearAfterSeconds');

/** Loads clearings by the ids of cash-ins; null: it was cleared when it was received. */
const clearingLoader = loaderById((context, ids) =>
  context.database.run(FIND_CLEARINGS, { partnerId: principalOf(context).partnerId, ids }),
);

@Resolver(() => CashInType)
export class CashInStatusResolver {
  @FieldResolver(() => CashInStatus, { description: 'Whether the money can be moved.' })
  async status(@Root() { id }: CashInType, @Ctx() context: RequestContext): Promise<CashInStatus> {
    const clearing = await clearingLoader(context).load(id);
    return clearing !== null && clearing.clearedAt === null ? CashInStatus.RECEIVED : CashInStatus.CLEARED;
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When it was cleared, in UTC; null: it is held.',
  })
  async clearedAt(@Root() { id, createdAt }: CashInType, @Ctx() context: RequestContext): Promise<string | null> {
    const clearing = await clearingLoader(context).load(id);
    return clearing === null ? createdAt : clearing.clearedAt;
  }
}
