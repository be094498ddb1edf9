import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as agora from './index';
import { isThorough } from '../../core/src/testing/thorough';

/** Every value that the library exports, as a user names it, with the example in its docstring. */
function exportedValues(): { readonly name: string; readonly example: string | undefined }[] {
  const index = resolve(__dirname, 'index.ts');
  const program = ts.createProgram([index], {
    module: ts.ModuleKind.Node20,
    target: ts.ScriptTarget.ES2023,
    resolveJsonModule: true,
    strict: true,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const behind = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const list = (module: ts.Symbol, prefix: string): ReturnType<typeof exportedValues> =>
    checker.getExportsOfModule(module).flatMap((exported) => {
      const symbol = behind(exported);
      const name = `${prefix}${exported.name}`;
      if (symbol.flags & ts.SymbolFlags.ValueModule) return list(symbol, `${name}.`);
      if (!(symbol.flags & ts.SymbolFlags.Value)) return [];
      const tag = symbol.getJsDocTags(checker).find((one) => one.name === 'example');
      return [{ name, example: tag && ts.displayPartsToString(tag.text) }];
    });
  const source = program.getSourceFile(index);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error('index.ts has no exports');
  return list(module, '');
}

/**
 * An example as a program: the library's rooms are at hand by name, and a statement with `// => VALUE` behind it must
 * have that value.
 */
function programOf(example: string): string {
  const text = example.replace(/^```\w*\n?|```\s*$/gm, '').replace(/^import .*$/gm, '');
  const source = ts.createSourceFile('example.ts', text, ts.ScriptTarget.ES2023);
  const lines = source.statements.map((statement) => {
    const code = statement.getText(source);
    const comment = /^[^\n]*?(?:\n\s*)?\/\/ => ([^\n]+)/.exec(text.slice(statement.end))?.[1];
    if (comment === undefined) return code;
    if (ts.isExpressionStatement(statement))
      return `same(${statement.expression.getText(source)}, ${comment});`;
    const [declared] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
    return `${code}\nsame(${declared?.name.getText(source)}, ${comment});`;
  });
  return ts.transpileModule(lines.join('\n'), {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  }).outputText;
}

type Program = (...values: unknown[]) => Promise<void>;
const AsyncFunction = (async () => {}).constructor as new (...names: string[]) => Program;

/** Examples that record something do so here. */
const folder = mkdtempSync(join(tmpdir(), 'agora-examples-'));
beforeEach(() => {
  vi.stubEnv('AGORA_FIGURES', folder);
  vi.stubEnv('AGORA_HOME', folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** These read whole recorded sets, or judge all claims: `npm test -- --all` and CI run them, too. */
const slow = [
  'papers.claimRows',
  'papers.verdictCounts',
  'papers.realVoters.fourteenModels',
  'papers.llmDeliberation.toldRates',
  'papers.casesOfGains',
  'papers.across.recordedRules',
  'papers.across.ruleTable',
];

describe('the examples in docstrings', () => {
  const values = exportedValues();
  const examples = values.flatMap(({ name, example }) => (example === undefined ? [] : [{ name, example }]));

  it.each(examples.filter(({ name }) => isThorough || !slow.includes(name)))(
    'known: $name',
    async ({ example }) => {
      let checked = 0;
      const same = (is: unknown, wanted: unknown): void => {
        checked++;
        expect(is).toEqual(wanted);
      };
      const program = programOf(example);
      const run = new AsyncFunction(...Object.keys(agora), 'same', program);
      await run(...Object.values(agora), same);
      expect(checked).toBe((example.match(/\/\/ => /g) ?? []).length);
    },
  );

  it('contract: every exported value has one', () => {
    const missing = values.filter(({ example }) => example === undefined).map(({ name }) => name);
    expect(missing).toEqual([]);
  });

  it('contract: the walk over the exports finds them', () => {
    expect(values.map(({ name }) => name)).toEqual(expect.arrayContaining(['experiment', 'voting.borda']));
  });
});
