export interface paths {
    "/customers/{documentNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A customer by CPF, with the record in force. */
        get: operations["customer"];
        /** Registers a person, who is then analysed automatically. */
        put: operations["registerCustomer"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes the data of an approved customer; what is left out stays as it is; the members of `data` can be bare. */
        patch: operations["updateCustomer"];
        trace?: never;
    };
    "/customers/{documentNumber}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Ends the relationship with a customer; `reason` is HOLDER_REQUEST unless it says otherwise. */
        patch: operations["cancelCustomer"];
        trace?: never;
    };
    "/document-analysis/{documentNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Analyses of the pictures of a person, newest first: all, or those of the tokens, of which there can be several. */
        get: operations["documentAnalyses"];
        /** Sends a picture for analysis, as a form with JPEG or PNG in its part `image`. */
        put: operations["submitDocument"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/document-analysis/{documentNumber}/deepface": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The same, as newer programs send it; `provider` and `providerMetadata` are ignored. */
        post: operations["submitDeepface"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{documentNumber}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The payment accounts of a person or company, by number; the first hundred. */
        get: operations["accountsOfHolder"];
        put?: never;
        /** Opens a payment account for an approved customer: without a key a new one for each request. */
        post: operations["openPaymentAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{accountNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A payment account by its number; `includeBalance=true` adds its balance. */
        get: operations["paymentAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Statement of a payment account; browsers are led to the console. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                406: components["responses"]["NotAcceptable"];
                429: components["responses"]["TooManyRequests"];
                500: components["responses"]["InternalServerError"];
                /** @description NOT_IMPLEMENTED */
                501: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            errors: {
                                /** @enum {string} */
                                code: "NOT_IMPLEMENTED";
                                /** @description The header, parameter or body member that the error concerns. */
                                propertyName?: string;
                                messages: string[];
                                /** @description Data on how to proceed. */
                                details?: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description URL of a description of the code. */
                            reference: string;
                        };
                    };
                };
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Statement of a payment account, as older programs ask for it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                406: components["responses"]["NotAcceptable"];
                429: components["responses"]["TooManyRequests"];
                500: components["responses"]["InternalServerError"];
                /** @description NOT_IMPLEMENTED */
                501: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            errors: {
                                /** @enum {string} */
                                code: "NOT_IMPLEMENTED";
                                /** @description The header, parameter or body member that the error concerns. */
                                propertyName?: string;
                                messages: string[];
                                /** @description Data on how to proceed. */
                                details?: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description URL of a description of the code. */
                            reference: string;
                        };
                    };
                };
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Balance of a payment account, as older programs ask for it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                406: components["responses"]["NotAcceptable"];
                429: components["responses"]["TooManyRequests"];
                500: components["responses"]["InternalServerError"];
                /** @description NOT_IMPLEMENTED */
                501: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            errors: {
                                /** @enum {string} */
                                code: "NOT_IMPLEMENTED";
                                /** @description The header, parameter or body member that the error concerns. */
                                propertyName?: string;
                                messages: string[];
                                /** @description Data on how to proceed. */
                                details?: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description URL of a description of the code. */
                            reference: string;
                        };
                    };
                };
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{accountNumber}/closure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Closes a payment account for good; `reason` is HOLDER_REQUEST unless it says otherwise. */
        patch: operations["closePaymentAccount"];
        trace?: never;
    };
    "/accounts/{accountNumber}/pockets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The newest hundred pockets of a payment account, newest first. */
        get: operations["pocketsOfAccount"];
        put?: never;
        /** Creates a pocket under a payment account. */
        post: operations["createPocket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pockets/{pocketNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A pocket by its number; `resultLevel=BASIC` leaves its account out. */
        get: operations["pocket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pockets/{pocketNumber}/closure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Closes a pocket for good; `reason` is HOLDER_REQUEST unless it says otherwise. */
        patch: operations["closePocket"];
        trace?: never;
    };
    "/pockets/{pocketNumber}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes the user of a pocket. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    pocketNumber: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                404: components["responses"]["NotFound"];
                406: components["responses"]["NotAcceptable"];
                429: components["responses"]["TooManyRequests"];
                500: components["responses"]["InternalServerError"];
                /** @description NOT_IMPLEMENTED */
                501: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            errors: {
                                /** @enum {string} */
                                code: "NOT_IMPLEMENTED";
                                /** @description The header, parameter or body member that the error concerns. */
                                propertyName?: string;
                                messages: string[];
                                /** @description Data on how to proceed. */
                                details?: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description URL of a description of the code. */
                            reference: string;
                        };
                    };
                };
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        trace?: never;
    };
    "/pockets/{pocketNumber}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Balances of a pocket. */
        get: operations["balancesOfPocket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pockets/{pocketNumber}/transactions/savings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Moves money from the account into a pocket. */
        post: operations["saveToPocket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pockets/{pocketNumber}/transactions/redeems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Moves money from a pocket back to the account. */
        post: operations["redeemFromPocket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pockets/{pocketNumber}/transactions/{authenticationCode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A saving or a redeem of a pocket by its code. */
        get: operations["pocketTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{accountNumber}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Balances of a payment account. */
        get: operations["balancesOfAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{accountNumber}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Movements of the available balance of a payment account, newest first. */
        get: operations["statement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pix/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Registers an addressing key for an account. */
        post: operations["registerPixEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{accountNumber}/addressing-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Addressing keys of a payment account, newest first. */
        get: operations["addressingKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pix/entries/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An addressing key of an account of the partner, with its holder. */
        get: operations["pixEntry"];
        put?: never;
        post?: never;
        /** Deletes an addressing key. */
        delete: operations["deletePixEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pix/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Claims of a holder. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                406: components["responses"]["NotAcceptable"];
                429: components["responses"]["TooManyRequests"];
                500: components["responses"]["InternalServerError"];
                /** @description NOT_IMPLEMENTED */
                501: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            errors: {
                                /** @enum {string} */
                                code: "NOT_IMPLEMENTED";
                                /** @description The header, parameter or body member that the error concerns. */
                                propertyName?: string;
                                messages: string[];
                                /** @description Data on how to proceed. */
                                details?: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description URL of a description of the code. */
                            reference: string;
                        };
                    };
                };
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        put?: never;
        /** Claims an addressing key. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                406: components["responses"]["NotAcceptable"];
                429: components["responses"]["TooManyRequests"];
                500: components["responses"]["InternalServerError"];
                /** @description NOT_IMPLEMENTED */
                501: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            errors: {
                                /** @enum {string} */
                                code: "NOT_IMPLEMENTED";
                                /** @description The header, parameter or body member that the error concerns. */
                                propertyName?: string;
                                messages: string[];
                                /** @description Data on how to proceed. */
                                details?: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description URL of a description of the code. */
                            reference: string;
                        };
                    };
                };
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pix/claims/{claimId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Confirms a claim. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    claimId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                404: components["responses"]["NotFound"];
                406: components["responses"]["NotAcceptable"];
                429: components["responses"]["TooManyRequests"];
                500: components["responses"]["InternalServerError"];
                /** @description NOT_IMPLEMENTED */
                501: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            errors: {
                                /** @enum {string} */
                                code: "NOT_IMPLEMENTED";
                                /** @description The header, parameter or body member that the error concerns. */
                                propertyName?: string;
                                messages: string[];
                                /** @description Data on how to proceed. */
                                details?: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description URL of a description of the code. */
                            reference: string;
                        };
                    };
                };
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        trace?: never;
    };
    "/pix/claims/{claimId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Completes a claim. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    claimId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                404: components["responses"]["NotFound"];
                406: components["responses"]["NotAcceptable"];
                429: components["responses"]["TooManyRequests"];
                500: components["responses"]["InternalServerError"];
                /** @description NOT_IMPLEMENTED */
                501: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            errors: {
                                /** @enum {string} */
                                code: "NOT_IMPLEMENTED";
                                /** @description The header, parameter or body member that the error concerns. */
                                propertyName?: string;
                                messages: string[];
                                /** @description Data on how to proceed. */
                                details?: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description URL of a description of the code. */
                            reference: string;
                        };
                    };
                };
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        trace?: never;
    };
    "/pix/claims/{claimId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Cancels a claim. */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    claimId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: components["responses"]["BadRequest"];
                401: components["responses"]["Unauthorized"];
                404: components["responses"]["NotFound"];
                406: components["responses"]["NotAcceptable"];
                429: components["responses"]["TooManyRequests"];
                500: components["responses"]["InternalServerError"];
                /** @description NOT_IMPLEMENTED */
                501: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            errors: {
                                /** @enum {string} */
                                code: "NOT_IMPLEMENTED";
                                /** @description The header, parameter or body member that the error concerns. */
                                propertyName?: string;
                                messages: string[];
                                /** @description Data on how to proceed. */
                                details?: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description URL of a description of the code. */
                            reference: string;
                        };
                    };
                };
                503: components["responses"]["ServiceUnavailable"];
            };
        };
        trace?: never;
    };
    "/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a one-time code for an e-mail address or phone, which the partner itself delivers. */
        post: operations["createTotp"];
        delete?: never;
        options?: never;
        head?: never;
        /** Checks a one-time code; its hash is the `x-svc-transactional-hash` of a registration. */
        patch: operations["validateTotp"];
        trace?: never;
    };
    "/webhooks/configurations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The webhook configurations of the partner, newest first. */
        get: operations["webhookConfigurations"];
        put?: never;
        /** Creates a webhook configuration. Its bodies are ENVELOPES unless `format` says otherwise; `privateKey` is the HMAC secret. */
        post: operations["createWebhookConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/configurations/{configurationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A webhook configuration by its id. */
        get: operations["webhookConfiguration"];
        put?: never;
        post?: never;
        /** Deletes a webhook configuration. Its messages are kept; those that are still pending are not sent. */
        delete: operations["deleteWebhookConfiguration"];
        options?: never;
        head?: never;
        /** Changes a webhook configuration; what is left out stays as it is. */
        patch: operations["updateWebhookConfiguration"];
        trace?: never;
    };
    "/webhooks/configurations/{configurationId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Enables a webhook configuration: events create messages, and messages are sent. */
        patch: operations["enableWebhookConfiguration"];
        trace?: never;
    };
    "/webhooks/configurations/{configurationId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Disables a webhook configuration: no messages are created, and none are sent. */
        patch: operations["disableWebhookConfiguration"];
        trace?: never;
    };
    "/webhooks/processed-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Webhook messages of the partner that were attempted or are held, newest first. */
        get: operations["processedMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/processed-messages/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many webhook messages of a period match, held ones included; nothing is sent. */
        get: operations["countBatch"];
        put?: never;
        /** Sends all webhook messages of a period that match again, in the background; what is held is skipped. */
        post: operations["reprocessBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/processed-messages/{idempotencyKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a webhook message again, by its idempotency key or id; what is held is sent without that. */
        post: operations["reprocessMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/cash-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Simulates an incoming payment to an account; in sandbox mode only. */
        post: operations["simulateCashIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: {
        /** @description INVALID_PARAMETER, UNSUPPORTED_API_VERSION, BAD_REQUEST */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    errors: {
                        /** @enum {string} */
                        code: "INVALID_PARAMETER" | "UNSUPPORTED_API_VERSION" | "BAD_REQUEST";
                        /** @description The header, parameter or body member that the error concerns. */
                        propertyName?: string;
                        messages: string[];
                        /** @description Data on how to proceed. */
                        details?: {
                            [key: string]: unknown;
                        };
                    }[];
                    /** @description URL of a description of the code. */
                    reference: string;
                };
            };
        };
        /** @description UNAUTHORIZED */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    errors: {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @description The header, parameter or body member that the error concerns. */
                        propertyName?: string;
                        messages: string[];
                        /** @description Data on how to proceed. */
                        details?: {
                            [key: string]: unknown;
                        };
                    }[];
                    /** @description URL of a description of the code. */
                    reference: string;
                };
            };
        };
        /** @description FORBIDDEN */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    errors: {
                        /** @enum {string} */
                        code: "FORBIDDEN";
                        /** @description The header, parameter or body member that the error concerns. */
                        propertyName?: string;
                        messages: string[];
                        /** @description Data on how to proceed. */
                        details?: {
                            [key: string]: unknown;
                        };
                    }[];
                    /** @description URL of a description of the code. */
                    reference: string;
                };
            };
        };
        /** @description NOT_FOUND */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    errors: {
                        /** @enum {string} */
                        code: "NOT_FOUND";
                        /** @description The header, parameter or body member that the error concerns. */
                        propertyName?: string;
                        messages: string[];
                        /** @description Data on how to proceed. */
                        details?: {
                            [key: string]: unknown;
                        };
                    }[];
                    /** @description URL of a description of the code. */
                    reference: string;
                };
            };
        };
        /** @description NOT_ACCEPTABLE */
        NotAcceptable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    errors: {
                        /** @enum {string} */
                        code: "NOT_ACCEPTABLE";
                        /** @description The header, parameter or body member that the error concerns. */
                        propertyName?: string;
                        messages: string[];
                        /** @description Data on how to proceed. */
                        details?: {
                            [key: string]: unknown;
                        };
                    }[];
                    /** @description URL of a description of the code. */
                    reference: string;
                };
            };
        };
        /** @description PAYLOAD_TOO_LARGE */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    errors: {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description The header, parameter or body member that the error concerns. */
                        propertyName?: string;
                        messages: string[];
                        /** @description Data on how to proceed. */
                        details?: {
                            [key: string]: unknown;
                        };
                    }[];
                    /** @description URL of a description of the code. */
                    reference: string;
                };
            };
        };
        /** @description UNSUPPORTED_MEDIA_TYPE */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    errors: {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description The header, parameter or body member that the error concerns. */
                        propertyName?: string;
                        messages: string[];
                        /** @description Data on how to proceed. */
                        details?: {
                            [key: string]: unknown;
                        };
                    }[];
                    /** @description URL of a description of the code. */
                    reference: string;
                };
            };
        };
        /** @description TOO_MANY_REQUESTS */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    errors: {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        /** @description The header, parameter or body member that the error concerns. */
                        propertyName?: string;
                        messages: string[];
                        /** @description Data on how to proceed. */
                        details?: {
                            [key: string]: unknown;
                        };
                    }[];
                    /** @description URL of a description of the code. */
                    reference: string;
                };
            };
        };
        /** @description INTERNAL_SERVER_ERROR */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    errors: {
                        /** @enum {string} */
                        code: "INTERNAL_SERVER_ERROR";
                        /** @description The header, parameter or body member that the error concerns. */
                        propertyName?: string;
                        messages: string[];
                        /** @description Data on how to proceed. */
                        details?: {
                            [key: string]: unknown;
                        };
                    }[];
                    /** @description URL of a description of the code. */
                    reference: string;
                };
            };
        };
        /** @description SERVICE_UNAVAILABLE */
        ServiceUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    errors: {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description The header, parameter or body member that the error concerns. */
                        propertyName?: string;
                        messages: string[];
                        /** @description Data on how to proceed. */
                        details?: {
                            [key: string]: unknown;
                        };
                    }[];
                    /** @description URL of a description of the code. */
                    reference: string;
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    customer: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 10020030169 */
                documentNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A customer by CPF, with the record in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documentNumber: string;
                        /** @constant */
                        profile: "COMPLETE";
                        isPoliticallyExposedPerson: boolean;
                        document: {
                            value: string;
                            /** @enum {string} */
                            type: "CPF" | "CNPJ";
                        };
                        registerName: string;
                        socialName: string | null;
                        /** Format: date-time */
                        birthDate: string;
                        /** @enum {string} */
                        status: "PENDING_APPROVAL" | "APPROVED" | "REPROVED" | "BLOCKED" | "CANCELED";
                        reasons: ("DOCUMENT_UNREADABLE" | "FACE_MISMATCH" | "DOCUMENT_MISMATCH" | "DATA_MISMATCH" | "RESTRICTION" | "OTHER")[];
                        phone: {
                            countryCode: string;
                            number: string;
                        };
                        address: {
                            zipCode: string;
                            addressLine: string;
                            buildingNumber: string;
                            complement: string | null;
                            neighborhood: string;
                            city: string;
                            state: string;
                            country: string;
                        };
                        assertedIncome: {
                            value: number;
                            currency: string;
                        };
                        occupation: string;
                        pep: {
                            /** @enum {string} */
                            level: "NONE" | "SELF" | "RELATED";
                        };
                        motherName: string;
                        email: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, CUSTOMER_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "CUSTOMER_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    registerCustomer: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 10020030240 */
                documentNumber: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "registerName": "Maria Exemplo",
                 *       "birthDate": "1990-01-31",
                 *       "phone": {
                 *         "countryCode": "55",
                 *         "number": "11987650001"
                 *       },
                 *       "address": {
                 *         "zipcode": "01310-100",
                 *         "addressLine": "Avenida Paulista",
                 *         "buildingNumber": "1000",
                 *         "neighborhood": "Bela Vista",
                 *         "city": "Sao Paulo",
                 *         "state": "SP",
                 *         "country": "BR"
                 *       },
                 *       "assertedIncome": {
                 *         "value": 5400.5,
                 *         "currency": "BRL"
                 *       },
                 *       "occupation": "OCP0001",
                 *       "pep": {
                 *         "level": "NONE"
                 *       },
                 *       "motherName": "Joana Exemplo",
                 *       "email": "maria@example.com",
                 *       "documentation": {
                 *         "selfie": "token of the selfie",
                 *         "idCardFront": "token of the front",
                 *         "idCardBack": "of the back"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Full name, as on the identity document, 1 to 256 characters. */
                    registerName: string;
                    /** @description Name by which the person wants to be called, at most 256 characters. */
                    socialName?: string;
                    /**
                     * Format: date
                     * @description Birth date, such as `1990-01-31`: 18 completed years or more by the civil date in São Paulo.
                     */
                    birthDate: string;
                    /** @description Mobile phone. */
                    phone: {
                        /** @description Dialling code of the country, with or without one plus, such as `55`. Those of blocked countries are refused as PHONE_COUNTRY_CODE_NOT_ALLOWED. */
                        countryCode: string;
                        /** @description Area code and number, digits only; for Brazil eleven, such as `11987650001`. */
                        number: string;
                    };
                    /** @description Where the person lives. */
                    address: {
                        /** @description Postal code: eight digits, with or without a hyphen before the last three, such as `01310-100`. */
                        zipCode?: string;
                        /** @description Postal code: eight digits, with or without a hyphen before the last three, such as `01310-100`. */
                        zipcode?: string;
                        /** @description Street, 1 to 256 characters. */
                        addressLine: string;
                        /** @description Number of the building, 1 to 10 characters; `S/N` if there is none. */
                        buildingNumber: string;
                        /** @description Complement, such as a flat; at most 256 characters. */
                        complement?: string;
                        /** @description Neighborhood or district, 1 to 256 characters. */
                        neighborhood: string;
                        /** @description City, 1 to 256 characters; accents are kept. */
                        city: string;
                        /** @description Two-letter code of one of the 27 states, such as `SP` (ISO 3166-2:BR). */
                        state: string;
                        /** @description Country: `BR`. */
                        country: string;
                    };
                    /**
                     * @description Range of income; stored, but not used.
                     * @enum {string}
                     */
                    declaredIncome?: "LESS_THAN_ONE_THOUSAND" | "FROM_ONE_THOUSAND_TO_TWO_THOUSAND" | "FROM_TWO_THOUSAND_TO_THREE_THOUSAND" | "FROM_THREE_THOUSAND_TO_FIVE_THOUSAND" | "FROM_FIVE_THOUSAND_TO_TEN_THOUSAND" | "FROM_TEN_THOUSAND_TO_TWENTY_THOUSAND" | "OVER_TWENTY_THOUSAND";
                    /** @description Income, in reais. */
                    assertedIncome: {
                        /** @description Amount, 0.00 to 99999999999999.99 with at most two decimals, such as `5400.00`. */
                        value: number | string;
                        /** @description ISO 4217 code of the currency: `BRL`. */
                        currency?: string;
                    };
                    /** @description Code of the main occupation, `OCP0001` to `OCP0105`, in upper case. */
                    occupation: string;
                    /** @description Political exposure. */
                    pep: {
                        /**
                         * @description Level of political exposure.
                         * @enum {string}
                         */
                        level: "NONE" | "SELF" | "RELATED";
                    };
                    /** @description Full name of the mother as on the identity document, 1 to 256 characters. */
                    motherName: string;
                    /** @description E-mail address, kept in lower case; no other customer of the partner may have it. */
                    email: string;
                    /** @description Tokens from submitDocument for three APPROVED pictures of this person. */
                    documentation: {
                        /** @description Token of the selfie. */
                        selfie: string;
                        /** @description Token of the front of an identity document. */
                        idCardFront: string;
                        /** @description Token of the back of an identity document. */
                        idCardBack: string;
                    };
                };
            };
        };
        responses: {
            /** @description Registers a person, who is then analysed automatically. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description CUSTOMER_AWAIT_EVALUATION, IDEMPOTENCY_KEY_REUSED, REGISTRATION_REJECTED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "CUSTOMER_AWAIT_EVALUATION" | "IDEMPOTENCY_KEY_REUSED" | "REGISTRATION_REJECTED";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description PHONE_ALREADY_IN_USE, EMAIL_ALREADY_IN_USE, INVALID_OCCUPATION, PHONE_COUNTRY_CODE_NOT_ALLOWED, DOCUMENT_ANALYSIS_NOT_APPROVED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "PHONE_ALREADY_IN_USE" | "EMAIL_ALREADY_IN_USE" | "INVALID_OCCUPATION" | "PHONE_COUNTRY_CODE_NOT_ALLOWED" | "DOCUMENT_ANALYSIS_NOT_APPROVED";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS, TOO_MANY_LOOKUPS */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "TOO_MANY_REQUESTS" | "TOO_MANY_LOOKUPS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 10020030169 */
                documentNumber: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "socialName": "Ana",
                 *         "occupation": "OCP0002",
                 *         "pep": {
                 *           "level": "NONE"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** @description Name by which the person wants to be called, at most 256 characters; null clears it. */
                        socialName?: string;
                        /** @description Mobile phone. */
                        phone?: {
                            /** @description Dialling code of the country, with or without one plus, such as `55`. Those of blocked countries are refused as PHONE_COUNTRY_CODE_NOT_ALLOWED. */
                            countryCode: string;
                            /** @description Area code and number, digits only; for Brazil eleven, such as `11987650001`. */
                            number: string;
                        };
                        /** @description E-mail address, kept in lower case. */
                        email?: string;
                        /** @description Where the person lives, as a whole. */
                        address?: {
                            /** @description Postal code: eight digits, with or without a hyphen before the last three, such as `01310-100`. */
                            zipCode?: string;
                            /** @description Postal code: eight digits, with or without a hyphen before the last three, such as `01310-100`. */
                            zipcode?: string;
                            /** @description Street, 1 to 256 characters. */
                            addressLine: string;
                            /** @description Number of the building, 1 to 10 characters; `S/N` if there is none. */
                            buildingNumber: string;
                            /** @description Complement, such as a flat; at most 256 characters. */
                            complement?: string;
                            /** @description Neighborhood or district, 1 to 256 characters. */
                            neighborhood: string;
                            /** @description City, 1 to 256 characters; accents are kept. */
                            city: string;
                            /** @description Two-letter code of one of the 27 states, such as `SP` (ISO 3166-2:BR). */
                            state: string;
                            /** @description Country: `BR`. */
                            country: string;
                        };
                        /** @description Income, in reais. */
                        assertedIncome?: {
                            /** @description Amount, 0.00 to 99999999999999.99 with at most two decimals, such as `5400.00`. */
                            value: number | string;
                            /** @description ISO 4217 code of the currency: `BRL`. */
                            currency?: string;
                        };
                        /** @description Code of the main occupation, such as `OCP0001`. */
                        occupation?: string;
                        /** @description Political exposure. */
                        pep?: {
                            /**
                             * @description Level of political exposure.
                             * @enum {string}
                             */
                            level: "NONE" | "SELF" | "RELATED";
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Changes the data of an approved customer; what is left out stays as it is; the members of `data` can be bare. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, CUSTOMER_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "CUSTOMER_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description PHONE_ALREADY_IN_USE, EMAIL_ALREADY_IN_USE, INVALID_OCCUPATION, PHONE_COUNTRY_CODE_NOT_ALLOWED, INVALID_CUSTOMER_STATUS */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "PHONE_ALREADY_IN_USE" | "EMAIL_ALREADY_IN_USE" | "INVALID_OCCUPATION" | "PHONE_COUNTRY_CODE_NOT_ALLOWED" | "INVALID_CUSTOMER_STATUS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS, TOO_MANY_LOOKUPS */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "TOO_MANY_REQUESTS" | "TOO_MANY_LOOKUPS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelCustomer: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 10020030240 */
                documentNumber: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "HOLDER_REQUEST"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    reason?: "HOLDER_REQUEST" | "DECEASED" | "COMMERCIAL_DISAGREEMENT";
                };
            };
        };
        responses: {
            /** @description Ends the relationship with a customer; `reason` is HOLDER_REQUEST unless it says otherwise. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, CUSTOMER_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "CUSTOMER_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description INVALID_CUSTOMER_STATUS, CUSTOMER_HAS_OPEN_ACCOUNTS */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_CUSTOMER_STATUS" | "CUSTOMER_HAS_OPEN_ACCOUNTS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    documentAnalyses: {
        parameters: {
            query?: {
                /** @example 0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55 */
                token?: string[];
            };
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 10020030240 */
                documentNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Analyses of the pictures of a person, newest first: all, or those of the tokens, of which there can be several. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        documentType: string;
                        documentSide: string | null;
                        /** @enum {string} */
                        status: "ANALYZING" | "ANALYSIS_COMPLETED";
                        liveness: {
                            /** @enum {unknown} */
                            status: "LIVENESS_FOUND" | "LIVENESS_NOT_FOUND" | null;
                        };
                        faceMatch: {
                            /** @enum {unknown} */
                            status: "HAS_FACE_MATCH" | "HAS_NO_FACE_MATCH" | null;
                        };
                        documentDetails: {
                            /** @enum {unknown} */
                            status: "DETECTED_DOCUMENT" | "NO_DOCUMENT_DETECTED" | null;
                        };
                        /** Format: date-time */
                        analyzedAt: string | null;
                    }[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    submitDocument: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 10020030240 */
                documentNumber: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @description What the picture shows. Submit a SELFIE first: the others require one for the same CPF that is not rejected.
                     * @enum {string}
                     */
                    documentType: "RG" | "CNH" | "RNE" | "CRNM" | "DNI" | "SELFIE";
                    /**
                     * @description Which side; required for all but SELFIE, which has none.
                     * @enum {string}
                     */
                    documentSide?: "FRONT" | "BACK";
                    /** @description The file as it is. */
                    image: unknown;
                };
            };
        };
        responses: {
            /** @description Sends a picture for analysis, as a form with JPEG or PNG in its part `image`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    submitDeepface: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 10020030240 */
                documentNumber: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @description What the picture shows. Submit a SELFIE first: the others require one for the same CPF that is not rejected.
                     * @enum {string}
                     */
                    documentType: "RG" | "CNH" | "RNE" | "CRNM" | "DNI" | "SELFIE";
                    /**
                     * @description Which side; required for all but SELFIE, which has none.
                     * @enum {string}
                     */
                    documentSide?: "FRONT" | "BACK";
                    /** @description The file as it is. */
                    image: unknown;
                };
            };
        };
        responses: {
            /** @description The same, as newer programs send it; `provider` and `providerMetadata` are ignored. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    accountsOfHolder: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 10020030169 */
                documentNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment accounts of a person or company, by number; the first hundred. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        branch: string;
                        number: string;
                        /** @enum {string} */
                        type: "CHECKING" | "PAYMENT";
                        /** @enum {string} */
                        status: "ACTIVE" | "BLOCKED" | "CLOSED";
                        reason: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        bank: {
                            ispb: string;
                            code: string | null;
                            name: string;
                        };
                        holder: {
                            document: {
                                value: string;
                                /** @enum {string} */
                                type: "CPF" | "CNPJ";
                            };
                            /** @enum {string} */
                            type: "CUSTOMER" | "BUSINESS";
                            name: string;
                            /** @enum {string} */
                            status: "ACTIVE" | "BLOCKED";
                            /** Format: date-time */
                            createdAt: string;
                        };
                    }[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    openPaymentAccount: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
                "idempotency-key"?: string;
            };
            path: {
                /** @example 10020030169 */
                documentNumber: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "accountType": "PAYMENT_ACCOUNT"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    accountType?: "PAYMENT_ACCOUNT";
                };
            };
        };
        responses: {
            /** @description Opens a payment account for an approved customer: without a key a new one for each request. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        branch: string;
                        number: string;
                        /** @enum {string} */
                        type: "CHECKING" | "PAYMENT";
                        /** @enum {string} */
                        status: "ACTIVE" | "BLOCKED" | "CLOSED";
                        reason: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        bank: {
                            ispb: string;
                            code: string | null;
                            name: string;
                        };
                        holder: {
                            document: {
                                value: string;
                                /** @enum {string} */
                                type: "CPF" | "CNPJ";
                            };
                            /** @enum {string} */
                            type: "CUSTOMER" | "BUSINESS";
                            name: string;
                            /** @enum {string} */
                            status: "ACTIVE" | "BLOCKED";
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, CUSTOMER_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "CUSTOMER_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            /** @description IDEMPOTENCY_KEY_REUSED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "IDEMPOTENCY_KEY_REUSED";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description INVALID_ACCOUNT_HOLDER_STATUS, PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_ACCOUNT_HOLDER_STATUS" | "PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    paymentAccount: {
        parameters: {
            query?: {
                includeBalance?: "true" | "false";
            };
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 200001 */
                accountNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A payment account by its number; `includeBalance=true` adds its balance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        branch: string;
                        number: string;
                        /** @enum {string} */
                        type: "CHECKING" | "PAYMENT";
                        /** @enum {string} */
                        status: "ACTIVE" | "BLOCKED" | "CLOSED";
                        reason: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        bank: {
                            ispb: string;
                            code: string | null;
                            name: string;
                        };
                        holder: {
                            document: {
                                value: string;
                                /** @enum {string} */
                                type: "CPF" | "CNPJ";
                            };
                            /** @enum {string} */
                            type: "CUSTOMER" | "BUSINESS";
                            name: string;
                            /** @enum {string} */
                            status: "ACTIVE" | "BLOCKED";
                            /** Format: date-time */
                            createdAt: string;
                        };
                        balance?: {
                            available: {
                                amount: number;
                                currency: string;
                            };
                            inProcess: {
                                amount: number;
                                currency: string;
                            };
                            blocked: {
                                amount: number;
                                currency: string;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, ACCOUNT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "ACCOUNT_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    closePaymentAccount: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 200003 */
                accountNumber: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "HOLDER_REQUEST"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    reason?: "HOLDER_REQUEST" | "COMMERCIAL_DISAGREEMENT";
                };
            };
        };
        responses: {
            /** @description Closes a payment account for good; `reason` is HOLDER_REQUEST unless it says otherwise. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, ACCOUNT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "ACCOUNT_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description INVALID_ACCOUNT_STATUS, ACCOUNT_CANNOT_BE_CLOSED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_ACCOUNT_STATUS" | "ACCOUNT_CANNOT_BE_CLOSED";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    pocketsOfAccount: {
        parameters: {
            query?: never;
            header: {
                "api-version": "2" | "2.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 200001 */
                accountNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest hundred pockets of a payment account, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            number: string;
                            label: string;
                            suffix: string;
                            currency: string;
                            type: string;
                            /** @enum {string} */
                            status: "ACTIVE" | "DORMANT" | "LOCKED" | "CLOSED";
                            reason: string;
                            category: string;
                            /** @enum {string} */
                            useCase: "CORPORATE_EXPENSES" | "ACCOUNT_FOR_UNDER_AGE" | "FLEXIBLE_BENEFITS" | "BALANCE_SEGREGATION";
                            /** Format: date-time */
                            createdAt: string;
                            user: {
                                name: string;
                                document: {
                                    value: string;
                                    /** @enum {string} */
                                    type: "CPF" | "CNPJ";
                                };
                                /** Format: date-time */
                                birthDate: string;
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, ACCOUNT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "ACCOUNT_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPocket: {
        parameters: {
            query?: never;
            header: {
                "api-version": "2" | "2.0";
                "x-correlation-id"?: string;
                /** @example 0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55 */
                "idempotency-key": string;
            };
            path: {
                /** @example 200001 */
                accountNumber: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "user": {
                 *           "name": "Maria Exemplo",
                 *           "document": {
                 *             "value": "10020030240",
                 *             "type": "CPF"
                 *           },
                 *           "birthDate": "1990-01-31"
                 *         },
                 *         "currency": "BRL",
                 *         "label": "School trip",
                 *         "useCase": "CORPORATE_EXPENSES"
                 *       },
                 *       "metadata": {
                 *         "branch": "South"
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** @description Future user of the pocket. */
                        user: {
                            /** @description Name of the user, 1 to 256 characters. */
                            name: string;
                            /** @description CPF or CNPJ of the user. */
                            document: {
                                /** @description Its digits, without a mask: 11 for a CPF, 14 for a CNPJ. */
                                value: string;
                                /**
                                 * @description Kind of the document: CPF for a person, CNPJ for a company.
                                 * @enum {string}
                                 */
                                type: "CPF" | "CNPJ";
                            };
                            /**
                             * Format: date
                             * @description Birth date of the user; the use case determines the allowed age.
                             */
                            birthDate: string;
                        };
                        /** @description Active ISO 4217 code in upper case, such as `BRL`. */
                        currency: string;
                        /** @description Name of the pocket, 1 to 60 characters after trimming. */
                        label: string;
                        /**
                         * @description What the pocket is for.
                         * @enum {string}
                         */
                        useCase: "CORPORATE_EXPENSES" | "ACCOUNT_FOR_UNDER_AGE" | "FLEXIBLE_BENEFITS" | "BALANCE_SEGREGATION";
                    };
                    metadata?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Creates a pocket under a payment account. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            number: string;
                            label: string;
                            suffix: string;
                            currency: string;
                            type: string;
                            /** @enum {string} */
                            status: "ACTIVE" | "DORMANT" | "LOCKED" | "CLOSED";
                            reason: string;
                            category: string;
                            /** @enum {string} */
                            useCase: "CORPORATE_EXPENSES" | "ACCOUNT_FOR_UNDER_AGE" | "FLEXIBLE_BENEFITS" | "BALANCE_SEGREGATION";
                            /** Format: date-time */
                            createdAt: string;
                            user: {
                                name: string;
                                document: {
                                    value: string;
                                    /** @enum {string} */
                                    type: "CPF" | "CNPJ";
                                };
                                /** Format: date-time */
                                birthDate: string;
                            };
                            account: {
                                branch: string;
                                number: string;
                                /** @enum {string} */
                                status: "ACTIVE" | "BLOCKED" | "CLOSED";
                                reason: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                bank: {
                                    ispb: string;
                                    code: string | null;
                                    name: string;
                                };
                                holder: {
                                    document: {
                                        value: string;
                                        /** @enum {string} */
                                        type: "CPF" | "CNPJ";
                                    };
                                    /** @enum {string} */
                                    type: "CUSTOMER" | "BUSINESS";
                                    name: string;
                                    /** @enum {string} */
                                    status: "ACTIVE" | "BLOCKED";
                                    /** Format: date-time */
                                    createdAt: string;
                                };
                            };
                        };
                        links: {
                            url: string;
                            rel: string;
                            /** @enum {string} */
                            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                        }[];
                        metadata: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, ACCOUNT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "ACCOUNT_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            /** @description IDEMPOTENCY_KEY_REUSED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "IDEMPOTENCY_KEY_REUSED";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description INVALID_ACCOUNT_STATUS, PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM, INVALID_USER_BIRTHDATE_FOR_USE_CASE, INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE, MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_ACCOUNT_STATUS" | "PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM" | "INVALID_USER_BIRTHDATE_FOR_USE_CASE" | "INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE" | "MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    pocket: {
        parameters: {
            query?: {
                resultLevel?: "BASIC";
            };
            header: {
                "api-version": "2" | "2.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 2000018412BRL */
                pocketNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A pocket by its number; `resultLevel=BASIC` leaves its account out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            number: string;
                            label: string;
                            suffix: string;
                            currency: string;
                            type: string;
                            /** @enum {string} */
                            status: "ACTIVE" | "DORMANT" | "LOCKED" | "CLOSED";
                            reason: string;
                            category: string;
                            /** @enum {string} */
                            useCase: "CORPORATE_EXPENSES" | "ACCOUNT_FOR_UNDER_AGE" | "FLEXIBLE_BENEFITS" | "BALANCE_SEGREGATION";
                            /** Format: date-time */
                            createdAt: string;
                            user: {
                                name: string;
                                document: {
                                    value: string;
                                    /** @enum {string} */
                                    type: "CPF" | "CNPJ";
                                };
                                /** Format: date-time */
                                birthDate: string;
                            };
                            account?: {
                                branch: string;
                                number: string;
                                /** @enum {string} */
                                status: "ACTIVE" | "BLOCKED" | "CLOSED";
                                reason: string | null;
                                /** Format: date-time */
                                createdAt: string;
                                bank: {
                                    ispb: string;
                                    code: string | null;
                                    name: string;
                                };
                                holder: {
                                    document: {
                                        value: string;
                                        /** @enum {string} */
                                        type: "CPF" | "CNPJ";
                                    };
                                    /** @enum {string} */
                                    type: "CUSTOMER" | "BUSINESS";
                                    name: string;
                                    /** @enum {string} */
                                    status: "ACTIVE" | "BLOCKED";
                                    /** Format: date-time */
                                    createdAt: string;
                                };
                            };
                        };
                        links: {
                            url: string;
                            rel: string;
                            method: string;
                        }[];
                        metadata: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, POCKET_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "POCKET_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    closePocket: {
        parameters: {
            query?: never;
            header: {
                "api-version": "2" | "2.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 2000018412BRL */
                pocketNumber: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "reason": "HOLDER_REQUEST"
                 *       }
                 *     }
                 */
                "application/json": {
                    data?: {
                        /** @enum {string} */
                        reason?: "HOLDER_REQUEST" | "COMMERCIAL_DISAGREEMENT";
                    };
                    /** @enum {string} */
                    reason?: "HOLDER_REQUEST" | "COMMERCIAL_DISAGREEMENT";
                };
            };
        };
        responses: {
            /** @description Closes a pocket for good; `reason` is HOLDER_REQUEST unless it says otherwise. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, POCKET_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "POCKET_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description INVALID_POCKET_STATUS, POCKET_HAS_BALANCE */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_POCKET_STATUS" | "POCKET_HAS_BALANCE";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /** @description NOT_AVAILABLE_AT_PROVIDER */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_AVAILABLE_AT_PROVIDER";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    balancesOfPocket: {
        parameters: {
            query?: never;
            header: {
                "api-version": "2" | "2.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 2000018412BRL */
                pocketNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Balances of a pocket. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            total: {
                                value: number;
                                currency: string;
                            };
                            available: {
                                value: number;
                                currency: string;
                            };
                            hold: {
                                value: number;
                                currency: string;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, POCKET_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "POCKET_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    saveToPocket: {
        parameters: {
            query?: never;
            header: {
                "api-version": "2" | "2.0";
                "x-correlation-id"?: string;
                /** @example 0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55 */
                "idempotency-key": string;
            };
            path: {
                /** @example 2000018412BRL */
                pocketNumber: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "amount": {
                 *           "value": 10.5,
                 *           "currency": "BRL"
                 *         },
                 *         "description": "School trip"
                 *       }
                 *     }
                 */
                "application/json": {
                    data?: {
                        description?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Moves money from the account into a pocket. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            authenticationCode: string;
                            /** @enum {string} */
                            type: "SAVING" | "REDEEM";
                            /** @enum {string} */
                            status: "CREATED" | "DONE" | "ERROR";
                            amount: {
                                value: number;
                                currency: string;
                            };
                            description: string | null;
                            pocket: {
                                number: string;
                            };
                            /** Format: date-time */
                            createdAt: string;
                        };
                        links: {
                            url: string;
                            rel: string;
                            /** @enum {string} */
                            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, POCKET_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "POCKET_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            /** @description IDEMPOTENCY_KEY_REUSED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "IDEMPOTENCY_KEY_REUSED";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description INVALID_ACCOUNT_STATUS, INVALID_POCKET_STATUS, CURRENCY_MISMATCH, INSUFFICIENT_FUNDS */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_ACCOUNT_STATUS" | "INVALID_POCKET_STATUS" | "CURRENCY_MISMATCH" | "INSUFFICIENT_FUNDS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /** @description NOT_AVAILABLE_AT_PROVIDER */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_AVAILABLE_AT_PROVIDER";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeemFromPocket: {
        parameters: {
            query?: never;
            header: {
                "api-version": "2" | "2.0";
                "x-correlation-id"?: string;
                /** @example 0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55 */
                "idempotency-key": string;
            };
            path: {
                /** @example 2000018412BRL */
                pocketNumber: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "amount": {
                 *           "value": 10.5,
                 *           "currency": "BRL"
                 *         },
                 *         "description": "School trip"
                 *       }
                 *     }
                 */
                "application/json": {
                    data?: {
                        description?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Moves money from a pocket back to the account. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            authenticationCode: string;
                            /** @enum {string} */
                            type: "SAVING" | "REDEEM";
                            /** @enum {string} */
                            status: "CREATED" | "DONE" | "ERROR";
                            amount: {
                                value: number;
                                currency: string;
                            };
                            description: string | null;
                            pocket: {
                                number: string;
                            };
                            /** Format: date-time */
                            createdAt: string;
                        };
                        links: {
                            url: string;
                            rel: string;
                            /** @enum {string} */
                            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, POCKET_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "POCKET_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            /** @description IDEMPOTENCY_KEY_REUSED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "IDEMPOTENCY_KEY_REUSED";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description INVALID_ACCOUNT_STATUS, INVALID_POCKET_STATUS, CURRENCY_MISMATCH, INSUFFICIENT_FUNDS */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_ACCOUNT_STATUS" | "INVALID_POCKET_STATUS" | "CURRENCY_MISMATCH" | "INSUFFICIENT_FUNDS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /** @description NOT_AVAILABLE_AT_PROVIDER */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_AVAILABLE_AT_PROVIDER";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    pocketTransaction: {
        parameters: {
            query?: never;
            header: {
                "api-version": "2" | "2.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55 */
                authenticationCode: string;
                pocketNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A saving or a redeem of a pocket by its code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            authenticationCode: string;
                            /** @enum {string} */
                            type: "SAVING" | "REDEEM";
                            /** @enum {string} */
                            status: "CREATED" | "DONE" | "ERROR";
                            amount: {
                                value: number;
                                currency: string;
                            };
                            description: string | null;
                            pocket: {
                                number: string;
                            };
                            /** Format: date-time */
                            createdAt: string;
                        };
                        links: {
                            url: string;
                            rel: string;
                            method: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, POCKET_TRANSACTION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "POCKET_TRANSACTION_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    balancesOfAccount: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 200001 */
                accountNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Balances of a payment account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            total: {
                                value: number;
                                currency: string;
                            };
                            available: {
                                value: number;
                                currency: string;
                            };
                            hold: {
                                value: number;
                                currency: string;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, ACCOUNT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "ACCOUNT_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    statement: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 200001 */
                accountNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Movements of the available balance of a payment account, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            sequence: number;
                            /** @enum {string} */
                            kind: "CASH_IN" | "SAVING" | "REDEEM";
                            amount: {
                                value: number;
                                currency: string;
                            };
                            balanceAfter: {
                                value: number;
                                currency: string;
                            };
                            /** Format: date-time */
                            occurredAt: string;
                            /** Format: uuid */
                            authenticationCode: string;
                            description: string | null;
                        }[];
                        links: {
                            url: string;
                            rel: string;
                            method: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                        };
                    };
                };
            };
            /** @description INVALID_PARAMETER, UNSUPPORTED_API_VERSION, BAD_REQUEST, INVALID_CURSOR */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_PARAMETER" | "UNSUPPORTED_API_VERSION" | "BAD_REQUEST" | "INVALID_CURSOR";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, ACCOUNT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "ACCOUNT_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    registerPixEntry: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
                "x-svc-transactional-hash"?: string;
                "x-svc-pix-user-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "addressingKey": {
                 *         "type": "EVP"
                 *       },
                 *       "account": {
                 *         "branch": "0001",
                 *         "number": "200001",
                 *         "type": "PAYMENT"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The key. */
                    addressingKey: {
                        /**
                         * @description Kind of the key; it determines the format of the value.
                         * @enum {string}
                         */
                        type: "CPF" | "CNPJ" | "EVP" | "PHONE" | "EMAIL";
                        /** @description CPF of 11 digits, CNPJ of 14, phone in E.164 format such as `+5511987650077`, or an e-mail address of at most 77 ASCII characters. Absent for EVP, which is generated. */
                        value?: string;
                    };
                    /** @description The account that the key identifies. */
                    account: {
                        /** @description Branch number, such as `0001`. */
                        branch: string;
                        /** @description Account number, including the digit, such as `200001`. */
                        number: string;
                        /**
                         * @description Kind of the account.
                         * @enum {string}
                         */
                        type: "CHECKING" | "PAYMENT";
                        /** @description The bank of the account. Optional; another bank is an InvalidInputError. */
                        bank?: {
                            /** @description Identifier in the Brazilian payment system (ISPB), eight digits, such as `99990001`. */
                            ispb: string;
                            /** @description Clearing code, three digits, such as `990`. */
                            code: string;
                            /** @description Name, such as `Banco Exemplo S.A.`. */
                            name: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Registers an addressing key for an account. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        addressingKey: {
                            /** @enum {string} */
                            type: "CPF" | "CNPJ" | "EVP" | "PHONE" | "EMAIL";
                            value: string;
                        };
                        account: {
                            branch: string;
                            number: string;
                            type: string;
                            holder: {
                                document: {
                                    value: string;
                                    type: string;
                                };
                                documentNumber: string;
                                type: string;
                                name: string;
                            };
                            bank: {
                                ispb: string;
                                code: string;
                                compe: string;
                                name: string;
                            };
                        };
                        /** @enum {string} */
                        status: "OWNED";
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        ownedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            /** @description IDEMPOTENCY_KEY_REUSED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "IDEMPOTENCY_KEY_REUSED";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description INVALID_ACCOUNT_STATUS, INVALID_ACCOUNT_HOLDER_STATUS, ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT, ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE, TARGET_ACCOUNT_DOES_NOT_EXIST, MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT, ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT, ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER, ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT, ENTRY_ALREADY_EXISTS_TO_SAME_OWNER_INTO_ANOTHER_PLAYER, EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL, INVALID_USER_ID, PERMISSION_NOT_GRANTED, INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY, INVALID_TRANSACTIONAL_HASH */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_ACCOUNT_STATUS" | "INVALID_ACCOUNT_HOLDER_STATUS" | "ADDRESSING_KEY_VALUE_AND_ACCOUNT_HOLDER_DOCUMENT_ARE_DIFFERENT" | "ADDRESSING_KEY_TYPE_IS_INVALID_FOR_ACCOUNT_HOLDER_TYPE" | "TARGET_ACCOUNT_DOES_NOT_EXIST" | "MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT" | "ENTRY_ALREADY_EXISTS_TO_SAME_HOLDER_AND_ANOTHER_ACCOUNT" | "ENTRY_ALREADY_EXISTS_TO_ANOTHER_HOLDER" | "ENTRY_ALREADY_EXISTS_TO_SAME_ACCOUNT" | "ENTRY_ALREADY_EXISTS_TO_SAME_OWNER_INTO_ANOTHER_PLAYER" | "EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL" | "INVALID_USER_ID" | "PERMISSION_NOT_GRANTED" | "INVALID_PHONE_NUMBER_TO_ADDRESSING_KEY" | "INVALID_TRANSACTIONAL_HASH";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS, TOO_MANY_LOOKUPS */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "TOO_MANY_REQUESTS" | "TOO_MANY_LOOKUPS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addressingKeys: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 200001 */
                accountNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Addressing keys of a payment account, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        type: string;
                        value: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, ACCOUNT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "ACCOUNT_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    pixEntry: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 10020030320 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An addressing key of an account of the partner, with its holder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For a payment to this key; a new one each time. */
                        endToEndId: string;
                        addressingKey: {
                            /** @enum {string} */
                            type: "CPF" | "CNPJ" | "EVP" | "PHONE" | "EMAIL";
                            value: string;
                        };
                        holder: {
                            /** @enum {string} */
                            type: "CUSTOMER" | "BUSINESS";
                            name: string;
                            document: {
                                value: string;
                                /** @enum {string} */
                                type: "CPF" | "CNPJ";
                            };
                        };
                        /** @enum {string} */
                        status: "OWNED";
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        ownedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, PIX_ENTRY_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "PIX_ENTRY_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deletePixEntry: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
                "x-svc-pix-user-id"?: string;
            };
            path: {
                /** @example ana@example.com */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletes an addressing key. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, PIX_ENTRY_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "PIX_ENTRY_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            /** @description INVALID_USER_ID, PERMISSION_NOT_GRANTED */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_USER_ID" | "PERMISSION_NOT_GRANTED";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTotp: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
                /** @example 10020030169 */
                "x-svc-user-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "context": "Pix",
                 *       "operation": "RegisterEntry",
                 *       "data": {
                 *         "addressingKey": {
                 *           "type": "EMAIL",
                 *           "value": "maria@example.com"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    context?: "Pix";
                    /** @enum {string} */
                    operation?: "RegisterEntry";
                    data: {
                        /** @description The key to register, of type EMAIL or PHONE; other types require no code. */
                        addressingKey: {
                            /**
                             * @description Kind of the key; it determines the format of the value.
                             * @enum {string}
                             */
                            type: "CPF" | "CNPJ" | "EVP" | "PHONE" | "EMAIL";
                            /** @description CPF of 11 digits, CNPJ of 14, phone in E.164 format such as `+5511987650077`, or an e-mail address of at most 77 ASCII characters. Absent for EVP, which is generated. */
                            value?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Makes a one-time code for an e-mail address or phone, which the partner itself delivers. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hash: string;
                        code?: string;
                    };
                };
            };
            /** @description INVALID_PARAMETER, UNSUPPORTED_API_VERSION, BAD_REQUEST, INVALID_USER_ID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_PARAMETER" | "UNSUPPORTED_API_VERSION" | "BAD_REQUEST" | "INVALID_USER_ID";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description UNAUTHORIZED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "UNAUTHORIZED";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "FORBIDDEN";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description NOT_ACCEPTABLE */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_ACCEPTABLE";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "PAYLOAD_TOO_LARGE";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "UNSUPPORTED_MEDIA_TYPE";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS, TOO_MANY_TOTP_CHALLENGES */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "TOO_MANY_REQUESTS" | "TOO_MANY_TOTP_CHALLENGES";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description INTERNAL_SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "INTERNAL_SERVER_ERROR";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "SERVICE_UNAVAILABLE";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
        };
    };
    validateTotp: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hash": "the hash from POST /totp",
                 *       "code": "041207"
                 *     }
                 */
                "application/json": {
                    /** @description The `hash` from createTotp. */
                    hash: string;
                    /** @description The code, six digits such as `041207`, with leading zeros. Five wrong codes end the challenge. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Checks a one-time code; its hash is the `x-svc-transactional-hash` of a registration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hash: string;
                        expirationInSeconds: number;
                    };
                };
            };
            /** @description INVALID_PARAMETER, UNSUPPORTED_API_VERSION, BAD_REQUEST, INVALID_USER_ID */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_PARAMETER" | "UNSUPPORTED_API_VERSION" | "BAD_REQUEST" | "INVALID_USER_ID";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description UNAUTHORIZED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "UNAUTHORIZED";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description FORBIDDEN */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "FORBIDDEN";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description NOT_ACCEPTABLE */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_ACCEPTABLE";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "PAYLOAD_TOO_LARGE";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "UNSUPPORTED_MEDIA_TYPE";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description ENTRY_TRANSACTIONAL_HASH_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "ENTRY_TRANSACTIONAL_HASH_INVALID";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS, TOO_MANY_TOTP_TRIES */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "TOO_MANY_REQUESTS" | "TOO_MANY_TOTP_TRIES";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description INTERNAL_SERVER_ERROR */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "INTERNAL_SERVER_ERROR";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            /** @description SERVICE_UNAVAILABLE */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    } | {
                        errors: {
                            /** @enum {string} */
                            code: "SERVICE_UNAVAILABLE";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
        };
    };
    webhookConfigurations: {
        parameters: {
            query?: {
                /** @example Enabled */
                status?: "Enabled" | "Disabled";
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook configurations of the partner, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            context: "Pocket" | "Customer" | "Pix" | "Ted" | "Account" | "Webhook" | "Other";
                            /** @enum {string} */
                            eventName: "OTHER" | "ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_FULLY_CLOSED" | "CUSTOMER_WAS_RECEIVED" | "CUSTOMER_WAS_APPROVED" | "CUSTOMER_WAS_REPROVED" | "CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED" | "CUSTOMER_WAS_UPDATED" | "CUSTOMER_WAS_CANCELED" | "PIX_CASH_IN_WAS_RECEIVED" | "PIX_CASH_IN_WAS_CLEARED" | "TED_CASH_IN_WAS_RECEIVED" | "TED_CASH_IN_WAS_CLEARED" | "PIX_ENTRY_WAS_DELETED" | "PIX_ENTRY_ACCOUNT_WAS_CHANGED" | "ACCOUNT_WAS_CLOSED" | "WEBHOOK_CONFIGURATION_WAS_CHANGED" | "POCKET_ACCOUNT_SAVING_WAS_COMPLETED" | "POCKET_ACCOUNT_REDEEM_WAS_COMPLETED";
                            uri: string;
                            publicKey: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt?: string;
                            /** @enum {string} */
                            status: "Enabled" | "Disabled";
                        }[];
                        links: {
                            url: string;
                            rel: string;
                            method: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                        };
                    };
                };
            };
            /** @description INVALID_PARAMETER, UNSUPPORTED_API_VERSION, BAD_REQUEST, INVALID_CURSOR */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_PARAMETER" | "UNSUPPORTED_API_VERSION" | "BAD_REQUEST" | "INVALID_CURSOR";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhookConfiguration: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Cleared cash-ins",
                 *       "context": "Pix",
                 *       "eventName": "PIX_CASH_IN_WAS_CLEARED",
                 *       "uri": "https://partner.example/pix",
                 *       "publicKey": "my-key",
                 *       "privateKey": "a text of 16 to 512 characters"
                 *     }
                 */
                "application/json": {
                    /** @description Name of the configuration, 1 to 50 characters after trimming. The host of uri if absent. */
                    name?: string;
                    /** @description All events to send, of any context, without repetitions; must include eventName. OTHER means those of the given context. Only eventName if absent. */
                    eventNames?: ("OTHER" | "ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_FULLY_CLOSED" | "CUSTOMER_WAS_RECEIVED" | "CUSTOMER_WAS_APPROVED" | "CUSTOMER_WAS_REPROVED" | "CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED" | "CUSTOMER_WAS_UPDATED" | "CUSTOMER_WAS_CANCELED" | "PIX_CASH_IN_WAS_RECEIVED" | "PIX_CASH_IN_WAS_CLEARED" | "TED_CASH_IN_WAS_RECEIVED" | "TED_CASH_IN_WAS_CLEARED" | "PIX_ENTRY_WAS_DELETED" | "PIX_ENTRY_ACCOUNT_WAS_CHANGED" | "ACCOUNT_WAS_CLOSED" | "WEBHOOK_CONFIGURATION_WAS_CHANGED" | "POCKET_ACCOUNT_SAVING_WAS_COMPLETED" | "POCKET_ACCOUNT_REDEEM_WAS_COMPLETED")[];
                    /** @description Names of events as in the body, 1 to 20, each of 1 to 150 characters. Required for the event OTHER, and only allowed there. */
                    rawEventNames?: string[];
                    /** @description Context of the events as in the body, 1 to 50 characters. Required for the context OTHER, and only allowed there. */
                    rawContext?: string;
                    /** @description URL that receives messages by POST: https, at most 500 characters, without user, password and fragment; its host must have only public addresses. Sandbox mode also allows http and private addresses. */
                    uri: string;
                    /** @description Sent in the header `publicKey` of each message; 1 to 64 visible ASCII characters. One of 32 hexadecimal digits is made if absent. */
                    publicKey?: string;
                    /**
                     * @description Format of message bodies; a message keeps its format.
                     * @enum {string}
                     */
                    format?: "STANDARD" | "CLOUDEVENTS" | "ENVELOPES";
                    /** @description Signature schemes, one or both. */
                    signatureSchemes?: ("V1" | "V1A")[];
                    /** @description Only events of payment accounts with these numbers and of their pockets are captured: at most 100, each of 1 to 100 characters and given once; empty: of all. One that does not exist yet counts from its opening on. */
                    accountNumbers?: string[];
                    /** @description Only events with these values of `entityId` are captured: at most 100, each of 1 to 100 characters and given once; empty: all. */
                    entityIds?: string[];
                    context?: string;
                    eventName?: string;
                    privateKey: string;
                };
            };
        };
        responses: {
            /** @description Creates a webhook configuration. Its bodies are ENVELOPES unless `format` says otherwise; `privateKey` is the HMAC secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            context: "Pocket" | "Customer" | "Pix" | "Ted" | "Account" | "Webhook" | "Other";
                            /** @enum {string} */
                            eventName: "OTHER" | "ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_FULLY_CLOSED" | "CUSTOMER_WAS_RECEIVED" | "CUSTOMER_WAS_APPROVED" | "CUSTOMER_WAS_REPROVED" | "CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED" | "CUSTOMER_WAS_UPDATED" | "CUSTOMER_WAS_CANCELED" | "PIX_CASH_IN_WAS_RECEIVED" | "PIX_CASH_IN_WAS_CLEARED" | "TED_CASH_IN_WAS_RECEIVED" | "TED_CASH_IN_WAS_CLEARED" | "PIX_ENTRY_WAS_DELETED" | "PIX_ENTRY_ACCOUNT_WAS_CHANGED" | "ACCOUNT_WAS_CLOSED" | "WEBHOOK_CONFIGURATION_WAS_CHANGED" | "POCKET_ACCOUNT_SAVING_WAS_COMPLETED" | "POCKET_ACCOUNT_REDEEM_WAS_COMPLETED";
                            uri: string;
                            publicKey: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt?: string;
                            /** @enum {string} */
                            status: "Enabled" | "Disabled";
                        };
                        links: {
                            url: string;
                            rel: string;
                            method: string;
                        }[];
                        meta: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            /** @description WEBHOOK_CONFIGURATION_ALREADY_EXISTS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "WEBHOOK_CONFIGURATION_ALREADY_EXISTS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description TOO_MANY_WEBHOOK_CONFIGURATIONS */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "TOO_MANY_WEBHOOK_CONFIGURATIONS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    webhookConfiguration: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 7d0c2f7e-6e55-4c55-9d0e-0d9b0a8f4a11 */
                configurationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook configuration by its id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            context: "Pocket" | "Customer" | "Pix" | "Ted" | "Account" | "Webhook" | "Other";
                            /** @enum {string} */
                            eventName: "OTHER" | "ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_FULLY_CLOSED" | "CUSTOMER_WAS_RECEIVED" | "CUSTOMER_WAS_APPROVED" | "CUSTOMER_WAS_REPROVED" | "CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED" | "CUSTOMER_WAS_UPDATED" | "CUSTOMER_WAS_CANCELED" | "PIX_CASH_IN_WAS_RECEIVED" | "PIX_CASH_IN_WAS_CLEARED" | "TED_CASH_IN_WAS_RECEIVED" | "TED_CASH_IN_WAS_CLEARED" | "PIX_ENTRY_WAS_DELETED" | "PIX_ENTRY_ACCOUNT_WAS_CHANGED" | "ACCOUNT_WAS_CLOSED" | "WEBHOOK_CONFIGURATION_WAS_CHANGED" | "POCKET_ACCOUNT_SAVING_WAS_COMPLETED" | "POCKET_ACCOUNT_REDEEM_WAS_COMPLETED";
                            uri: string;
                            publicKey: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt?: string;
                            /** @enum {string} */
                            status: "Enabled" | "Disabled";
                        };
                        links: {
                            url: string;
                            rel: string;
                            method: string;
                        }[];
                        meta: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, WEBHOOK_CONFIGURATION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "WEBHOOK_CONFIGURATION_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhookConfiguration: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 7d0c2f7e-6e55-4c55-9d0e-0d9b0a8f4a11 */
                configurationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletes a webhook configuration. Its messages are kept; those that are still pending are not sent. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, WEBHOOK_CONFIGURATION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "WEBHOOK_CONFIGURATION_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhookConfiguration: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 7d0c2f7e-6e55-4c55-9d0e-0d9b0a8f4a11 */
                configurationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uri": "https://partner.example/cash-ins"
                 *     }
                 */
                "application/json": {
                    /** @description A new name, 1 to 50 characters after trimming. */
                    name?: string;
                    /** @description URL that receives messages by POST: https, at most 500 characters, without user, password and fragment; its host must have only public addresses. Sandbox mode also allows http and private addresses. */
                    uri?: string;
                    /** @description Sent in the header `publicKey` of each message; 1 to 64 visible ASCII characters. */
                    publicKey?: string;
                    /** @description All events to send, of any context, without repetitions; must include eventName. OTHER means those of the given context. */
                    eventNames?: ("OTHER" | "ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_FULLY_CLOSED" | "CUSTOMER_WAS_RECEIVED" | "CUSTOMER_WAS_APPROVED" | "CUSTOMER_WAS_REPROVED" | "CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED" | "CUSTOMER_WAS_UPDATED" | "CUSTOMER_WAS_CANCELED" | "PIX_CASH_IN_WAS_RECEIVED" | "PIX_CASH_IN_WAS_CLEARED" | "TED_CASH_IN_WAS_RECEIVED" | "TED_CASH_IN_WAS_CLEARED" | "PIX_ENTRY_WAS_DELETED" | "PIX_ENTRY_ACCOUNT_WAS_CHANGED" | "ACCOUNT_WAS_CLOSED" | "WEBHOOK_CONFIGURATION_WAS_CHANGED" | "POCKET_ACCOUNT_SAVING_WAS_COMPLETED" | "POCKET_ACCOUNT_REDEEM_WAS_COMPLETED")[];
                    /** @description Names of events as in the body, 1 to 20, each of 1 to 150 characters. Required for the event OTHER, and only allowed there. */
                    rawEventNames?: string[];
                    /** @description Context of the events as in the body, 1 to 50 characters. Required for the context OTHER, and only allowed there. */
                    rawContext?: string;
                    /**
                     * @description Format of message bodies; a message keeps its format.
                     * @enum {string}
                     */
                    format?: "STANDARD" | "CLOUDEVENTS" | "ENVELOPES";
                    /** @description Signature schemes, one or both. */
                    signatureSchemes?: ("V1" | "V1A")[];
                    /** @description Only events of payment accounts with these numbers and of their pockets are captured: at most 100, each of 1 to 100 characters and given once; empty: of all. One that does not exist yet counts from its opening on. */
                    accountNumbers?: string[];
                    /** @description Only events with these values of `entityId` are captured: at most 100, each of 1 to 100 characters and given once; empty: all. */
                    entityIds?: string[];
                    /**
                     * @description DISABLED creates no messages and sends none; ENABLED resumes both.
                     * @enum {string}
                     */
                    status?: "Enabled" | "Disabled";
                    privateKey?: string;
                };
            };
        };
        responses: {
            /** @description Changes a webhook configuration; what is left out stays as it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            context: "Pocket" | "Customer" | "Pix" | "Ted" | "Account" | "Webhook" | "Other";
                            /** @enum {string} */
                            eventName: "OTHER" | "ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_FULLY_CLOSED" | "CUSTOMER_WAS_RECEIVED" | "CUSTOMER_WAS_APPROVED" | "CUSTOMER_WAS_REPROVED" | "CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED" | "CUSTOMER_WAS_UPDATED" | "CUSTOMER_WAS_CANCELED" | "PIX_CASH_IN_WAS_RECEIVED" | "PIX_CASH_IN_WAS_CLEARED" | "TED_CASH_IN_WAS_RECEIVED" | "TED_CASH_IN_WAS_CLEARED" | "PIX_ENTRY_WAS_DELETED" | "PIX_ENTRY_ACCOUNT_WAS_CHANGED" | "ACCOUNT_WAS_CLOSED" | "WEBHOOK_CONFIGURATION_WAS_CHANGED" | "POCKET_ACCOUNT_SAVING_WAS_COMPLETED" | "POCKET_ACCOUNT_REDEEM_WAS_COMPLETED";
                            uri: string;
                            publicKey: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt?: string;
                            /** @enum {string} */
                            status: "Enabled" | "Disabled";
                        };
                        links: {
                            url: string;
                            rel: string;
                            method: string;
                        }[];
                        meta: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, WEBHOOK_CONFIGURATION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "WEBHOOK_CONFIGURATION_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            /** @description WEBHOOK_CONFIGURATION_ALREADY_EXISTS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "WEBHOOK_CONFIGURATION_ALREADY_EXISTS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    enableWebhookConfiguration: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 7d0c2f7e-6e55-4c55-9d0e-0d9b0a8f4a11 */
                configurationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Enables a webhook configuration: events create messages, and messages are sent. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, WEBHOOK_CONFIGURATION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "WEBHOOK_CONFIGURATION_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            /** @description WEBHOOK_CONFIGURATION_ALREADY_EXISTS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "WEBHOOK_CONFIGURATION_ALREADY_EXISTS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disableWebhookConfiguration: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 7d0c2f7e-6e55-4c55-9d0e-0d9b0a8f4a11 */
                configurationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disables a webhook configuration: no messages are created, and none are sent. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, WEBHOOK_CONFIGURATION_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "WEBHOOK_CONFIGURATION_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            /** @description WEBHOOK_CONFIGURATION_ALREADY_EXISTS */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "WEBHOOK_CONFIGURATION_ALREADY_EXISTS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    processedMessages: {
        parameters: {
            query: {
                /** @example 2026-11-01 */
                startDate: string;
                /** @example 11/23/2026 */
                endDate: string;
                /** @example Failed */
                state?: "Success" | "Failed" | "Hold";
                eventState?: "Success" | "Failed" | "Hold";
                eventName?: string;
                /** @example Pix */
                context?: string;
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhook messages of the partner that were attempted or are held, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            /** Format: uuid */
                            idempotencyKey: string;
                            /** @enum {string} */
                            state: "Success" | "Failed" | "Hold";
                            destination: string;
                            /** @description In UTC, without a zone. */
                            sentDate: string;
                            /** @enum {string} */
                            eventName: "OTHER" | "ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_CREATED" | "POCKET_ACCOUNT_WAS_FULLY_CLOSED" | "CUSTOMER_WAS_RECEIVED" | "CUSTOMER_WAS_APPROVED" | "CUSTOMER_WAS_REPROVED" | "CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED" | "CUSTOMER_WAS_UPDATED" | "CUSTOMER_WAS_CANCELED" | "PIX_CASH_IN_WAS_RECEIVED" | "PIX_CASH_IN_WAS_CLEARED" | "TED_CASH_IN_WAS_RECEIVED" | "TED_CASH_IN_WAS_CLEARED" | "PIX_ENTRY_WAS_DELETED" | "PIX_ENTRY_ACCOUNT_WAS_CHANGED" | "ACCOUNT_WAS_CLOSED" | "WEBHOOK_CONFIGURATION_WAS_CHANGED" | "POCKET_ACCOUNT_SAVING_WAS_COMPLETED" | "POCKET_ACCOUNT_REDEEM_WAS_COMPLETED";
                            retryCount: number;
                            elapsedEventCapture: string;
                            elapsedHttpCall: string;
                            /** @enum {string} */
                            context: "Pocket" | "Customer" | "Pix" | "Ted" | "Account" | "Webhook" | "Other";
                        }[];
                        links: {
                            url: string;
                            rel: string;
                            method: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                        };
                    };
                };
            };
            /** @description INVALID_PARAMETER, UNSUPPORTED_API_VERSION, BAD_REQUEST, INVALID_CURSOR */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_PARAMETER" | "UNSUPPORTED_API_VERSION" | "BAD_REQUEST" | "INVALID_CURSOR";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    countBatch: {
        parameters: {
            query: {
                /** @example 2026-11-01 */
                startDate: string;
                /** @example 2026-11-23 */
                endDate: string;
                /** @example Failed */
                state?: "Success" | "Failed" | "Hold";
                eventState?: "Success" | "Failed" | "Hold";
                eventNames?: string;
                /** @example Pix */
                context?: string;
            };
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many webhook messages of a period match, held ones included; nothing is sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            matched: number;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reprocessBatch: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "startDate": "2026-11-01",
                 *       "endDate": "2026-11-23",
                 *       "state": "Failed",
                 *       "context": "Pix",
                 *       "eventNames": [
                 *         "PIX_CASH_IN_WAS_CLEARED"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description `YYYY-MM-DD` or `MM/DD/YYYY`. */
                    startDate: string;
                    /** @description `YYYY-MM-DD` or `MM/DD/YYYY`. */
                    endDate: string;
                    /** @enum {string} */
                    state?: "Success" | "Failed" | "Hold";
                    /** @enum {string} */
                    eventState?: "Success" | "Failed" | "Hold";
                    eventNames?: string | string[];
                    context?: string;
                };
            };
        };
        responses: {
            /** @description Sends all webhook messages of a period that match again, in the background; what is held is skipped. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            matched: number;
                            /** Format: date-time */
                            createdAt: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description TOO_MANY_REPROCESSINGS */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "TOO_MANY_REPROCESSINGS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reprocessMessage: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
            };
            path: {
                /** @example 0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55 */
                idempotencyKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sends a webhook message again, by its idempotency key or id; what is held is sent without that. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description NOT_FOUND, WEBHOOK_MESSAGE_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "NOT_FOUND" | "WEBHOOK_MESSAGE_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            /** @description WEBHOOK_MESSAGE_HAS_NO_RECEIVER */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "WEBHOOK_MESSAGE_HAS_NO_RECEIVER";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    simulateCashIn: {
        parameters: {
            query?: never;
            header: {
                "api-version": "1" | "1.0";
                "x-correlation-id"?: string;
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountNumber": "200001",
                 *       "amount": 150.25,
                 *       "rail": "PIX"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description A GUID v4, new for each request. A repetition with the same key and input within 7 days returns the first result; an error leaves the key free. Without a key each request creates something new.
                     */
                    idempotencyKey?: string;
                    /** @description Number of the payment account, including the digit. */
                    accountNumber: string;
                    /** @description Amount, 0.01 to 99999999999999.99 BRL, with at most two decimals. */
                    amount: number | string;
                    /**
                     * @description Payment rail: each raises two events.
                     * @enum {string}
                     */
                    rail: "PIX" | "TED";
                    /** @description After how many seconds it is cleared, 0 to 300; until then it is RECEIVED, and held. */
                    clearAfterSeconds?: number;
                };
            };
        };
        responses: {
            /** @description Simulates an incoming payment to an account; in sandbox mode only. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        amount: number;
                        currency: string;
                        endToEndId: string | null;
                        account: {
                            branch: string;
                            number: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description ACCOUNT_NOT_FOUND */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "ACCOUNT_NOT_FOUND";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            406: components["responses"]["NotAcceptable"];
            /** @description IDEMPOTENCY_KEY_REUSED */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "IDEMPOTENCY_KEY_REUSED";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description INVALID_ACCOUNT_STATUS */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            /** @enum {string} */
                            code: "INVALID_ACCOUNT_STATUS";
                            /** @description The header, parameter or body member that the error concerns. */
                            propertyName?: string;
                            messages: string[];
                            /** @description Data on how to proceed. */
                            details?: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description URL of a description of the code. */
                        reference: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
