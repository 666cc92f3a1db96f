import { request } from 'node:http';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { gateway } from '../../support/prompt-gateway.ts';
import { analysed, documentAnalysis, newCpf, PIXEL_PNG } from '../../support/customers.ts';
import { eventually } from '../../support/gateway.ts';
import { call, pathsOf } from '../../support/rest.ts';

const pixel = Buffer.from(PIXEL_PNG, 'base64');
const MIB = 1024 * 1024;

interface Part {
  readonly name: string;
  readonly value: string | Buffer;
}

function picture(bytes: Buffer = pixel): Blob {
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' });
}

function formOf(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, 'picture.png');
  return form;
}

function put(body: FormData | Buffer, headers: Readonly<Record<string, string>> = {}, cpf = newCpf()) {
  return call(gateway, `PUT /document-analysis/${cpf}`, { body, headers });
}

/** Returns a form as written by a client that quotes nothing and gives no file name. */
function writtenForm(parts: readonly Part[], { isCut = false } = {}): Buffer {
  const written = parts.flatMap(({ name, value }) => [
    Buffer.from(`--edge\r\nContent-Disposition: form-data; name=${name}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, ...(isCut ? [] : [Buffer.from('--edge--\r\n')])]);
}
const WRITTEN = { 'content-type': 'multipart/form-data; boundary="edge"' };
const selfie = [
  { name: 'documentType', value: 'SELFIE' },
  { name: 'image', value: pixel },
];

describe('PUT /document-analysis/{documentNumber}', () => {
  test('accepts a picture, and shows the state of its analysis', async () => {
    const cpf = newCpf();
    const { status, body } = await put(formOf({ documentType: 'SELFIE', image: picture() }), {}, cpf);
    expect([status, Object.keys(body)]).toEqual([202, ['token']]);
    const path = `GET /document-analysis/${cpf}?token=${String(body.token)}`;
    const decided = await eventually(async () => {
      const answer = await call(gateway, path);
      return answer.body[0].status === 'ANALYSIS_COMPLETED' && answer;
    });
    expect(decided.body).toEqual([
      {
        token: body.token,
        documentType: 'SELFIE',
        documentSide: null,
        status: 'ANALYSIS_COMPLETED',
        liveness: { status: 'LIVENESS_FOUND' },
        faceMatch: { status: null },
        documentDetails: { status: null },
        analyzedAt: expect.stringMatching(/Z$/),
      },
    ]);
    const front = await put(formOf({ documentType: 'RG', documentSide: 'FRONT', image: picture() }), {}, cpf);
    expect(await documentAnalysis(gateway, front.body.token)).toMatchObject({ documentSide: 'FRONT' });
    expect((await call(gateway, path.replace(cpf, newCpf()))).body).toEqual([]);
    const tokensAt = async (query: string) => {
      const { body: shown } = await call(gateway, `GET /document-analysis/${cpf}${query}`);
      return Array.from(shown as readonly { token: string }[], ({ token }) => token);
    };
    const all = [front.body.token, body.token];
    expect(await tokensAt('')).toEqual(all);
    expect(await tokensAt('?token=')).toEqual(all);
    expect(await tokensAt(`?token=${all.join('&token=')}&resultLevel=DETAILED`)).toEqual(all);
    expect(await tokensAt('?token=0123456789abcdef0123456789abcdef')).toEqual([]);
  });

  test('shows a picture that is not approved in no word that approves it', async () => {
    const cpf = newCpf();
    await put(
      formOf({ documentType: 'SELFIE', documentSide: 'FRONT', image: picture(Buffer.from(pixel).fill(0, 16, 20)) }),
      {},
      cpf,
    );
    const [shown] = await eventually(async () => {
      const { body } = await call(gateway, `GET /document-analysis/${cpf}`);
      return body[0].status === 'ANALYSIS_COMPLETED' && body;
    });
    expect(shown).toMatchObject({ documentSide: null, liveness: { status: 'LIVENESS_NOT_FOUND' } });
  });

  test.each([
    ['unquoted names and no file name', writtenForm(selfie)],
    ['something after the end', Buffer.concat([writtenForm(selfie), Buffer.alloc(70_000, 'x')])],
    ['a part that has no name', writtenForm([{ name: '', value: 'x' }, ...selfie])],
    ['a part of the name __proto__', writtenForm([{ name: '__proto__', value: 'x' }, ...selfie])],
  ])('accepts a form with %s', async (_what, form) => {
    expect((await put(form, WRITTEN)).status).toBe(202);
  });

  test('accepts a picture of 1 MiB, and not one byte more', async () => {
    const large = (bytes: number) => picture(Buffer.concat([pixel, Buffer.alloc(bytes - pixel.length)]));
    expect((await put(formOf({ documentType: 'SELFIE', image: large(MIB) }))).status).toBe(202);
    const { status, body } = await put(formOf({ documentType: 'SELFIE', image: large(MIB + 1) }));
    expect([status, pathsOf(body)]).toEqual([400, ['image']]);
  });

  test('leaves no file behind', async () => {
    const previous = process.env['TMPDIR'];
    const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
    // Other tests write to the shared folder meanwhile.
    process.env['TMPDIR'] = folder;
    try {
      await analysed(gateway, { documentNumber: newCpf() });
      await put(formOf({ documentType: 'SELFIE', image: picture(Buffer.alloc(MIB)) }));
      expect([tmpdir(), readdirSync(folder)]).toEqual([folder, []]);
    } finally {
      if (previous === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = previous;
    }
  });

  test.each([
    ['parts that are missing', formOf({}), ['documentType', 'image']],
    ['an empty picture', formOf({ documentType: 'SELFIE', image: picture(Buffer.alloc(0)) }), ['image']],
    ['a text for a picture', formOf({ documentType: 'SELFIE', image: 'no picture' }), ['image']],
    ['an unknown type', formOf({ documentType: 'PASSPORT', image: picture() }), ['documentType']],
    [
      'a side that there is not',
      formOf({ documentType: 'RG', documentSide: 'TOP', image: picture() }),
      ['documentSide'],
    ],
  ])('refuses %s by name', async (_what, form, names) => {
    const { status, body } = await put(form);
    expect([status, pathsOf(body), body.errors[0].code]).toEqual([400, names, 'INVALID_PARAMETER']);
  });

  test('refuses two pictures, and a field twice', async () => {
    const form = formOf({ documentType: 'SELFIE', image: picture() });
    form.append('image', picture(), 'other.png');
    form.append('documentType', 'SELFIE');
    expect(pathsOf((await put(form)).body)).toEqual(['documentType', 'image']);
  });

  const many = Array.from({ length: 21 }, (_, nth) => ({ name: `part${nth}`, value: '' }));
  test.each([
    ['no boundary', writtenForm(selfie), { 'content-type': 'multipart/form-data' }],
    ['another boundary', writtenForm(selfie), { 'content-type': 'multipart/form-data; boundary=other' }],
    ['no end', writtenForm(selfie, { isCut: true }), WRITTEN],
    ['an end in the middle of a picture', writtenForm(selfie).subarray(0, 150), WRITTEN],
    ['an end in the middle of a header', writtenForm(selfie).subarray(0, 20), WRITTEN],
    ['nothing', Buffer.alloc(0), WRITTEN],
    ['too many parts', writtenForm(many), WRITTEN],
    ['a long text', writtenForm([{ name: 'documentType', value: 'x'.repeat(5_000) }]), WRITTEN],
  ])('refuses a form with %s', async (_what, form, headers) => {
    const { status, body } = await put(form, headers);
    expect([status, body.errors[0].code]).toEqual([400, 'BAD_REQUEST']);
    expect((await put(writtenForm(selfie), WRITTEN)).status).toBe(202);
  });

  test.each([
    ['JSON', Buffer.from('{}'), { 'content-type': 'application/json' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'a compressed form',
      writtenForm(selfie),
      { ...WRITTEN, 'content-encoding': 'gzip' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['more than 2 MiB', Buffer.alloc(2 * MIB + 1), WRITTEN, 413, 'PAYLOAD_TOO_LARGE'],
  ])('refuses %s', async (_what, form, headers, status, code) => {
    const answer = await put(form, headers);
    expect([answer.status, answer.body.errors[0].code]).toEqual([status, code]);
  });

  test('does not read a large body from a client that may not send pictures', async () => {
    const large = Buffer.alloc(300_000);
    const options = { body: large, headers: WRITTEN, scope: 'customer.write' };
    const answer = await call(gateway, `PUT /document-analysis/${newCpf()}`, options);
    expect([answer.status, answer.body.errors[0].code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const small = await call(gateway, `PUT /document-analysis/${newCpf()}`, { ...options, body: writtenForm(selfie) });
    expect([small.status, small.body.errors[0].code]).toEqual([403, 'FORBIDDEN']);
  });

  test('still works after a body that is cut off', async () => {
    const headers = {
      ...WRITTEN,
      'content-length': '5000',
      authorization: `Bearer ${await gateway.token('acme-pay')}`,
    };
    await new Promise<void>((resolve) => {
      const cut = request(`${gateway.app.url}/document-analysis/${newCpf()}`, { method: 'PUT', headers });
      cut.on('error', () => undefined).on('close', resolve);
      cut.write(writtenForm(selfie).subarray(0, 120), () => cut.destroy());
    });
    expect((await put(writtenForm(selfie), WRITTEN)).status).toBe(202);
  });
});
