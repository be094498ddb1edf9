import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * These take minutes where all is tested (the last only where the shared data lie): started last, they would run alone.
 */
const longest = ['cli/workers.test.ts', 'kill.test.ts', 'recomputed.test.ts'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longest.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** What a package's source imports of another is that one's source, not what was compiled of it. */
const sourceOf = (name: string): string => join(import.meta.dirname, 'lib', name, 'src');
const aliases = [
  { find: /^agora-lab$/, replacement: sourceOf('agora-lab') },
  ...['voting', 'core', 'report', 'papers'].map((name) => ({
    find: new RegExp(`^agora-${name}(/.*)?$`),
    replacement: `${sourceOf(name)}$1`,
  })),
];

/** Tests that need a process of their own: they change what the process has, or kill what they started. */
const alone = [
  'lib/core/src/**/hostile-text.test.ts',
  'lib/core/src/**/file-lock.test.ts',
  'lib/core/src/**/count-tokens.test.ts',
  'lib/core/src/**/read-json.test.ts',
  'lib/core/src/testing/**/*.test.ts',
  'lib/tools/notebook-kernels.test.mjs',
];
const common = {
  // Ends what hangs: no machine is too slow for it.
  testTimeout: 120_000,
  pool: 'forks',
  // What one test says of the environment ends with it.
  unstubEnvs: true,
} as const;

export default defineConfig({
  resolve: { alias: aliases },
  test: {
    globalSetup: 'lib/tools/testing/vitest-setup.mjs',
    sequence: { sequencer: LongestFirst },
    // Many tests wait for a browser or a process of their own. (Vitest by itself leaves a processor free.)
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: 'together',
          include: [
            'lib/*/src/**/*.test.ts',
            'lib/{bench,tools}/**/*.test.mjs',
            'lib/papers/makers/**/*.test.mjs',
          ],
          exclude: alone,
          // A worker loads the library once, not once a file: a third less work.
          isolate: false,
        },
      },
      { extends: true, test: { ...common, name: 'alone', include: alone } },
    ],
  },
});
