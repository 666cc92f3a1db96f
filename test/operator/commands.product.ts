// What programmers run against a gateway that runs, on one gateway.
import '../events-command.suite.ts';
import '../token-command.suite.ts';
