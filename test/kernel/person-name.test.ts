import { expect, test } from '@jest/globals';
import { isPersonName } from '../../src/kernel/person-name.ts';

test.each([
  'Maria Exemplo',
  'João d’Ávila',
  "Ana Maria Sant'Anna",
  'José Ortega y Gasset',
  'Maria e Silva',
  'Ana-Lúcia',
  'Gal·la Soler',
  'Jose\u0301',
  'Li',
  '李明',
])('%j is the name of a person', (name) => {
  expect(isPersonName(name)).toBe(true);
});

test.each([
  '',
  'A',
  'É',
  'Maria 2',
  'Maria S Exemplo',
  'S Maria',
  'Maria S',
  'Maria Ç Silva',
  'Maria S.',
  'Ana & Rui',
  'Ana_B',
  '--',
])('%j is none', (name) => {
  expect(isPersonName(name)).toBe(false);
});
