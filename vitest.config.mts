import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['lib/src/**/*.test.ts'],
    testTimeout: 20_000,
    pool: 'forks',
  },
});
