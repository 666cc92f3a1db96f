/** Types of addressing keys. */
export const AddressingKeyType = { CPF: 'CPF', CNPJ: 'CNPJ', EVP: 'EVP', PHONE: 'PHONE', EMAIL: 'EMAIL' } as const;
export type AddressingKeyType = (typeof AddressingKeyType)[keyof typeof AddressingKeyType];
