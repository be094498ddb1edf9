import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The test of killed runs takes as long as a third of all others: started last, it would run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('kill.test.ts');
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['lib/src/**/*.test.ts', 'lib/scripts/**/*.test.mjs'],
    globalSetup: 'lib/scripts/vitest-setup.mjs',
    // Ends what hangs: no machine is too slow for it.
    testTimeout: 120_000,
    pool: 'forks',
    // What one test says of the environment ends with it.
    unstubEnvs: true,
    sequence: { sequencer: LongestFirst },
    // Vitest leaves one processor free by itself: of two that is half of them.
    maxWorkers: '100%',
  },
});
