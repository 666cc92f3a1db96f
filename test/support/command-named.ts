import { commands } from '../../src/operator/commands.ts';
import type { Command } from '../../src/platform/commands/command.ts';

/** Returns a command for operators, also of an extension. */
export function commandNamed(name: string): Command {
  const command = commands[name];
  if (command === undefined) throw new Error(`There is no command ${name}.`);
  return command;
}
