import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GraphQLError, parse, type DocumentNode } from 'graphql';
import ts from 'typescript';

/** How a document begins, perhaps after comments, and ends. */
const DOCUMENT = /^\s*(#.*\n\s*)*(query|mutation|subscription|fragment|\{)[^]*\}\s*$/;
/** How selections begin that a test inserts into the document of another; they may end with an open brace of that. */
const SELECTIONS = /^\s*\.\.\. on \w+ \{/;

/** Returns the documents of the examples, and those that are written in the code of tests. */
export function writtenDocuments(): readonly DocumentNode[] {
  const folders = ['src/playground/examples/documents', 'src/extensions/*/examples'];
  const examples = globSync(folders.map((folder) => `${folder}/**/*.graphql`)).map((path) =>
    readFileSync(path, 'utf8'),
  );
  const tests = globSync('test/**/*.{ts,tsx}', { exclude: ['**/generated/**'] });
  return [...examples, ...tests.flatMap(literalsIn)].flatMap(documentsIn);
}

/** Returns the document that a text is, without its arguments, whose values may be made at run time; none if it is none. */
function documentsIn(text: string): readonly DocumentNode[] {
  if (!DOCUMENT.test(text) && !SELECTIONS.test(text)) return [];
  const selected = withoutArguments(text).replaceAll(/\{\s*(\}|$)/g, '{ __typename }');
  try {
    return [parse(SELECTIONS.test(selected) ? `{ ${selected} }` : selected, { noLocation: true })];
  } catch (error) {
    if (error instanceof GraphQLError) return [];
    throw error;
  }
}

/** Returns a text without what is in parentheses, from the innermost outward. */
function withoutArguments(text: string): string {
  const outer = text.replaceAll(/\([^()]*\)/g, '');
  return outer === text ? text : withoutArguments(outer);
}

/** Returns the texts in a file, with the constants that are part of them; what else is inserted is left out. */
function literalsIn(path: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node) => {
    const text = textOf(node, path);
    if (text !== undefined && !ts.isIdentifier(node)) texts.push(text);
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(path));
  return texts;
}

function textOf(node: ts.Node, path: string): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return constantOf(node.text, path);
  if (!ts.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.map(({ expression, literal }) => (textOf(expression, path) ?? '') + literal.text);
  return node.head.text + spans.join('');
}

/** Returns the text that a constant of a file has, which may be imported from another file of the tests. */
function constantOf(name: string, path: string): string | undefined {
  for (const statement of sourceOf(path).statements) {
    if (ts.isVariableStatement(statement)) {
      const declared = statement.declarationList.declarations.find(
        (declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === name,
      );
      if (declared?.initializer !== undefined) return textOf(declared.initializer, path);
    }
    const imported = ts.isImportDeclaration(statement) && importedAs(statement, name);
    if (imported) return constantOf(imported.name, join(dirname(path), imported.from));
  }
  return undefined;
}

/** Returns what a file imports under a name, if it comes from another file. */
function importedAs({ importClause, moduleSpecifier }: ts.ImportDeclaration, name: string) {
  const bindings = importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings) || !ts.isStringLiteral(moduleSpecifier)) return undefined;
  const from = moduleSpecifier.text;
  const found = bindings.elements.find((element) => element.name.text === name);
  return found === undefined || !from.startsWith('.')
    ? undefined
    : { name: (found.propertyName ?? found.name).text, from };
}

const sources = new Map<string, ts.SourceFile>();

function sourceOf(path: string): ts.SourceFile {
  const known = sources.get(path) ?? ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  sources.set(path, known);
  return known;
}
