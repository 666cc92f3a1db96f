import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import { callerOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { requireDecision } from '../../platform/graphql/errors/require-decision.ts';
import { RegisterCustomerInput } from './register-customer.input.ts';
import {
  CustomerAwaitEvaluationErrorType,
  RegisterCustomerResult,
  RegisterCustomerSuccessType,
  RegistrationRejectedErrorType,
} from './register-customer.result.ts';
import { RequestDetailedAnalysisInput } from './request-detailed-analysis.input.ts';
import {
  RequestDetailedAnalysisResult,
  RequestDetailedAnalysisSuccessType,
} from './request-detailed-analysis.result.ts';
import type { customerAwaitsEvaluation, registrationRejected } from './registration.errors.ts';
import type { RegisterCustomer, RequestDetailedAnalysis } from './registrations.port.ts';
import { findRegistrations } from './registration.loader.ts';
import { CustomerRegistrationType } from './registration.type.ts';

export const registrationNodes: NodeSource = {
  scope: Scope.CUSTOMER_READ,
  find: async (context, ids) => (await findRegistrations(context, ids)).map((row) => new CustomerRegistrationType(row)),
};

@Resolver()
export class RegistrationResolver {
  private readonly register: RegisterCustomer;
  private readonly requestAnalysis: RequestDetailedAnalysis;

  constructor(register: RegisterCustomer, requestAnalysis: RequestDetailedAnalysis) {
    this.register = register;
    this.requestAnalysis = requestAnalysis;
  }

  @RequiresScopes(Scope.CUSTOMER_WRITE)
  @Mutation(() => RegisterCustomerResult, {
    nullable: true,
    description:
      'Registers a person for automatic analysis. If an approved customer is registered again, the current data stays in force until the new analysis ends.',
  })
  async registerCustomer(
    @Arg('input', () => RegisterCustomerInput, { description: 'The person.' }) input: RegisterCustomerInput,
    @Ctx() context: RequestContext,
  ): Promise<RegisterCustomerSuccessType | DomainError> {
    const result = requireDecision(await this.register(callerOf(context), input));
    return result instanceof DomainError ? result : new RegisterCustomerSuccessType(result);
  }

  @RequiresScopes(Scope.CUSTOMER_WRITE)
  @Mutation(() => RequestDetailedAnalysisResult, {
    nullable: true,
    description:
      'Requests a detailed analysis of a rejected registration, once; its contacts are held until it is decided. After an approval the customer is approved, after a rejection a new registration is free.',
  })
  async requestDetailedAnalysis(
    @Arg('input', () => RequestDetailedAnalysisInput, { description: 'The customer.' })
    input: RequestDetailedAnalysisInput,
    @Ctx() context: RequestContext,
  ): Promise<RequestDetailedAnalysisSuccessType | DomainError> {
    const result = requireDecision(await this.requestAnalysis(callerOf(context), input));
    return result instanceof DomainError ? result : new RequestDetailedAnalysisSuccessType(result);
  }

  @RequiresScopes(Scope.CUSTOMER_READ)
  @Query(() => CustomerRegistrationType, {
    nullable: true,
    description: 'A registration of the partner by its id; null if there is none.',
  })
  async customerRegistration(
    @Arg('id', () => ID, { description: 'The id of the registration.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<CustomerRegistrationType | null> {
    const [row] = isUuid(id) ? await findRegistrations(context, [id]) : [];
    return row === undefined ? null : new CustomerRegistrationType(row);
  }
}

@Resolver(() => CustomerAwaitEvaluationErrorType)
export class CustomerAwaitEvaluationResolver {
  @FieldResolver(() => CustomerRegistrationType, {
    nullable: true,
    description: 'The registration that is being analysed; null where only the provider knows it.',
  })
  async openRegistration(
    @Root() { openRegistrationId: id }: ReturnType<typeof customerAwaitsEvaluation>,
    @Ctx() context: RequestContext,
  ): Promise<CustomerRegistrationType | null> {
    return registrationOf(context, id);
  }
}

@Resolver(() => RegistrationRejectedErrorType)
export class RegistrationRejectedResolver {
  @FieldResolver(() => CustomerRegistrationType, {
    nullable: true,
    description: 'The registration that was rejected; null where only the provider knows it.',
  })
  rejectedRegistration(
    @Root() { rejectedRegistrationId: id }: ReturnType<typeof registrationRejected>,
    @Ctx() context: RequestContext,
  ): Promise<CustomerRegistrationType | null> {
    return registrationOf(context, id);
  }
}

async function registrationOf(context: RequestContext, id: string | null): Promise<CustomerRegistrationType | null> {
  const [row] = id === null ? [] : await findRegistrations(context, [id]);
  return row === undefined ? null : new CustomerRegistrationType(row);
}
