import * as v from 'valibot';
import type { DataFields, DataOf } from '../../kernel/event-definition.ts';
import type { CashInParties, CashInParty } from './cash-in-parties.ts';

const CASH_IN_ID = '019a9c1e-6a10-7c2d-9e8f-1a2b3c4d5e6f';

const ACCOUNT = {
  type: 'object',
  description: 'The account.',
  properties: {
    branch: { type: 'string', description: 'Branch.', example: '0001', nullable: true },
    number: { type: 'string', description: 'Number, with its digit.', example: '100001', nullable: true },
    type: {
      type: 'string',
      description: 'Kind of the account.',
      example: 'PAYMENT',
      enum: ['CHECKING', 'PAYMENT'],
      nullable: true,
    },
    bank: {
      type: 'object',
      description: 'The bank that keeps it.',
      nullable: true,
      properties: {
        ispb: { type: 'string', description: 'ISPB, eight digits.', example: '99990001' },
        code: { type: 'string', description: 'Clearing code.', example: '990', nullable: true },
        name: { type: 'string', description: 'Name of the bank.', example: 'Banco Exemplo S.A.' },
      },
    },
  },
} as const satisfies DataFields[string];

/** Who pays or receives; after an erasure name and document are null. */
function partyField(description: string, example: { readonly name: string; readonly document: string }) {
  return {
    type: 'object',
    description,
    nullable: true,
    properties: {
      document: {
        type: 'object',
        description: 'CPF or CNPJ; null after an erasure.',
        nullable: true,
        properties: {
          value: { type: 'string', description: 'Its digits.', example: example.document },
          type: { type: 'string', description: 'Its kind.', example: 'CPF', enum: ['CPF', 'CNPJ'] },
        },
      },
      type: {
        type: 'string',
        description: 'A person or a company.',
        example: 'CUSTOMER',
        enum: ['CUSTOMER', 'BUSINESS'],
        nullable: true,
      },
      name: { type: 'string', description: 'Name; null after an erasure.', example: example.name, nullable: true },
      account: ACCOUNT,
    },
  } as const satisfies DataFields[string];
}

const SENDER = partyField('Who paid; null if that is not known.', { name: 'Gustavo Exemplo', document: '10020039972' });

const COMMON = {
  authenticationCode: { type: 'string', description: 'Id of the cash-in: `entityId`.', example: CASH_IN_ID },
  amount: {
    type: 'object',
    description: 'The amount.',
    properties: {
      value: { type: 'number', description: 'A number, with at most two decimals.', example: 150 },
      currency: { type: 'string', description: 'Currency, by ISO 4217.', example: 'BRL' },
    },
  },
  description: { type: 'string', description: 'What the payer wrote.', example: 'Pedido 4711', nullable: true },
  addressingKey: {
    type: 'object',
    description: 'The key that was paid to; null if branch and number were, and after an erasure.',
    nullable: true,
    properties: {
      type: {
        type: 'string',
        description: 'Type of the key.',
        example: 'EVP',
        enum: ['CPF', 'CNPJ', 'EVP', 'PHONE', 'EMAIL'],
      },
      value: { type: 'string', description: 'The key.', example: '7d3f5a90-2c1b-4e8d-b6a4-1f0e9d8c7b6a' },
    },
  },
  recipient: partyField('Who was paid.', { name: 'Ana Exemplo', document: '10020030169' }),
  createdAt: {
    type: 'string',
    description: 'When the money was received, in UTC.',
    example: '2026-11-20T12:00:00.1230000Z',
    format: 'date-time',
  },
} as const satisfies DataFields;

/** How a payment was begun: with a key, or with branch and number (ours: the partner API shows the member only). */
const INITIATION = { KEY: 'KEY', MANUAL: 'MANUAL' } as const;

