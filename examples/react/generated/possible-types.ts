
      export type PossibleTypesResultData = {
  "possibleTypes": {
    "AckEventsResult": [
      "AckEventsSuccess",
      "ConsumerLeaseLostError",
      "ConsumerNotFoundError",
      "InvalidInputError"
    ],
    "CancelCustomerResult": [
      "CancelCustomerSuccess",
      "CustomerHasOpenAccountsError",
      "CustomerNotFoundError",
      "InvalidCustomerStatusError",
      "InvalidInputError",
      "UnmappedRefusalError"
    ],
    "ChangePixEntryAccountResult": [
      "ChangePixEntryAccountSuccess",
      "EntryAlreadyExistsToAnotherHolderError",
      "EvpEntryCannotChangeAccountError",
      "InvalidAccountHolderStatusError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidUserIdError",
      "MaximumEntriesCountRegisteredForAccountError",
      "NotAvailableAtProviderError",
      "PermissionNotGrantedError",
      "PixEntryNotFoundError",
      "TargetAccountDoesNotExistError"
    ],
    "ClearCashInResult": [
      "CashInNotFoundError",
      "ClearCashInSuccess",
      "NotAvailableAtProviderError"
    ],
    "ClosePaymentAccountResult": [
      "AccountCannotBeClosedError",
      "AccountNotFoundError",
      "ClosePaymentAccountSuccess",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "UnmappedRefusalError"
    ],
    "ClosePocketResult": [
      "ClosePocketSuccess",
      "InvalidInputError",
      "InvalidPocketStatusError",
      "NotAvailableAtProviderError",
      "PocketHasBalanceError",
      "PocketNotFoundError"
    ],
    "CreateConsumerResult": [
      "ConsumerAlreadyExistsError",
      "CreateConsumerSuccess",
      "InvalidInputError",
      "MaximumConsumersCountReachedError"
    ],
    "CreatePocketResult": [
      "AccountNotFoundError",
      "CreatePocketSuccess",
      "IdempotencyKeyReusedError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidUserBirthdateForAccountForUnderAgeUseCaseError",
      "InvalidUserBirthdateForUseCaseError",
      "MaximumPocketsCountRegisteredForAccountError",
      "ProductNotEligibleForThisCompanyAccountProgramError",
      "UnmappedRefusalError"
    ],
    "CreateTotpResult": [
      "CreateTotpSuccess",
      "InvalidInputError",
      "TooManyTotpChallengesError",
      "UnmappedRefusalError"
    ],
    "CreateWebhookConfigurationResult": [
      "CreateWebhookConfigurationSuccess",
      "InvalidInputError",
      "TooManyWebhookConfigurationsError",
      "WebhookConfigurationAlreadyExistsError"
    ],
    "DeleteConsumerResult": [
      "ConsumerNotFoundError",
      "DeleteConsumerSuccess"
    ],
    "DeletePixEntryResult": [
      "DeletePixEntrySuccess",
      "InvalidInputError",
      "InvalidUserIdError",
      "PermissionNotGrantedError",
      "PixEntryNotFoundError",
      "UnmappedRefusalError"
    ],
    "DeleteWebhookConfigurationResult": [
      "DeleteWebhookConfigurationSuccess",
      "WebhookConfigurationNotFoundError"
    ],
    "DomainError": [
      "AccountCannotBeClosedError",
      "AccountNotFoundError",
      "AddressingKeyTypeIsInvalidForAccountHolderTypeError",
      "AddressingKeyValueAndAccountHolderDocumentAreDifferentError",
      "CashInNotFoundError",
      "ConsumerAlreadyExistsError",
      "ConsumerBusyError",
      "ConsumerLeaseLostError",
      "ConsumerNotFoundError",
      "ConsumerPlaceExpiredError",
      "CurrencyMismatchError",
      "CustomerAwaitEvaluationError",
      "CustomerHasOpenAccountsError",
      "CustomerNotFoundError",
      "DetailedAnalysisNotAvailableError",
      "DocumentAnalysisNotApprovedError",
      "EmailAlreadyInUseError",
      "EntryAlreadyExistsToAnotherHolderError",
      "EntryAlreadyExistsToSameAccountError",
      "EntryAlreadyExistsToSameHolderAndAnotherAccountError",
      "EntryAlreadyExistsToSameOwnerIntoAnotherPlayerError",
      "EvpEntryCannotChangeAccountError",
      "EvpEntryCannotRegisterShortIntervalError",
      "IdempotencyKeyReusedError",
      "InsufficientFundsError",
      "InvalidAccountHolderStatusError",
      "InvalidAccountStatusError",
      "InvalidCustomerStatusError",
      "InvalidInputError",
      "InvalidOccupationError",
      "InvalidPhoneNumberToAddressingKeyError",
      "InvalidPocketStatusError",
      "InvalidTotpCodeError",
      "InvalidTransactionalHashError",
      "InvalidUserBirthdateForAccountForUnderAgeUseCaseError",
      "InvalidUserBirthdateForUseCaseError",
      "InvalidUserIdError",
      "MaximumConsumersCountReachedError",
      "MaximumEntriesCountRegisteredForAccountError",
      "MaximumPocketsCountRegisteredForAccountError",
      "NotAvailableAtProviderError",
      "PermissionNotGrantedError",
      "PhoneAlreadyInUseError",
      "PhoneCountryCodeNotAllowedError",
      "PixEntryNotFoundError",
      "PocketHasBalanceError",
      "PocketNotFoundError",
      "ProductNotEligibleForThisCompanyAccountProgramError",
      "RegistrationRejectedError",
      "SigningKeyTooNewError",
      "TargetAccountDoesNotExistError",
      "TooManyLookupsError",
      "TooManyReprocessingsError",
      "TooManyTotpChallengesError",
      "TooManyTotpTriesError",
      "TooManyWebhookConfigurationsError",
      "TotpExpiredError",
      "UnmappedRefusalError",
      "WebhookConfigurationAlreadyExistsError",
      "WebhookConfigurationNotFoundError"
    ],
    "NextEventsResult": [
      "ConsumerBusyError",
      "ConsumerNotFoundError",
      "ConsumerPlaceExpiredError",
      "InvalidInputError",
      "NextEventsSuccess"
    ],
    "Node": [
      "CashIn",
      "Customer",
      "CustomerRegistration",
      "EventCheckpoint",
      "EventConsumer",
      "PaymentAccount",
      "PixEntry",
      "Pocket",
      "PocketTransaction",
      "StatementEntry",
      "WebhookConfiguration",
      "WebhookMessage",
      "WebhookReprocessing"
    ],
    "OpenPaymentAccountResult": [
      "CustomerNotFoundError",
      "IdempotencyKeyReusedError",
      "InvalidAccountHolderStatusError",
      "InvalidInputError",
      "OpenPaymentAccountSuccess",
      "ProductNotEligibleForThisCompanyAccountProgramError",
      "UnmappedRefusalError"
    ],
    "OpenSandboxAccountResult": [
      "IdempotencyKeyReusedError",
      "InvalidAccountHolderStatusError",
      "InvalidInputError",
      "OpenSandboxAccountSuccess",
      "UnmappedRefusalError"
    ],
    "PingWebhookConfigurationResult": [
      "PingWebhookConfigurationSuccess",
      "WebhookConfigurationNotFoundError"
    ],
    "RecordCashInResult": [
      "AccountNotFoundError",
      "IdempotencyKeyReusedError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "NotAvailableAtProviderError",
      "RecordCashInSuccess"
    ],
    "RedeemFromPocketResult": [
      "CurrencyMismatchError",
      "IdempotencyKeyReusedError",
      "InsufficientFundsError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidPocketStatusError",
      "NotAvailableAtProviderError",
      "PocketNotFoundError",
      "RedeemFromPocketSuccess"
    ],
    "RegisterCustomerResult": [
      "CustomerAwaitEvaluationError",
      "DocumentAnalysisNotApprovedError",
      "EmailAlreadyInUseError",
      "IdempotencyKeyReusedError",
      "InvalidInputError",
      "InvalidOccupationError",
      "PhoneAlreadyInUseError",
      "PhoneCountryCodeNotAllowedError",
      "RegisterCustomerSuccess",
      "RegistrationRejectedError",
      "TooManyLookupsError",
      "UnmappedRefusalError"
    ],
    "RegisterPixEntryResult": [
      "AddressingKeyTypeIsInvalidForAccountHolderTypeError",
      "AddressingKeyValueAndAccountHolderDocumentAreDifferentError",
      "EntryAlreadyExistsToAnotherHolderError",
      "EntryAlreadyExistsToSameAccountError",
      "EntryAlreadyExistsToSameHolderAndAnotherAccountError",
      "EntryAlreadyExistsToSameOwnerIntoAnotherPlayerError",
      "EvpEntryCannotRegisterShortIntervalError",
      "IdempotencyKeyReusedError",
      "InvalidAccountHolderStatusError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidPhoneNumberToAddressingKeyError",
      "InvalidTransactionalHashError",
      "InvalidUserIdError",
      "MaximumEntriesCountRegisteredForAccountError",
      "PermissionNotGrantedError",
      "RegisterPixEntrySuccess",
      "TargetAccountDoesNotExistError",
      "TooManyLookupsError",
      "UnmappedRefusalError"
    ],
    "ReprocessWebhookMessagesByFilterResult": [
      "InvalidInputError",
      "ReprocessWebhookMessagesByFilterSuccess",
      "TooManyReprocessingsError"
    ],
    "ReprocessWebhookMessagesByRangeResult": [
      "InvalidInputError",
      "ReprocessWebhookMessagesByRangeSuccess",
      "TooManyReprocessingsError",
      "WebhookConfigurationNotFoundError"
    ],
    "ReprocessWebhookMessagesResult": [
      "InvalidInputError",
      "ReprocessWebhookMessagesSuccess"
    ],
    "RequestDetailedAnalysisResult": [
      "CustomerAwaitEvaluationError",
      "CustomerNotFoundError",
      "DetailedAnalysisNotAvailableError",
      "EmailAlreadyInUseError",
      "InvalidInputError",
      "NotAvailableAtProviderError",
      "PhoneAlreadyInUseError",
      "RequestDetailedAnalysisSuccess",
      "TooManyLookupsError"
    ],
    "RotateSigningKeyResult": [
      "RotateSigningKeySuccess",
      "SigningKeyTooNewError"
    ],
    "SaveToPocketResult": [
      "CurrencyMismatchError",
      "IdempotencyKeyReusedError",
      "InsufficientFundsError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidPocketStatusError",
      "NotAvailableAtProviderError",
      "PocketNotFoundError",
      "SaveToPocketSuccess"
    ],
    "SeekConsumerResult": [
      "ConsumerNotFoundError",
      "InvalidInputError",
      "SeekConsumerSuccess"
    ],
    "SendSampleEventResult": [
      "InvalidInputError",
      "SendSampleEventSuccess",
      "WebhookConfigurationNotFoundError"
    ],
    "SimulateCashInResult": [
      "AccountNotFoundError",
      "IdempotencyKeyReusedError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "SimulateCashInSuccess",
      "UnmappedRefusalError"
    ],
    "SimulateDecisionResult": [
      "CustomerNotFoundError",
      "DetailedAnalysisNotAvailableError",
      "InvalidInputError",
      "NotAvailableAtProviderError",
      "SimulateDecisionSuccess"
    ],
    "SimulateRestoreResult": [
      "SimulateRestoreSuccess"
    ],
    "SimulateStatusResult": [
      "AccountNotFoundError",
      "CustomerNotFoundError",
      "InvalidInputError",
      "NotAvailableAtProviderError",
      "PocketNotFoundError",
      "SimulateStatusSuccess"
    ],
    "SubmitDocumentResult": [
      "InvalidInputError",
      "SubmitDocumentSuccess",
      "UnmappedRefusalError"
    ],
    "UpdateCustomerResult": [
      "CustomerNotFoundError",
      "EmailAlreadyInUseError",
      "InvalidCustomerStatusError",
      "InvalidInputError",
      "InvalidOccupationError",
      "PhoneAlreadyInUseError",
      "PhoneCountryCodeNotAllowedError",
      "TooManyLookupsError",
      "UnmappedRefusalError",
      "UpdateCustomerSuccess"
    ],
    "UpdateWebhookConfigurationResult": [
      "InvalidInputError",
      "UpdateWebhookConfigurationSuccess",
      "WebhookConfigurationAlreadyExistsError",
      "WebhookConfigurationNotFoundError"
    ],
    "ValidateTotpResult": [
      "InvalidInputError",
      "InvalidTotpCodeError",
      "TooManyTotpTriesError",
      "TotpExpiredError",
      "UnmappedRefusalError",
      "ValidateTotpSuccess"
    ],
    "WebhookEvent": [
      "AccountWasClosedEvent",
      "AccountWasCreatedEvent",
      "CustomerDetailedAnalysisWasRequestedEvent",
      "CustomerWasApprovedEvent",
      "CustomerWasCanceledEvent",
      "CustomerWasReceivedEvent",
      "CustomerWasReprovedEvent",
      "CustomerWasUpdatedEvent",
      "OtherEvent",
      "PixCashInWasClearedEvent",
      "PixCashInWasReceivedEvent",
      "PixEntryAccountWasChangedEvent",
      "PixEntryWasDeletedEvent",
      "PocketAccountRedeemWasCompletedEvent",
      "PocketAccountSavingWasCompletedEvent",
      "PocketAccountWasCreatedEvent",
      "PocketAccountWasFullyClosedEvent",
      "TedCashInWasClearedEvent",
      "TedCashInWasReceivedEvent",
      "WebhookConfigurationWasChangedEvent"
    ]
  }
};
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "AckEventsResult": [
      "AckEventsSuccess",
      "ConsumerLeaseLostError",
      "ConsumerNotFoundError",
      "InvalidInputError"
    ],
    "CancelCustomerResult": [
      "CancelCustomerSuccess",
      "CustomerHasOpenAccountsError",
      "CustomerNotFoundError",
      "InvalidCustomerStatusError",
      "InvalidInputError",
      "UnmappedRefusalError"
    ],
    "ChangePixEntryAccountResult": [
      "ChangePixEntryAccountSuccess",
      "EntryAlreadyExistsToAnotherHolderError",
      "EvpEntryCannotChangeAccountError",
      "InvalidAccountHolderStatusError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidUserIdError",
      "MaximumEntriesCountRegisteredForAccountError",
      "NotAvailableAtProviderError",
      "PermissionNotGrantedError",
      "PixEntryNotFoundError",
      "TargetAccountDoesNotExistError"
    ],
    "ClearCashInResult": [
      "CashInNotFoundError",
      "ClearCashInSuccess",
      "NotAvailableAtProviderError"
    ],
    "ClosePaymentAccountResult": [
      "AccountCannotBeClosedError",
      "AccountNotFoundError",
      "ClosePaymentAccountSuccess",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "UnmappedRefusalError"
    ],
    "ClosePocketResult": [
      "ClosePocketSuccess",
      "InvalidInputError",
      "InvalidPocketStatusError",
      "NotAvailableAtProviderError",
      "PocketHasBalanceError",
      "PocketNotFoundError"
    ],
    "CreateConsumerResult": [
      "ConsumerAlreadyExistsError",
      "CreateConsumerSuccess",
      "InvalidInputError",
      "MaximumConsumersCountReachedError"
    ],
    "CreatePocketResult": [
      "AccountNotFoundError",
      "CreatePocketSuccess",
      "IdempotencyKeyReusedError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidUserBirthdateForAccountForUnderAgeUseCaseError",
      "InvalidUserBirthdateForUseCaseError",
      "MaximumPocketsCountRegisteredForAccountError",
      "ProductNotEligibleForThisCompanyAccountProgramError",
      "UnmappedRefusalError"
    ],
    "CreateTotpResult": [
      "CreateTotpSuccess",
      "InvalidInputError",
      "TooManyTotpChallengesError",
      "UnmappedRefusalError"
    ],
    "CreateWebhookConfigurationResult": [
      "CreateWebhookConfigurationSuccess",
      "InvalidInputError",
      "TooManyWebhookConfigurationsError",
      "WebhookConfigurationAlreadyExistsError"
    ],
    "DeleteConsumerResult": [
      "ConsumerNotFoundError",
      "DeleteConsumerSuccess"
    ],
    "DeletePixEntryResult": [
      "DeletePixEntrySuccess",
      "InvalidInputError",
      "InvalidUserIdError",
      "PermissionNotGrantedError",
      "PixEntryNotFoundError",
      "UnmappedRefusalError"
    ],
    "DeleteWebhookConfigurationResult": [
      "DeleteWebhookConfigurationSuccess",
      "WebhookConfigurationNotFoundError"
    ],
    "DomainError": [
      "AccountCannotBeClosedError",
      "AccountNotFoundError",
      "AddressingKeyTypeIsInvalidForAccountHolderTypeError",
      "AddressingKeyValueAndAccountHolderDocumentAreDifferentError",
      "CashInNotFoundError",
      "ConsumerAlreadyExistsError",
      "ConsumerBusyError",
      "ConsumerLeaseLostError",
      "ConsumerNotFoundError",
      "ConsumerPlaceExpiredError",
      "CurrencyMismatchError",
      "CustomerAwaitEvaluationError",
      "CustomerHasOpenAccountsError",
      "CustomerNotFoundError",
      "DetailedAnalysisNotAvailableError",
      "DocumentAnalysisNotApprovedError",
      "EmailAlreadyInUseError",
      "EntryAlreadyExistsToAnotherHolderError",
      "EntryAlreadyExistsToSameAccountError",
      "EntryAlreadyExistsToSameHolderAndAnotherAccountError",
      "EntryAlreadyExistsToSameOwnerIntoAnotherPlayerError",
      "EvpEntryCannotChangeAccountError",
      "EvpEntryCannotRegisterShortIntervalError",
      "IdempotencyKeyReusedError",
      "InsufficientFundsError",
      "InvalidAccountHolderStatusError",
      "InvalidAccountStatusError",
      "InvalidCustomerStatusError",
      "InvalidInputError",
      "InvalidOccupationError",
      "InvalidPhoneNumberToAddressingKeyError",
      "InvalidPocketStatusError",
      "InvalidTotpCodeError",
      "InvalidTransactionalHashError",
      "InvalidUserBirthdateForAccountForUnderAgeUseCaseError",
      "InvalidUserBirthdateForUseCaseError",
      "InvalidUserIdError",
      "MaximumConsumersCountReachedError",
      "MaximumEntriesCountRegisteredForAccountError",
      "MaximumPocketsCountRegisteredForAccountError",
      "NotAvailableAtProviderError",
      "PermissionNotGrantedError",
      "PhoneAlreadyInUseError",
      "PhoneCountryCodeNotAllowedError",
      "PixEntryNotFoundError",
      "PocketHasBalanceError",
      "PocketNotFoundError",
      "ProductNotEligibleForThisCompanyAccountProgramError",
      "RegistrationRejectedError",
      "SigningKeyTooNewError",
      "TargetAccountDoesNotExistError",
      "TooManyLookupsError",
      "TooManyReprocessingsError",
      "TooManyTotpChallengesError",
      "TooManyTotpTriesError",
      "TooManyWebhookConfigurationsError",
      "TotpExpiredError",
      "UnmappedRefusalError",
      "WebhookConfigurationAlreadyExistsError",
      "WebhookConfigurationNotFoundError"
    ],
    "NextEventsResult": [
      "ConsumerBusyError",
      "ConsumerNotFoundError",
      "ConsumerPlaceExpiredError",
      "InvalidInputError",
      "NextEventsSuccess"
    ],
    "Node": [
      "CashIn",
      "Customer",
      "CustomerRegistration",
      "EventCheckpoint",
      "EventConsumer",
      "PaymentAccount",
      "PixEntry",
      "Pocket",
      "PocketTransaction",
      "StatementEntry",
      "WebhookConfiguration",
      "WebhookMessage",
      "WebhookReprocessing"
    ],
    "OpenPaymentAccountResult": [
      "CustomerNotFoundError",
      "IdempotencyKeyReusedError",
      "InvalidAccountHolderStatusError",
      "InvalidInputError",
      "OpenPaymentAccountSuccess",
      "ProductNotEligibleForThisCompanyAccountProgramError",
      "UnmappedRefusalError"
    ],
    "OpenSandboxAccountResult": [
      "IdempotencyKeyReusedError",
      "InvalidAccountHolderStatusError",
      "InvalidInputError",
      "OpenSandboxAccountSuccess",
      "UnmappedRefusalError"
    ],
    "PingWebhookConfigurationResult": [
      "PingWebhookConfigurationSuccess",
      "WebhookConfigurationNotFoundError"
    ],
    "RecordCashInResult": [
      "AccountNotFoundError",
      "IdempotencyKeyReusedError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "NotAvailableAtProviderError",
      "RecordCashInSuccess"
    ],
    "RedeemFromPocketResult": [
      "CurrencyMismatchError",
      "IdempotencyKeyReusedError",
      "InsufficientFundsError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidPocketStatusError",
      "NotAvailableAtProviderError",
      "PocketNotFoundError",
      "RedeemFromPocketSuccess"
    ],
    "RegisterCustomerResult": [
      "CustomerAwaitEvaluationError",
      "DocumentAnalysisNotApprovedError",
      "EmailAlreadyInUseError",
      "IdempotencyKeyReusedError",
      "InvalidInputError",
      "InvalidOccupationError",
      "PhoneAlreadyInUseError",
      "PhoneCountryCodeNotAllowedError",
      "RegisterCustomerSuccess",
      "RegistrationRejectedError",
      "TooManyLookupsError",
      "UnmappedRefusalError"
    ],
    "RegisterPixEntryResult": [
      "AddressingKeyTypeIsInvalidForAccountHolderTypeError",
      "AddressingKeyValueAndAccountHolderDocumentAreDifferentError",
      "EntryAlreadyExistsToAnotherHolderError",
      "EntryAlreadyExistsToSameAccountError",
      "EntryAlreadyExistsToSameHolderAndAnotherAccountError",
      "EntryAlreadyExistsToSameOwnerIntoAnotherPlayerError",
      "EvpEntryCannotRegisterShortIntervalError",
      "IdempotencyKeyReusedError",
      "InvalidAccountHolderStatusError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidPhoneNumberToAddressingKeyError",
      "InvalidTransactionalHashError",
      "InvalidUserIdError",
      "MaximumEntriesCountRegisteredForAccountError",
      "PermissionNotGrantedError",
      "RegisterPixEntrySuccess",
      "TargetAccountDoesNotExistError",
      "TooManyLookupsError",
      "UnmappedRefusalError"
    ],
    "ReprocessWebhookMessagesByFilterResult": [
      "InvalidInputError",
      "ReprocessWebhookMessagesByFilterSuccess",
      "TooManyReprocessingsError"
    ],
    "ReprocessWebhookMessagesByRangeResult": [
      "InvalidInputError",
      "ReprocessWebhookMessagesByRangeSuccess",
      "TooManyReprocessingsError",
      "WebhookConfigurationNotFoundError"
    ],
    "ReprocessWebhookMessagesResult": [
      "InvalidInputError",
      "ReprocessWebhookMessagesSuccess"
    ],
    "RequestDetailedAnalysisResult": [
      "CustomerAwaitEvaluationError",
      "CustomerNotFoundError",
      "DetailedAnalysisNotAvailableError",
      "EmailAlreadyInUseError",
      "InvalidInputError",
      "NotAvailableAtProviderError",
      "PhoneAlreadyInUseError",
      "RequestDetailedAnalysisSuccess",
      "TooManyLookupsError"
    ],
    "RotateSigningKeyResult": [
      "RotateSigningKeySuccess",
      "SigningKeyTooNewError"
    ],
    "SaveToPocketResult": [
      "CurrencyMismatchError",
      "IdempotencyKeyReusedError",
      "InsufficientFundsError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "InvalidPocketStatusError",
      "NotAvailableAtProviderError",
      "PocketNotFoundError",
      "SaveToPocketSuccess"
    ],
    "SeekConsumerResult": [
      "ConsumerNotFoundError",
      "InvalidInputError",
      "SeekConsumerSuccess"
    ],
    "SendSampleEventResult": [
      "InvalidInputError",
      "SendSampleEventSuccess",
      "WebhookConfigurationNotFoundError"
    ],
    "SimulateCashInResult": [
      "AccountNotFoundError",
      "IdempotencyKeyReusedError",
      "InvalidAccountStatusError",
      "InvalidInputError",
      "SimulateCashInSuccess",
      "UnmappedRefusalError"
    ],
    "SimulateDecisionResult": [
      "CustomerNotFoundError",
      "DetailedAnalysisNotAvailableError",
      "InvalidInputError",
      "NotAvailableAtProviderError",
      "SimulateDecisionSuccess"
    ],
    "SimulateRestoreResult": [
      "SimulateRestoreSuccess"
    ],
    "SimulateStatusResult": [
      "AccountNotFoundError",
      "CustomerNotFoundError",
      "InvalidInputError",
      "NotAvailableAtProviderError",
      "PocketNotFoundError",
      "SimulateStatusSuccess"
    ],
    "SubmitDocumentResult": [
      "InvalidInputError",
      "SubmitDocumentSuccess",
      "UnmappedRefusalError"
    ],
    "UpdateCustomerResult": [
      "CustomerNotFoundError",
      "EmailAlreadyInUseError",
      "InvalidCustomerStatusError",
      "InvalidInputError",
      "InvalidOccupationError",
      "PhoneAlreadyInUseError",
      "PhoneCountryCodeNotAllowedError",
      "TooManyLookupsError",
      "UnmappedRefusalError",
      "UpdateCustomerSuccess"
    ],
    "UpdateWebhookConfigurationResult": [
      "InvalidInputError",
      "UpdateWebhookConfigurationSuccess",
      "WebhookConfigurationAlreadyExistsError",
      "WebhookConfigurationNotFoundError"
    ],
    "ValidateTotpResult": [
      "InvalidInputError",
      "InvalidTotpCodeError",
      "TooManyTotpTriesError",
      "TotpExpiredError",
      "UnmappedRefusalError",
      "ValidateTotpSuccess"
    ],
    "WebhookEvent": [
      "AccountWasClosedEvent",
      "AccountWasCreatedEvent",
      "CustomerDetailedAnalysisWasRequestedEvent",
      "CustomerWasApprovedEvent",
      "CustomerWasCanceledEvent",
      "CustomerWasReceivedEvent",
      "CustomerWasReprovedEvent",
      "CustomerWasUpdatedEvent",
      "OtherEvent",
      "PixCashInWasClearedEvent",
      "PixCashInWasReceivedEvent",
      "PixEntryAccountWasChangedEvent",
      "PixEntryWasDeletedEvent",
      "PocketAccountRedeemWasCompletedEvent",
      "PocketAccountSavingWasCompletedEvent",
      "PocketAccountWasCreatedEvent",
      "PocketAccountWasFullyClosedEvent",
      "TedCashInWasClearedEvent",
      "TedCashInWasReceivedEvent",
      "WebhookConfigurationWasChangedEvent"
    ]
  }
};
      export default result;
    