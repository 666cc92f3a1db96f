import './readme.suite.ts';
import './life-begins.suite.ts';
import './examples.suite.ts';
import './filters.suite.ts';
import './refusals.suite.ts';
import './registration.suite.ts';
import './retries.suite.ts';
import './minute.suite.ts';
import './next-start.suite.ts';
import './log.suite.ts';
import { stayIn } from './current-stay.ts';
import { emptyPostgresql } from './world.ts';

stayIn(emptyPostgresql);
