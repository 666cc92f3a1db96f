
      export type PossibleTypesResultData = {
  "possibleTypes": {
    "CreatePocketResult": [
      "AccountNotFoundError",
      "CreatePocketSuccess",
      "IdempotencyKeyReusedError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidUserBirthdateForAccountForUnderAgeUseCaseError",
      "InvalidUserBirthdateForUseCaseError",
      "MaximumPocketsCountRegisteredForAccountError",
      "ProductNotEligibleForThisCompanyAccountProgramError"
    ],
    "CreateWebhookConfigurationResult": [
      "CreateWebhookConfigurationSuccess",
      "InvalidInputError",
      "WebhookConfigurationAlreadyExistsError"
    ],
    "DeleteWebhookConfigurationResult": [
      "DeleteWebhookConfigurationSuccess",
      "InvalidInputError",
      "WebhookConfigurationNotFoundError"
    ],
    "DomainError": [
      "AccountNotFoundError",
      "IdempotencyKeyReusedError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidUserBirthdateForAccountForUnderAgeUseCaseError",
      "InvalidUserBirthdateForUseCaseError",
      "MaximumPocketsCountRegisteredForAccountError",
      "ProductNotEligibleForThisCompanyAccountProgramError",
      "WebhookConfigurationAlreadyExistsError",
      "WebhookConfigurationNotFoundError"
    ],
    "Node": [
      "PaymentAccount",
      "Pocket",
      "WebhookConfiguration",
      "WebhookMessage",
      "WebhookReprocessing"
    ],
    "PingWebhookConfigurationResult": [
      "InvalidInputError",
      "PingWebhookConfigurationSuccess",
      "WebhookConfigurationNotFoundError"
    ],
    "ReprocessWebhookMessagesByFilterResult": [
      "InvalidInputError",
      "ReprocessWebhookMessagesByFilterSuccess"
    ],
    "ReprocessWebhookMessagesResult": [
      "InvalidInputError",
      "ReprocessWebhookMessagesSuccess"
    ],
    "SimulateCashInResult": [
      "AccountNotFoundError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "SimulateCashInSuccess"
    ],
    "UpdateWebhookConfigurationResult": [
      "InvalidInputError",
      "UpdateWebhookConfigurationSuccess",
      "WebhookConfigurationAlreadyExistsError",
      "WebhookConfigurationNotFoundError"
    ],
    "WebhookEvent": [
      "CustomerWasApprovedEvent",
      "CustomerWasReceivedEvent",
      "CustomerWasReprovedEvent",
      "PixCashInWasClearedEvent",
      "PixCashInWasReceivedEvent",
      "PocketAccountWasCreatedEvent",
      "TedCashInWasClearedEvent"
    ]
  }
};
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "CreatePocketResult": [
      "AccountNotFoundError",
      "CreatePocketSuccess",
      "IdempotencyKeyReusedError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidUserBirthdateForAccountForUnderAgeUseCaseError",
      "InvalidUserBirthdateForUseCaseError",
      "MaximumPocketsCountRegisteredForAccountError",
      "ProductNotEligibleForThisCompanyAccountProgramError"
    ],
    "CreateWebhookConfigurationResult": [
      "CreateWebhookConfigurationSuccess",
      "InvalidInputError",
      "WebhookConfigurationAlreadyExistsError"
    ],
    "DeleteWebhookConfigurationResult": [
      "DeleteWebhookConfigurationSuccess",
      "InvalidInputError",
      "WebhookConfigurationNotFoundError"
    ],
    "DomainError": [
      "AccountNotFoundError",
      "IdempotencyKeyReusedError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidUserBirthdateForAccountForUnderAgeUseCaseError",
      "InvalidUserBirthdateForUseCaseError",
      "MaximumPocketsCountRegisteredForAccountError",
      "ProductNotEligibleForThisCompanyAccountProgramError",
      "WebhookConfigurationAlreadyExistsError",
      "WebhookConfigurationNotFoundError"
    ],
    "Node": [
      "PaymentAccount",
      "Pocket",
      "WebhookConfiguration",
      "WebhookMessage",
      "WebhookReprocessing"
    ],
    "PingWebhookConfigurationResult": [
      "InvalidInputError",
      "PingWebhookConfigurationSuccess",
      "WebhookConfigurationNotFoundError"
    ],
    "ReprocessWebhookMessagesByFilterResult": [
      "InvalidInputError",
      "ReprocessWebhookMessagesByFilterSuccess"
    ],
    "ReprocessWebhookMessagesResult": [
      "InvalidInputError",
      "ReprocessWebhookMessagesSuccess"
    ],
    "SimulateCashInResult": [
      "AccountNotFoundError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "SimulateCashInSuccess"
    ],
    "UpdateWebhookConfigurationResult": [
      "InvalidInputError",
      "UpdateWebhookConfigurationSuccess",
      "WebhookConfigurationAlreadyExistsError",
      "WebhookConfigurationNotFoundError"
    ],
    "WebhookEvent": [
      "CustomerWasApprovedEvent",
      "CustomerWasReceivedEvent",
      "CustomerWasReprovedEvent",
      "PixCashInWasClearedEvent",
      "PixCashInWasReceivedEvent",
      "PocketAccountWasCreatedEvent",
      "TedCashInWasClearedEvent"
    ]
  }
};
      export default result;
    