import { readFile } from 'node:fs/promises';
import { isFields } from '../../kernel/fields.ts';
import { isFilled } from '../../kernel/text.ts';
import { EnvironmentError } from '../../platform/environment-error.ts';
import { isOccupation } from '../registrations/occupations.value.ts';

/** Labels of occupations, by code. */
export type OccupationLabels = ReadonlyMap<string, string>;

/** The file is no list of occupations. */
class BadOccupations extends EnvironmentError {}

/**
 * Reads a JSON object of labels by code; occupations that it does not name have a label that says it is a sample.
 * @throws EnvironmentError if it cannot be read, or is something else
 */
export async function readOccupationLabels(file: string | undefined): Promise<OccupationLabels> {
  if (file === undefined) return new Map();
  const labels = parsed(file, await readText(file));
  if (!isFields(labels) || Array.isArray(labels))
    throw new BadOccupations(`${file} is not a JSON object of labels by occupation code.`);
  return new Map(
    Object.entries(labels).map(([code, label]) => {
      if (!isOccupation(code)) throw new BadOccupations(`${file} names "${code}", which is not an occupation code.`);
      if (typeof label !== 'string' || !isFilled(label))
        throw new BadOccupations(`${file} has no text as the label of ${code}.`);
      return [code, label.trim()];
    }),
  );
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    const problem = error instanceof TypeError ? 'is not UTF-8' : 'cannot be read';
    throw new BadOccupations(`OCCUPATIONS_FILE names ${file}, which ${problem}.`);
  }
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadOccupations(`${file} is not JSON.`);
  }
}
