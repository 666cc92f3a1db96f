/** The part of the gateway's schema that the benchmark's documents use, with scalars as plain strings. */
export const SDL = `
  type Query {
    paymentAccount(number: String!): PaymentAccount
    webhookMessages(filter: WebhookMessageFilter!, first: Int): WebhookMessageConnection!
  }
  type Mutation {
    createPocket(input: CreatePocketInput!): CreatePocketResult
  }
  type PaymentAccount {
    id: ID!
    number: String!
    branch: String!
    bank: Bank!
    holder: Holder!
    pockets(first: Int, after: String, last: Int, before: String): PocketConnection!
  }
  type Bank { ispb: String! name: String! }
  type Holder { name: String! document: Document! }
  type Document { value: String! }
  type PocketConnection { nodes: [Pocket!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Pocket {
    id: ID!
    number: String!
    label: String!
    suffix: String!
    currency: String!
    type: String!
    status: PocketStatus!
    reason: String!
    category: String!
    useCase: PocketUseCase!
    createdAt: String!
    account: PaymentAccount!
  }
  input WebhookMessageFilter { startDate: String! endDate: String! }
  type WebhookMessageConnection { nodes: [WebhookMessage!]! pageInfo: PageInfo! }
  type WebhookMessage {
    id: ID!
    idempotencyKey: String!
    state: String!
    destination: String!
    sentDate: String!
    eventName: String!
    context: String!
    retryCount: Int!
    nextAttemptAt: String
    elapsedEventCapture: String!
    elapsedHttpCall: String
  }
  enum PocketStatus { ACTIVE DORMANT LOCKED CLOSED }
  enum PocketUseCase { CORPORATE_EXPENSES ACCOUNT_FOR_UNDER_AGE FLEXIBLE_BENEFITS BALANCE_SEGREGATION }
  enum DocumentType { CPF CNPJ }
  input DocumentInput { value: String! type: DocumentType! }
  input PocketUserInput { name: String! document: DocumentInput! birthDate: String! }
  input CreatePocketInput {
    idempotencyKey: String!
    accountNumber: String!
    user: PocketUserInput!
    currency: String!
    label: String!
    useCase: PocketUseCase!
    metadata: JSONObject
  }
  scalar JSONObject
  union CreatePocketResult = CreatePocketSuccess | Refusal
  interface DomainError { code: String! status: Int! message: String! }
  type Refusal implements DomainError { code: String! status: Int! message: String! }
  type CreatePocketSuccess { pocket: Pocket! replayed: Boolean! }
`;
