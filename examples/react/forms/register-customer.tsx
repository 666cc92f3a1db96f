import { useQuery } from '@apollo/client/react';
import { client } from '../client.ts';
import { graphql } from '../generated/index.ts';
import type {
  PepLevel,
  PictureRefusal,
  RegisterCustomerByFormMutation,
  RegisterCustomerInput,
} from '../generated/graphql.ts';
import { Form, type TextAt } from './form.tsx';
import { done, placed, refused, type Choice, type Field, type Outcome } from './outcome.ts';

const REGISTER_CUSTOMER = graphql(`
  mutation RegisterCustomerByForm($input: RegisterCustomerInput!) {
    registerCustomer(input: $input) {
      ... on RegisterCustomerSuccess {
        registration {
          status
        }
      }
      ...Refusal
      ... on InvalidInputError {
        violations {
          path
          message
        }
      }
      ... on DocumentAnalysisNotApprovedError {
        pictures {
          path
          status
        }
      }
      ... on CustomerAwaitEvaluationError {
        openRegistration {
          detailedAnalysis {
            dueAt
          }
        }
      }
      ... on TooManyLookupsError {
        retryAfterSeconds
      }
    }
  }
`);

/** What the inputs of the form accept; none of these needs a token. */
const CHOICES = graphql(`
  query ChoicesOfCustomer {
    occupations {
      code
      label
    }
    states {
      code
      label
    }
    diallingCodes {
      code
      label
    }
  }
`);

const PEP_LEVELS = {
  NONE: 'Not exposed',
  SELF: 'Exposed',
  RELATED: 'Related to somebody who is',
} as const satisfies Record<PepLevel, string>;

const PICTURES: Readonly<Record<PictureRefusal, string>> = {
  ANALYZING: 'This picture is still being analysed.',
  REJECTED: 'This picture was rejected: choose another one.',
  UNKNOWN: 'Choose a picture.',
};

type Choices = Readonly<Partial<Record<'occupations' | 'states' | 'diallingCodes', readonly Choice[]>>>;

const fieldsOf = ({ occupations = [], states = [], diallingCodes = [] }: Choices): readonly Field[] => [
  { path: 'documentNumber', label: 'CPF' },
  { path: 'registerName', label: 'Name', value: 'Maria Exemplo' },
  { path: 'birthDate', label: 'Birth date', value: '1990-01-31' },
  { path: 'motherName', label: 'Name of the mother', value: 'Joana Exemplo' },
  { path: 'email', label: 'E-mail' },
  { path: 'phone.countryCode', label: 'Dialling code', value: '55', choices: diallingCodes },
  { path: 'phone.number', label: 'Mobile phone' },
  { path: 'address.zipCode', label: 'Postal code', value: '01310-100' },
  { path: 'address.addressLine', label: 'Street', value: 'Avenida Paulista' },
  { path: 'address.buildingNumber', label: 'Number', value: '1000' },
  { path: 'address.neighborhood', label: 'Neighbourhood', value: 'Bela Vista' },
  { path: 'address.city', label: 'City', value: 'São Paulo' },
  { path: 'address.state', label: 'State', value: 'SP', choices: states },
  { path: 'assertedIncome.value', label: 'Income in reais', value: '5400.00' },
  { path: 'occupation', label: 'Occupation', value: 'OCP0001', choices: occupations },
  {
    path: 'pep.level',
    label: 'Political exposure',
    value: 'NONE',
    choices: Object.entries(PEP_LEVELS).map(([code, label]) => ({ code, label })),
  },
  { path: 'documentation.selfie', label: 'Selfie', isPicture: true },
  { path: 'documentation.idCardFront', label: 'Identity card, front', isPicture: true },
  { path: 'documentation.idCardBack', label: 'Identity card, back', isPicture: true },
];

type Result = NonNullable<RegisterCustomerByFormMutation['registerCustomer']>;

/** Every member of the union has its case: one that the schema adds does not compile until it has a place. */
function outcomeOf(fields: readonly Field[], result: Result): Outcome {
  switch (result.__typename) {
    case 'RegisterCustomerSuccess':
      return done(`The registration is ${result.registration.status}.`);
    case 'InvalidInputError':
      return placed(fields, result.violations);
    case 'DocumentAnalysisNotApprovedError':
      return placed(
        fields,
        result.pictures.map(({ path, status }) => ({ path, message: PICTURES[status] })),
      );
    case 'CustomerAwaitEvaluationError':
      return refused(fields, result, dueOf(result.openRegistration?.detailedAnalysis?.dueAt));
    case 'TooManyLookupsError':
      return refused(fields, result, `It is free again in ${result.retryAfterSeconds} s.`);
    case 'IdempotencyKeyReusedError':
    case 'PhoneCountryCodeNotAllowedError':
    case 'RegistrationRejectedError':
    case 'PhoneAlreadyInUseError':
    case 'EmailAlreadyInUseError':
    case 'InvalidOccupationError':
    case 'UnmappedRefusalError':
      return refused(fields, result);
  }
}

function dueOf(dueAt: string | undefined): string {
  return dueAt === undefined ? '' : `The decision is due by ${new Date(dueAt).toLocaleDateString()}.`;
}

function inputOf(textAt: TextAt, idempotencyKey: string): RegisterCustomerInput {
  const level = textAt('pep.level');
  return {
    idempotencyKey,
    documentNumber: textAt('documentNumber'),
    registerName: textAt('registerName'),
    birthDate: textAt('birthDate'),
    motherName: textAt('motherName'),
    email: textAt('email'),
    phone: { countryCode: textAt('phone.countryCode'), number: textAt('phone.number') },
    address: {
      zipCode: textAt('address.zipCode'),
      addressLine: textAt('address.addressLine'),
      buildingNumber: textAt('address.buildingNumber'),
      neighborhood: textAt('address.neighborhood'),
      city: textAt('address.city'),
      state: textAt('address.state'),
      country: 'BR',
    },
    assertedIncome: { value: textAt('assertedIncome.value') },
    occupation: textAt('occupation'),
    pep: { level: isPepLevel(level) ? level : 'NONE' },
    documentation: {
      selfie: textAt('documentation.selfie'),
      idCardFront: textAt('documentation.idCardFront'),
      idCardBack: textAt('documentation.idCardBack'),
    },
  };
}

function isPepLevel(text: string): text is PepLevel {
  return text in PEP_LEVELS;
}

export function CustomerForm() {
  const { data } = useQuery(CHOICES);
  const fields = fieldsOf(data ?? {});
  const send = async (textAt: TextAt, idempotencyKey: string) => {
    const variables = { input: inputOf(textAt, idempotencyKey) };
    const { data: answer } = await client.mutate({ mutation: REGISTER_CUSTOMER, variables });
    return answer?.registerCustomer ? outcomeOf(fields, answer.registerCustomer) : placed(fields, []);
  };
  return <Form fields={fields} button="Register customer" send={send} />;
}
