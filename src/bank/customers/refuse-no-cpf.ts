import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import { isTaxpayerId } from '../../kernel/taxpayer-id.ts';
import { faultOf } from '../../kernel/text.ts';

/** Refuses anything but a valid CPF. */
export function refuseNoCpf(documentNumber: string): InvalidInput | undefined {
  if (isTaxpayerId('CPF', documentNumber)) return undefined;
  return refuseInput([
    { path: ['documentNumber'], code: faultOf(documentNumber), message: 'Give a valid CPF: 11 digits without a mask.' },
  ]);
}
