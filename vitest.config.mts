import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['lib/src/**/*.test.ts', 'lib/scripts/**/*.test.mjs'],
    testTimeout: 20_000,
    pool: 'forks',
    // Files of one process share what they import: loading it anew for each took a third of the time.
    isolate: false,
    // Vitest leaves one processor free by itself: of two that is half of them.
    maxWorkers: '100%',
  },
});
