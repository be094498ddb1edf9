import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isThorough, seldom } from '../../core/src/testing/thorough';

const dist = resolve(__dirname, '../dist');
/** All packages: a cell reads the types of those behind agora-lab, too. */
const library = resolve(__dirname, '../..');

describe('the emitted declarations', () => {
  it.skipIf(!isThorough)(
    `contract: the TypeScript 5.0 inside the notebook kernel reads them without an error${seldom}`,
    { timeout: 120_000 },
    async () => {
      expect(existsSync(join(dist, 'index.d.ts')), 'the library is not compiled: npm run build').toBe(true);
      // The compiler that tslab brings, not the one that compiles the library.
      const { default: ts } = (await import('@tslab/typescript-for-tslab')) as unknown as {
        default: typeof import('typescript');
      };
      expect(ts.version).toMatch(/^5\.0\./);
      const folder = mkdtempSync(join(__dirname, '../../../.agora/declarations-'));
      try {
        const file = join(folder, 'cell.ts');
        writeFileSync(
          file,
          [
            "import { columns, environments, experiment, metrics, models, papers, protocols, report, sweep, transcripts, voting } from 'agora-lab';",
            'async function cell() {',
            '  const run = await experiment({ environment: environments.exchangeEconomy(), protocol: protocols.roundTable({ rule: voting.dowdall }), model: models.simulated() });',
            '  const [row] = await metrics.measure(run, columns.economy());',
            '  const mean: number | null | undefined = row?.value;',
            '  const runs = await sweep({ a: { environment: environments.exchangeEconomy(), protocol: protocols.roundTable({ rule: voting.borda }) } });',
            '  const events: transcripts.Event[] = [...runs.a].flatMap((collaboration) => [...collaboration.events]);',
            '  report.show(report.compare(papers.roundtable.table1.published, []));',
            '  return [mean, events];',
            '}',
            'void cell;',
          ].join('\n'),
        );
        const program = ts.createProgram([file], {
          module: ts.ModuleKind.CommonJS,
          moduleResolution: ts.ModuleResolutionKind.Node10,
          target: ts.ScriptTarget.ES2022,
          strict: true,
          noEmit: true,
          types: ['node'],
          skipLibCheck: false,
        });
        const ours = program
          .getSourceFiles()
          .filter(({ fileName }) => fileName === file || fileName.startsWith(library));
        expect(ours.length).toBeGreaterThan(100);
        const problems = ours
          .flatMap((source) => [
            ...program.getSyntacticDiagnostics(source),
            ...program.getSemanticDiagnostics(source),
          ])
          .map(
            ({ file: at, messageText }) =>
              `${at?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
          );
        expect(problems).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
