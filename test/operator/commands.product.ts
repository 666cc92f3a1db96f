// Commands that programmers run against a running gateway, on one gateway.
import '../events-command.suite.ts';
import '../token-command.suite.ts';
