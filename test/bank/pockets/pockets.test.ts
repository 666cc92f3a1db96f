// Pockets, on one gateway.
import './create-pocket.suite.ts';
import './create-pocket-once.suite.ts';
import './metadata-numbers.suite.ts';
