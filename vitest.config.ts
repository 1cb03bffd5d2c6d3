import { defineConfig } from 'vitest/config';

// Unit tests sit beside their sources; tests of scripts and of whole programs are in test/.
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    pool: 'forks',
  },
});
