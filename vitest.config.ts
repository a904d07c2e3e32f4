import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**', 'shell/e2e/**']
/** More than a small machine has processors, since tests mostly wait. Projects with other values would run in turn. */
const maxWorkers = 3
/** Waiting for a condition; the default of one second is too short on a busy machine. */
const expectations = { poll: { timeout: 20_000, interval: 50 } }
/** Tests of the worker use a portal that runs in workerd, with a real database. */
const ofWorker = {
  globalSetup: ['worker/src/testing/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: expectations,
  maxWorkers,
}
/**
 * Tests that send as much as the portal can take, or insert thousands of rows. They run alone: others would be
 * refused meanwhile, and the database hangs when a writer waits too long for another (tursodatabase/libsql issue 1195).
 */
const ALONE = ['worker/src/**/*.flood.test.ts', 'worker/src/**/*scale.test.ts']

export default defineConfig({
  test: {
    // When what all tests share is broken, each would wait for its time limit.
    bail: 20,
    projects: [
      { test: { name: 'contract', include: ['worker/contract/src/**/*.test.ts'], exclude, maxWorkers } },
      {
        test: {
          ...ofWorker,
          name: 'worker',
          include: ['worker/src/**/*.test.ts', 'worker/local/**/*.test.ts'],
          exclude: [...exclude, ...ALONE],
        },
      },
      {
        test: { ...ofWorker, name: 'alone', include: ALONE, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
      {
        test: {
          name: 'screens',
          include: ['{shell,mf-*}/**/*.test.{ts,tsx}'],
          exclude,
          environment: 'happy-dom',
          setupFiles: ['unused-costs', 'dialogs', 'waits'].map((name) => `shell/kit/src/testing/${name}.ts`),
          sequence: { setupFiles: 'list' },
          testTimeout: 60_000,
          expect: expectations,
          globals: true,
          maxWorkers,
        },
      },
    ],
  },
})
