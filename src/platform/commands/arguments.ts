import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { CommandError, HelpWanted } from './command.ts';

/** What a command accepts after its name. */
interface Syntax<Options extends ParseArgsOptionsConfig> {
  readonly usage: string;
  readonly options: Options;
  /** Most arguments that are not options, such as the id of a partner; none if absent. */
  readonly wordsMax?: number;
}

/** An option with a value. */
export const TEXT = { type: 'string' } as const;
/** An option without a value. */
export const FLAG = { type: 'boolean', default: false } as const;

/**
 * Reads the arguments of a command. An option that is given twice is refused: otherwise the last one would apply.
 * @throws HelpWanted if one of them is --help; CommandError if one is unknown, incomplete, superfluous or repeated
 */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  given: readonly string[],
  { usage, options, wordsMax = 0 }: Syntax<Options>,
) {
  const args = [...given];
  const known: ParseArgsOptionsConfig = { ...options, help: { type: 'boolean', short: 'h' } };
  const { tokens } = parseArgs({ args, options: known, strict: false, allowPositionals: true, tokens: true });
  const named = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  if (named.includes('help')) throw new HelpWanted(usage);
  const read = parsedOr(usage, () => parseArgs({ args, options, allowPositionals: true }));
  const repeated = named.find((name, index) => named.indexOf(name) < index);
  if (repeated !== undefined) throw new CommandError(`--${repeated} is given more than once: give it once.`);
  const words = tokens.filter(({ kind }) => kind === 'positional').length;
  // They are not printed, since they may be personal data.
  if (words > wordsMax)
    throw wrongUsage(`Too many arguments: ${words} besides options were given, and ${wordsMax} are accepted.`, usage);
  return read;
}

/** Returns an error that says what is wrong, and then what the command accepts. */
export function wrongUsage(problem: string, usage: string): CommandError {
  return new CommandError(`${problem}\n\n${usage}`);
}

function parsedOr<Parsed>(usage: string, parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    // After the first sentence Node explains how to write an argument that starts with a dash.
    const [problem = ''] = error instanceof Error ? error.message.split(/\.\s/, 1) : [];
    throw wrongUsage(`${problem}.`, usage);
  }
}
