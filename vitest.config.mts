import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['lib/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'lib/dist/**'],
    // Ends what hangs. No machine is too slow for it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    unstubEnvs: true,
    // vitest leaves one processor free. Of two that is half of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
