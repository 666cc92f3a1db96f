// Written by `npm run generate`: what PostgreSQL says of each statement of this folder.
export {};
type WebhookFormat = 'STANDARD' | 'CLOUDEVENTS' | 'ENVELOPES';
declare module '../../platform/statements/statement.ts' {
  interface StatementTypes {
    find_secrets_of_partner: {
      readonly row: {
        readonly configurationId: string;
        readonly name: string;
        readonly secret: string;
        readonly previousSecret: string | null;
      };
      readonly given: readonly [string | null];
    };
    find_sent_message: {
      readonly row: {
        readonly configurationId: string;
        readonly format: WebhookFormat;
        readonly id: string;
        readonly name: string;
        readonly rawName: string | null;
        readonly entityId: string;
        readonly subjectId: string | null;
        readonly occurredAt: string;
        readonly body: string;
      };
      readonly given: readonly [string | null, string | null];
    };
  }
}
