import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../command/root.ts'
import { splitTestFiles } from './split-test-files.ts'

it('assigns each test file to its runner when `pnpm test` gets arguments', () => {
  const args = [
    'worker/src/platform/http',
    'mf-clients/src/list/page.test.tsx',
    'shell/e2e/chat.spec.ts',
    'review.spec.ts:12',
    join(ROOT, 'shell/kit'),
  ]
  expect(splitTestFiles(args)).toEqual({
    browser: ['chat.spec.ts', 'review.spec.ts:12'],
    rest: ['worker/src/platform/http', 'mf-clients/src/list/page.test.tsx', 'shell/kit'],
  })
  expect(splitTestFiles(['shell/e2e'])).toEqual({ browser: ['.'], rest: [] })
  expect(splitTestFiles(['chat.spec', 'page.test'])).toEqual({ browser: ['chat.spec'], rest: ['page.test'] })
})
