import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**', 'shell/e2e/**']
/** More than a small machine has processors, since tests mostly wait. Projects with other values would run in turn. */
const maxWorkers = 3

export default defineConfig({
  test: {
    // When what all tests share is broken, each would wait for its time limit.
    bail: 20,
    projects: [
      { test: { name: 'contract', include: ['worker/contract/src/**/*.test.ts'], exclude, maxWorkers } },
      {
        test: {
          name: 'worker',
          include: ['worker/src/**/*.test.ts', 'worker/local/**/*.test.ts'],
          exclude,
          globalSetup: ['worker/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['{shell,mf-*}/**/*.test.{ts,tsx}'],
          exclude,
          environment: 'happy-dom',
          setupFiles: ['shell/kit/src/testing/dialogs.ts'],
          globals: true,
          maxWorkers,
        },
      },
    ],
  },
})