/** `data` of an instant payment in envelopes. */
export const PIX_ENVELOPE_DATA = {
  ...COMMON,
  channel: {
    type: 'object',
    description: 'How it was paid.',
    properties: {
      name: { type: 'string', description: 'Always `PIX`.', example: 'PIX' },
      end2EndId: {
        type: 'string',
        description: 'End-to-end identification.',
        example: 'E9999999920261120120000000000001',
      },
      receiverReconciliationId: {
        type: 'string',
        description: "The receiver's own identification of a charge.",
        example: 'PEDIDO4711',
        nullable: true,
      },
      pixInitializationType: {
        type: 'string',
        description: 'Begun with a key, or with branch and number.',
        example: INITIATION.KEY,
        enum: Object.values(INITIATION),
      },
      pixPaymentPriority: { type: 'string', description: 'Priority: `HIGH`.', example: 'HIGH' },
      pixPaymentPriorityType: { type: 'string', description: 'Kind of the priority.', example: 'PRIORITY' },
      pixPaymentPurpose: { type: 'string', description: 'What it is for.', example: 'PURCHASE_OR_TRANSFER' },
      sender: SENDER,
    },
  },
} as const satisfies DataFields;

const CONTROL_NUMBER = {
  type: 'string',
  description: 'Control number of the transfer.',
  example: 'STR20261120439041101',
} as const;

/** `data` of a bank transfer in envelopes. */
export const TED_ENVELOPE_DATA = {
  ...COMMON,
  channel: {
    type: 'object',
    description: 'How it was paid.',
    properties: {
      name: { type: 'string', description: 'Always `SPB`, the payment system.', example: 'SPB' },
      controlNumber: CONTROL_NUMBER,
      sender: SENDER,
    },
  },
  controlNumber: { ...CONTROL_NUMBER, description: 'The same as in `channel`.' },
  sender: { ...SENDER, description: 'The same as in `channel`: some receivers look for it here.' },
} as const satisfies DataFields;

/** `data` of the standard body; what a provider writes in another way is left as it is. */
const STANDARD_DATA = v.object({
  id: v.string(),
  amount: v.pipe(v.string(), v.regex(/^\d{1,14}\.\d\d$/)),
  currency: v.string(),
  endToEndId: v.nullable(v.string()),
  account: v.object({ branch: v.string(), number: v.string() }),
  createdAt: v.string(),
});
type StandardData = v.InferOutput<typeof STANDARD_DATA>;

/** Returns `data` of an envelope from that of the standard body, and the parties. */
export function cashInEnvelopeData(data: unknown, parties: () => CashInParties): unknown {
  const standard = v.safeParse(STANDARD_DATA, data);
  if (!standard.success) return data;
  const { endToEndId } = standard.output;
  return endToEndId === null ? tedData(standard.output, parties()) : pixData(standard.output, endToEndId, parties());
}

function pixData(data: StandardData, end2EndId: string, parties: CashInParties): DataOf<typeof PIX_ENVELOPE_DATA> {
  return {
    ...commonData(data, parties),
    channel: {
      name: 'PIX',
      end2EndId,
      receiverReconciliationId: null,
      pixInitializationType: parties.key === null ? INITIATION.MANUAL : INITIATION.KEY,
      pixPaymentPriority: 'HIGH',
      pixPaymentPriorityType: 'PRIORITY',
      pixPaymentPurpose: 'PURCHASE_OR_TRANSFER',
      sender: parties.payer,
    },
  };
}

function tedData(data: StandardData, parties: CashInParties): DataOf<typeof TED_ENVELOPE_DATA> {
  const controlNumber = controlNumberOf(data);
  return {
    ...commonData(data, parties),
    channel: { name: 'SPB', controlNumber, sender: parties.payer },
    controlNumber,
    sender: parties.payer,
  };
}

function commonData({ id, amount, currency, account, createdAt }: StandardData, { payee, key }: CashInParties) {
  return {
    authenticationCode: id,
    amount: { value: JSON.rawJSON(amount), currency },
    description: null,
    addressingKey: key,
    recipient: payee ?? unknownHolderOf(account),
    createdAt: createdAt.replace(/(\.\d{3})Z$/, '$10000Z'),
  };
}

/** A receiver wants the account, also where nothing else is known. */
function unknownHolderOf({ branch, number }: StandardData['account']): CashInParty {
  return { document: null, type: null, name: null, account: { branch, number, type: null, bank: null } };
}

/** The same for a cash-in each time: its day, and nine digits of its id (ours: the partner API shows the member only). */
function controlNumberOf({ id, createdAt }: StandardData): string {
  const digits = String(Number.parseInt(id.replaceAll('-', '').slice(-12), 16) % 1_000_000_000).padStart(9, '0');
  return `STR${createdAt.slice(0, 10).replaceAll('-', '')}${digits}`;
}
