import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/*
 * What a package imports is what its package.json names, and nothing else: who installs it alone gets all that it needs.
 */
const library = resolve(__dirname, '../..');
const folders = ['voting', 'core', 'report', 'papers', 'agora-lab'];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly typesVersions?: { readonly '*': Readonly<Record<string, readonly string[]>> };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8')) as Manifest;
const manifests = folders.map((folder) => readManifest(join(library, folder, 'package.json')));
const root = readManifest(join(library, '..', 'package.json'));

/** The name of the package behind an import's text: "@scope/name" or "name". */
const packageOf = (text: string): string =>
  text
    .split('/')
    .slice(0, text.startsWith('@') ? 2 : 1)
    .join('/');

interface Import {
  readonly text: string;
  /** Whether it is loaded as soon as the file is: no `import()`, no `require`, and not types alone. */
  readonly isAtOnce: boolean;
}

/** What a package's source imports, tests left out. */
function importsOf(folder: string): Import[] {
  const source = join(library, folder, 'src');
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|[\\/])testing[\\/]/.test(file))
    .flatMap((file) => importsIn(join(source, file)))
    .filter(({ text }) => !text.startsWith('.') && !builtinModules.includes(text.replace(/^node:/, '')));
}

/** The functions by which a package is loaded when it is used. */
const loaders = ['require', 'here', 'load', 'loadForDrawing', 'fileForDrawing', 'createRequire(__filename)'];

function importsIn(file: string): Import[] {
  const found: Import[] = [];
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      found.push({ text: node.moduleSpecifier.text, isAtOnce: !isOfTypes(node.importClause) });
    if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    )
      found.push({ text: node.moduleSpecifier.text, isAtOnce: !node.isTypeOnly });
    if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    )
      found.push({ text: node.argument.literal.text, isAtOnce: false });
    const [first] = ts.isCallExpression(node) ? node.arguments : [];
    if (ts.isCallExpression(node) && first !== undefined && ts.isStringLiteral(first)) {
      const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
      if (isImport || loaders.includes(node.expression.getText()))
        found.push({ text: first.text, isAtOnce: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isOfTypes(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const bindings = clause.namedBindings;
  if (clause.name !== undefined || bindings === undefined || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.length > 0 && bindings.elements.every((one) => one.isTypeOnly);
}

/** The optional peers of the packages behind one, which it may bring along for its users. */
const peersBehind = ({ dependencies }: Manifest): string[] =>
  manifests
    .filter(({ name }) => name in dependencies)
    .flatMap(({ peerDependencies = {} }) => Object.keys(peerDependencies));

describe.each(folders.map((folder, place) => ({ folder, manifest: manifests[place] as Manifest })))(
  'lib/$folder',
  ({ folder, manifest }) => {
    const imports = importsOf(folder);
    const { dependencies, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;

    it('contract: what it imports is named in its package.json', () => {
      const named = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
      const missing = imports.map(({ text }) => packageOf(text)).filter((name) => !named.includes(name));
      expect([...new Set(missing)]).toEqual([]);
    });

    it('contract: what its package.json names is imported, or brought along for a package behind it', () => {
      const used = [...imports.map(({ text }) => packageOf(text)), ...peersBehind(manifest)];
      expect(Object.keys(dependencies).filter((name) => !used.includes(name))).toEqual([]);
    });

    it('contract: its peers are optional, loaded when used, and installed by the root of the repository', () => {
      const peers = Object.keys(peerDependencies);
      expect(peers.filter((name) => peerDependenciesMeta[name]?.optional !== true)).toEqual([]);
      const early = imports.filter(({ text, isAtOnce }) => isAtOnce && peers.includes(packageOf(text)));
      expect(early).toEqual([]);
      const { optionalDependencies = {}, devDependencies = {} } = root as Manifest & {
        optionalDependencies?: object;
        devDependencies?: object;
      };
      const installed = { ...root.dependencies, ...optionalDependencies, ...devDependencies };
      expect(peers.filter((name) => !(name in installed))).toEqual([]);
    });

    it('contract: of the packages of this kit it imports entries that they export, at the version that there is', () => {
      for (const other of manifests) {
        const entries = Object.keys(other.exports).map((entry) => other.name + entry.slice(1));
        const wanted = imports.map(({ text }) => text).filter((text) => packageOf(text) === other.name);
        expect(wanted.filter((text) => !entries.includes(text))).toEqual([]);
        expect([undefined, other.version]).toContain(dependencies[other.name]);
      }
    });

    it('contract: each entry has a source, and its types are found by the older resolution, too', () => {
      for (const [entry, target] of Object.entries(manifest.exports)) {
        if (typeof target === 'string') continue;
        const source = target.default.replace('./dist/', 'src/').replace(/js$/, 'ts');
        expect(existsSync(join(library, folder, source)), source).toBe(true);
        if (entry !== '.')
          expect(manifest.typesVersions?.['*'][entry.slice(2)]).toEqual([target.types.slice(2)]);
      }
    });

    it('contract: it runs nothing when it is installed', () => {
      expect(manifest.scripts).toBeUndefined();
    });
  },
);
