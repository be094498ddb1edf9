import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type TypeScript from 'typescript';
import { expect, it } from 'vitest';

const root = resolve(__dirname, '../..');
const declarations = join(root, 'lib/dist/index.d.ts');

it.skipIf(!existsSync(declarations))(
  'behaviour: TypeScript 5.0, which the notebooks use, reads the compiled declarations',
  () => {
    const tslab = createRequire(join(root, 'node_modules/tslab/package.json'));
    const ts = tslab('@tslab/typescript-for-tslab') as typeof TypeScript;
    const program = ts.createProgram([declarations], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      moduleResolution: ts.ModuleResolutionKind.Node10,
      strict: true,
      esModuleInterop: true,
      types: ['node'],
      noEmit: true,
    });
    const problems = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.includes('lib/dist/'))
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
      .map(
        ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      );
    expect(problems).toEqual([]);
  },
);
