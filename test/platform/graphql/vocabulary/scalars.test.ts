import { describe, expect, test } from '@jest/globals';
import { GraphQLError, parseValue, type GraphQLScalarType } from 'graphql';
import { parseExact } from '../../../../src/kernel/exact-json.ts';
import {
  DateTimeScalar,
  DecimalScalar,
  DurationScalar,
  SearchDateScalar,
} from '../../../../src/platform/graphql/vocabulary/scalars.ts';

/** Returns the value that a scalar reads from a literal in a document, or its error. */
function ofLiteral(scalar: GraphQLScalarType, literal: string): unknown {
  return answerOf(() => scalar.parseLiteral(parseValue(literal)));
}

/** Returns the value that a scalar reads from a variable, given as JSON, or its error. */
function ofVariable(scalar: GraphQLScalarType, json: string): unknown {
  return answerOf(() => scalar.parseValue(parseExact(json)));
}

function answerOf(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return error;
  }
}

/** Expects an error for the client that names the scalar and does not repeat the value. */
function expectRefusal(answer: unknown, scalar: GraphQLScalarType, text: string): void {
  expect(answer).toBeInstanceOf(GraphQLError);
  const { message } = answer as GraphQLError;
  expect(message.startsWith(`${scalar.name} `)).toBe(true);
  const value = text.replace(/^"+|"+$/g, '');
  if (value.length > 1) expect(message).not.toContain(value);
}

describe('a SearchDate', () => {
  test.each([
    ['"2026-12-31"', '2026-12-31'],
    ['"12/31/2026"', '2026-12-31'],
    ['"02/29/2024"', '2024-02-29'],
  ])('given as %s is %s', (text, date) => {
    expect(ofLiteral(SearchDateScalar, text)).toBe(date);
    expect(ofVariable(SearchDateScalar, text)).toBe(date);
  });

  test.each(['"31/12/2026"', '"2026-02-30"', '"02/29/2026"', '"1/2/2026"', '"soon"', '20261231', '{}', '[]', 'true'])(
    'is not %s',
    (text) => {
      expectRefusal(ofLiteral(SearchDateScalar, text), SearchDateScalar, text);
      expectRefusal(ofVariable(SearchDateScalar, text), SearchDateScalar, text);
    },
  );

  test('is shown as YYYY-MM-DD', () => {
    expect(SearchDateScalar.serialize('2026-12-31')).toBe('2026-12-31');
  });
});

describe('a DateTime', () => {
  test.each([
    ['"2026-12-31T23:59:59-03:00"', '2027-01-01T02:59:59.000Z'],
    ['"9999-12-31T23:59:59.999Z"', '9999-12-31T23:59:59.999Z'],
    ['"0001-01-01T00:00:00Z"', '0001-01-01T00:00:00.000Z'],
    ['"2026-11-20t12:00:00z"', '2026-11-20T12:00:00.000Z'],
    ['"2026-11-20T12:00:00.1234567891Z"', '2026-11-20T12:00:00.123Z'],
    ['"2026-11-20T12:00:00-00:00"', '2026-11-20T12:00:00.000Z'],
    ['"2016-12-31T23:59:60Z"', '2017-01-01T00:00:00.000Z'],
    ['"2016-12-31T20:59:60.5-03:00"', '2017-01-01T00:00:00.500Z'],
  ])('given as %s is %s', (text, instant) => {
    expect(ofLiteral(DateTimeScalar, text)).toBe(instant);
    expect(ofVariable(DateTimeScalar, text)).toBe(instant);
  });

  test.each([
    '"9999-12-31T23:59:59-14:00"',
    '"0001-01-01T00:00:00+14:00"',
    '"2026-02-30T00:00:00Z"',
    '"2026-11-20T24:00:00Z"',
    '"2026-11-20T12:60:00Z"',
    '"2026-11-20T12:00:61Z"',
    '"2026-11-20T12:00:00+24:00"',
    '"2026-11-20T12:00:00.Z"',
    '"2026-11-20 12:00:00Z"',
    '"2026-11-21T12:00:00"',
    '"2026-12-31"',
    '"soon"',
    '5',
    '{}',
  ])('is not %s', (text) => {
    expectRefusal(ofLiteral(DateTimeScalar, text), DateTimeScalar, text);
    expectRefusal(ofVariable(DateTimeScalar, text), DateTimeScalar, text);
  });
});

