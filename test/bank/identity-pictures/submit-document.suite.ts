import { describe, expect, test } from '@jest/globals';
import { analysed, documentAnalysis, newCpf, PIXEL_JPEG, PIXEL_PNG, submitDocument } from '../../support/customers.ts';
import { sql } from '../../support/webhooks.ts';
import { gateway } from '../../support/prompt-gateway.ts';

const MIB = 1024 * 1024;
const pixel = Buffer.from(PIXEL_PNG, 'base64');
const JPEG = Buffer.from(PIXEL_JPEG, 'base64');

/** Returns a picture of this size, with zeros after its end. */
function pictureOf(bytes: number, head = pixel): string {
  return Buffer.concat([head, Buffer.alloc(bytes - head.length)]).toString('base64');
}

/** Returns the paths for which a picture is refused. */
async function wrongPaths(changes: object): Promise<string[]> {
  const refusal = await submitDocument(gateway, { documentNumber: newCpf(), ...changes });
  const violations: { path: string[] }[] = refusal.violations ?? [];
  return violations.map(({ path }) => path.join('.'));
}

describe('a picture', () => {
  test.each([
    ['a PNG', PIXEL_PNG, 'APPROVED'],
    ['a JPEG', JPEG.toString('base64'), 'APPROVED'],
    ['exactly 1 MiB', pictureOf(MIB), 'APPROVED'],
    ['a PNG that ends after its signature', pixel.subarray(0, 8).toString('base64'), 'REJECTED'],
    ['a PNG without width', Buffer.from(pixel).fill(0, 16, 20).toString('base64'), 'REJECTED'],
    ['a JPEG without a frame', JPEG.subarray(0, 12).toString('base64'), 'REJECTED'],
    ['a JPEG of zeros', pictureOf(1000, JPEG.subarray(0, 4)), 'REJECTED'],
    [
      'a JPEG of a hostile megabyte',
      Buffer.concat([JPEG.subarray(0, 4), Buffer.alloc(MIB - 4, 1)]).toString('base64'),
      'REJECTED',
    ],
  ])('that is %s is accepted and decided', async (_what, image, status) => {
    expect(await analysed(gateway, { documentNumber: newCpf(), image })).toMatchObject({ status });
  });

  test.each([
    ['larger than 1 MiB', pictureOf(MIB + 1)],
    ['empty', ''],
    ['no base64', 'häßlich'],
    ['base64 without padding', PIXEL_PNG.replace(/=+$/, '')],
    ['base64 with a line break', `${PIXEL_PNG.slice(0, 8)}\n${PIXEL_PNG.slice(8)}`],
    ['base64 for URLs', Buffer.concat([pixel, Buffer.from([0xfb, 0xff, 0xfe])]).toString('base64url')],
    ['a data URL', `data:image/png;base64,${PIXEL_PNG}`],
    ['a GIF', Buffer.from('GIF89a').toString('base64')],
    ['a PDF', Buffer.from('%PDF-1.7').toString('base64')],
    ['a text', Buffer.from('PNG').toString('base64')],
  ])('is not %s', async (_what, image) => {
    expect(await wrongPaths({ image })).toEqual(['image']);
  });

  test('is stored only as digest, size and type', async () => {
    const documentNumber = newCpf();
    await analysed(gateway, { documentNumber });
    const [row] = await sql<Record<string, unknown>>(
      gateway,
      'select * from document_analysis where document_number = ?',
      [documentNumber],
    );
    expect(row).toMatchObject({ picture_bytes: pixel.length, picture_type: 'image/png' });
    expect(row?.['picture_digest']).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(PIXEL_PNG.slice(0, 16));
  });
});

describe('a document', () => {
  const front = { documentType: 'RG', documentSide: 'FRONT' };

  test('requires a selfie of the same person at the same partner that is not rejected', async () => {
    const documentNumber = newCpf();
    expect(await submitDocument(gateway, { documentNumber, ...front })).toMatchObject({
      code: 'INVALID_PARAMETER',
      violations: [{ path: ['documentType'] }],
    });
    await analysed(gateway, { documentNumber, image: pixel.subarray(0, 8).toString('base64') });
    expect(await wrongPaths({ documentNumber, ...front })).toEqual(['documentType']);
    await analysed(gateway, { documentNumber }, { client: 'beta-pay' });
    expect(await wrongPaths({ documentNumber, ...front })).toEqual(['documentType']);
    await analysed(gateway, { documentNumber });
    expect(await analysed(gateway, { documentNumber, ...front })).toMatchObject({ status: 'APPROVED', ...front });
    expect(await wrongPaths(front)).toEqual(['documentType']);
  });

  test('reports all violations together', async () => {
    const wrong = { documentType: 'CNH', image: '' };
    expect(await wrongPaths(wrong)).toEqual(['documentSide', 'documentType', 'image']);
    expect(await wrongPaths({ ...wrong, documentNumber: '1' })).toEqual(['documentNumber', 'documentSide', 'image']);
    expect(await wrongPaths({ documentSide: 'FRONT' })).toEqual(['documentSide']);
  });

  test('is shown by its token, only to its partner', async () => {
    const { token } = await analysed(gateway, { documentNumber: newCpf() });
    expect(await documentAnalysis(gateway, token)).toMatchObject({ token, documentType: 'SELFIE', documentSide: null });
    expect(await documentAnalysis(gateway, token, { client: 'beta-pay' })).toBeNull();
    for (const unknown of ['', 'x', '\0']) expect(await documentAnalysis(gateway, unknown)).toBeNull();
  });
});
