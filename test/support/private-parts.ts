import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A use of a part of another package, or of Node, that it does not offer. */
export interface PrivatePart {
  /** Its npm name, or `node`. */
  readonly owner: string;
  /** Member, module or class. */
  readonly part: string;
  /** Path under `src`. */
  readonly file: string;
}

/** Parts that types offer, but no documentation does, by their owner. */
const UNDOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  pg: ['connection'],
  pino: ['symbols'],
  'type-graphql': ['getMetadataStorage'],
};
/** What a package calls internal, but documents: entities are defined with it. */
const DOCUMENTED = new Set(['@mikro-orm/core class']);

/** A name that begins with one underscore, alone or as the last part of a path. */
const PRIVATE_NAME = /(?:^|\.)(_[a-z]\w*)$/;
const HIDDEN_TAGS = new Set(['internal', 'private']);
const HIDDEN_MODIFIERS = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

/** Finds the private parts of other packages that the sources use, with the compiler. */
export function privateParts(): readonly PrivatePart[] {
  const files = globSync('src/**/*.ts', { exclude: ['src/playground/pages/**', '**/*.{generated,d}.ts'] });
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', (path) => readFileSync(path, 'utf8')).config,
    ts.sys,
    '.',
  );
  const program = ts.createProgram(files, options);
  const finder = new Finder(program.getTypeChecker());
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return source === undefined ? [] : finder.find(source, file.replace('src/', ''));
  });
}

type Found = Omit<PrivatePart, 'file'>;

class Finder {
  private readonly checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.checker = checker;
  }

  find(source: ts.SourceFile, file: string): readonly PrivatePart[] {
    const found = new Map<string, PrivatePart>();
    const visit = (node: ts.Node) => {
      for (const { owner, part } of this.partsIn(node))
        if (!DOCUMENTED.has(`${owner} ${part}`)) found.set(`${owner} ${part}`, { owner, part, file });
      ts.forEachChild(node, visit);
    };
    visit(source);
    return [...found.values()];
  }

  private partsIn(node: ts.Node): readonly Found[] {
    if (ts.isPropertyAccessExpression(node)) return this.readBy(node);
    if (ts.isBindingElement(node)) return this.takenBy(node);
    if (ts.isImportSpecifier(node))
      return hidden(this.declarationsOf(node.name), (node.propertyName ?? node.name).text);
    if (ts.isStringLiteral(node)) return moduleOrPath(node);
    if (ts.isBinaryExpression(node)) return this.replacedBy(node);
    if (ts.isClassLike(node)) return this.overriddenBy(node);
    if (ts.isPropertyAssignment(node)) return this.acceptedAsAnything(node);
    return [];
  }

  /** A member that is read, or a method of the prototype of a package's class. */
  private readBy({ name, expression }: ts.PropertyAccessExpression): readonly Found[] {
    if (name.text !== 'prototype') return hidden(this.declarationsOf(name), name.text);
    const owner = ownerOf(this.declarationsOf(expression));
    return owner === undefined ? [] : [{ owner, part: `${expression.getText()}.prototype` }];
  }

  /** A member that is destructured. */
  private takenBy({ propertyName, name, parent }: ts.BindingElement): readonly Found[] {
    const part = (propertyName ?? name).getText();
    return hidden(this.checker.getTypeAtLocation(parent).getProperty(part)?.declarations, part);
  }

  /** A method of a package that is assigned anew. */
  private replacedBy({ left, operatorToken }: ts.BinaryExpression): readonly Found[] {
    if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left)) return [];
    const owner = ownerOf(this.declarationsOf(left.name));
    const isMethod = this.checker.getTypeAtLocation(left).getNonNullableType().getCallSignatures().length > 0;
    return owner !== undefined && isMethod ? [{ owner, part: left.name.text }] : [];
  }

  /** Members of a class of a package that a class of ours overrides, or that the package calls by a private name. */
  private overriddenBy({ heritageClauses, members }: ts.ClassLikeDeclaration): readonly Found[] {
    const extended = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
    if (extended === undefined) return [];
    const type = this.checker.getTypeAtLocation(extended);
    const owner = ownerOf(type.getSymbol()?.declarations);
    if (owner === undefined) return [];
    return members.flatMap((member) => {
      const part = member.name?.getText() ?? '';
      const isOverride = type.getProperty(part) !== undefined || PRIVATE_NAME.test(part);
      return isOverride ? [{ owner, part }] : [];
    });
  }

  /** An object of ours that a package takes for what it is not, since its types accept anything there. */
  private acceptedAsAnything({ name, parent, initializer }: ts.PropertyAssignment): readonly Found[] {
    const given = this.checker.getContextualType(parent)?.getProperty(name.getText());
    const owner = ownerOf(given?.declarations);
    if (given === undefined || owner === undefined || !ts.isObjectLiteralExpression(initializer)) return [];
    const isAny = (this.checker.getTypeOfSymbol(given).flags & ts.TypeFlags.Any) !== 0;
    return isAny ? [{ owner, part: given.name }] : [];
  }

  private declarationsOf(node: ts.Node): readonly ts.Declaration[] {
    const symbol = this.checker.getSymbolAtLocation(node);
    if (symbol === undefined) return [];
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return (isAlias ? this.checker.getAliasedSymbol(symbol) : symbol).declarations ?? [];
  }
}