describe('a Decimal', () => {
  test.each([
    ['"1234.56"', '1234.56'],
    ['"0.5"', '0.5'],
    ['"1.10"', '1.10'],
    ['"-7"', '-7'],
    ['"99999999999999.99"', '99999999999999.99'],
    ['1234.56', '1234.56'],
    ['0.1', '0.1'],
    ['0', '0'],
    ['-1', '-1'],
    ['9999999999999.99', '9999999999999.99'],
    ['1E+2', '100'],
    ['1.05E1', '10.5'],
    ['12e3', '12000'],
    ['1.50', '1.5'],
    ['1.0', '1'],
    ['1.5e-7', '0.00000015'],
    ['-25e-1', '-2.5'],
    ['0e9999', '0'],
  ])('given as %s is %s, in a document and in JSON', (text, decimal) => {
    expect(ofLiteral(DecimalScalar, text)).toBe(decimal);
    expect(ofVariable(DecimalScalar, text)).toBe(decimal);
  });

  test.each([
    '"00.5"',
    '"-0"',
    '"-0.00"',
    '"1e3"',
    '"+1"',
    '"1,5"',
    '" 17"',
    '""',
    '-0',
    '-0.00',
    '1e3456',
    '1e-3456',
    '-0e1',
    'true',
    '["1"]',
    '[1]',
    '{}',
  ])('is not %s, in a document or in JSON', (text) => {
    expectRefusal(ofLiteral(DecimalScalar, text), DecimalScalar, text);
    expectRefusal(ofVariable(DecimalScalar, text), DecimalScalar, text);
  });

  test.each(['99999999999999.99', '9007199254740993', '100000000000000000000', '0.30000000000000004'])(
    'of %s is read exactly in a document, and refused as a JSON number',
    (text) => {
      expect(ofLiteral(DecimalScalar, text)).toBe(text);
      expectRefusal(ofVariable(DecimalScalar, text), DecimalScalar, text);
    },
  );

  test('of 250,000 digits is refused immediately, wherever it is', () => {
    const startedAt = performance.now();
    for (const digits of ['1'.repeat(250_000), `1${'0'.repeat(249_998)}1`, `0.${'0'.repeat(249_997)}1`])
      for (const text of [digits, `"${digits}"`]) {
        expectRefusal(ofLiteral(DecimalScalar, text), DecimalScalar, text);
        expectRefusal(ofVariable(DecimalScalar, text), DecimalScalar, text);
      }
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test.each(['MEMBER', '$variable'])('in a document is not %s', (text) => {
    expectRefusal(ofLiteral(DecimalScalar, text), DecimalScalar, text);
  });

  test('is shown exactly', () => {
    expect(DecimalScalar.serialize('10.50')).toBe('10.50');
  });
});

describe('a Duration', () => {
  test('is shown as hh:mm:ss and seven digits', () => {
    expect(DurationScalar.serialize(90_061_000_001)).toBe('25:01:01.0000010');
  });

  test.each(['1', 1n, null, -1, 0.5])('is not made of %p, which is an internal error', (value) => {
    const answer = answerOf(() => DurationScalar.serialize(value));
    expect(answer).toBeInstanceOf(Error);
    expect(answer).not.toBeInstanceOf(GraphQLError);
  });

  test.each(['"00:00:01.0000000"', '1'])('is not accepted as input: %s', (text) => {
    expectRefusal(ofLiteral(DurationScalar, text), DurationScalar, text);
    expectRefusal(ofVariable(DurationScalar, text), DurationScalar, text);
  });
});
