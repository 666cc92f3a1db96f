// How somebody becomes a customer, on one gateway whose analyses are concluded at once.
import './register-customer.suite.ts';
import '../document-analyses/submit-document.suite.ts';
import '../sandbox/sandbox-customers.suite.ts';
