/** Kinds of addressing key (seed, Register addressing key). */
export const AddressingKeyType = { CPF: 'CPF', CNPJ: 'CNPJ', EVP: 'EVP', PHONE: 'PHONE', EMAIL: 'EMAIL' } as const;
export type AddressingKeyType = (typeof AddressingKeyType)[keyof typeof AddressingKeyType];
