import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**', 'shell/e2e/**']

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', include: ['worker/contract/src/**/*.test.ts'], exclude } },
      {
        test: {
          name: 'worker',
          include: ['worker/src/**/*.test.ts', 'worker/local/**/*.test.ts'],
          exclude,
          globalSetup: ['worker/src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 3,
        },
      },
      { test: { name: 'screens', include: ['{shell,mf-*}/**/*.test.{ts,tsx}'], exclude, environment: 'happy-dom', globals: true } },
    ],
  },
})