/** A member or export that is private by its name, undocumented, or missing in the types of its package. */
function hidden(declarations: readonly ts.Declaration[] | undefined, part: string): readonly Found[] {
  const owner = ownerOf(declarations);
  if (owner === undefined) return [];
  const isHidden =
    PRIVATE_NAME.test(part) ||
    UNDOCUMENTED[owner]?.includes(part) === true ||
    declarations?.some((declaration) => augmented(declaration) !== undefined || isHiddenBy(declaration)) === true;
  return isHidden ? [{ owner, part }] : [];
}

/** A module of a package that it does not list in `exports` by name, or a path to a private member of Node. */
function moduleOrPath({ text, parent }: ts.StringLiteral): readonly Found[] {
  if (ts.isImportDeclaration(parent)) return isDeepImport(text) ? [{ owner: packageOf(text), part: text }] : [];
  const [, part] = PRIVATE_NAME.exec(text) ?? [];
  return part === undefined ? [] : [{ owner: 'node', part }];
}

function isDeepImport(specifier: string): boolean {
  const name = packageOf(specifier);
  if (specifier === name || /^(?:node:|\.)/.test(specifier)) return false;
  const { exports } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { exports?: object };
  return exports === undefined || !Object.keys(exports).includes(specifier.replace(name, '.'));
}

/** The package of a module or of a file that declares it; that of types is the package that they are for. */
function packageOf(path: string): string {
  const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(path.replace(/^@types\//, '')) ?? [];
  return name;
}

/** Returns the package to whose types a declaration in our sources adds; one may add to a module of ours. */
function augmented(declaration: ts.Node): string | undefined {
  for (let at = declaration; !ts.isSourceFile(at); at = at.parent)
    if (ts.isModuleDeclaration(at) && ts.isStringLiteral(at.name) && !at.name.text.startsWith('.'))
      return at.getSourceFile().fileName.includes('node_modules') ? undefined : at.name.text;
  return undefined;
}

/** Returns the package that declares something; undefined: the language, or our own code. */
function ownerOf(declarations: readonly ts.Declaration[] | undefined = []): string | undefined {
  const [declaration] = declarations;
  if (declaration === undefined) return undefined;
  const module = augmented(declaration);
  if (module !== undefined) return packageOf(module);
  const path = declaration.getSourceFile().fileName.split('node_modules/').slice(1).at(-1);
  const owner = path === undefined ? undefined : packageOf(path);
  return owner === 'typescript' ? undefined : owner;
}

function isHiddenBy(declaration: ts.Declaration): boolean {
  return (
    (ts.getCombinedModifierFlags(declaration) & HIDDEN_MODIFIERS) !== 0 ||
    ts.getJSDocTags(declaration).some(({ tagName }) => HIDDEN_TAGS.has(tagName.text))
  );
}
