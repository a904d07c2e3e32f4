import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { WAIT_LIMIT_MS } from './worker/contract/src/testing/wait-limit.ts'

const exclude = ['**/node_modules/**', '**/dist/**', 'shell/e2e/**']
/** Two for each core, because tests wait for the portal half of the time. All projects need the same value. */
const maxWorkers = 2 * availableParallelism()
const expectations = { poll: { timeout: WAIT_LIMIT_MS, interval: 50 } }
/** For tests that wait several times, or insert thousands of rows. */
const testTimeout = 180_000
/** Tests of the worker use a portal that runs in workerd, with a real database. */
const ofWorker = {
  globalSetup: ['worker/src/testing/global-setup.ts'],
  testTimeout,
  hookTimeout: testTimeout,
  expect: expectations,
  maxWorkers,
}
/** Loading the worker takes longer than most of its tests, so that files share it. */
const SHARED = { isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true }
const ofKind = (...kinds: string[]): string[] => kinds.map((kind) => `worker/src/**/*${kind}.test.ts`)
/**
 * Tests that send as much as the portal can take, or insert thousands of rows, run alone: others would be refused
 * meanwhile, and the database hangs when a writer waits too long for another (tursodatabase/libsql issue 1195).
 */
const ALONE = ofKind('flood', 'scale')
/** Tests that replace modules, which the others share. */
const MOCKS = ofKind('mock')

export default defineConfig({
  test: {
    // When what all tests share is broken, each would wait for its time limit.
    bail: 20,
    projects: [
      { test: { name: 'contract', include: ['worker/contract/src/**/*.test.ts'], exclude, maxWorkers } },
      {
        test: {
          ...ofWorker,
          ...SHARED,
          name: 'worker',
          include: ['worker/src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...exclude, ...ALONE, ...MOCKS],
        },
      },
      { test: { ...ofWorker, name: 'mocks', include: MOCKS } },
      {
        test: {
          ...ofWorker,
          ...SHARED,
          name: 'alone',
          include: ALONE,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'screens',
          include: ['{shell,mf-*}/**/*.test.{ts,tsx}'],
          exclude,
          environment: 'happy-dom',
          // A new context for each file takes a third of the time of a new process.
          pool: 'vmThreads',
          vmMemoryLimit: '800MB',
          setupFiles: ['unused-costs', 'dialogs', 'popovers', 'timers', 'waits'].map(
            (name) => `shell/kit/src/testing/${name}.ts`,
          ),
          sequence: { setupFiles: 'list' },
          testTimeout,
          expect: expectations,
          globals: true,
          maxWorkers,
        },
      },
    ],
  },
})
