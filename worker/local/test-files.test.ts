import { join } from 'node:path'
import { expect, it } from 'vitest'
import { byLayer } from './test-files.ts'

const root = join(import.meta.dirname, '../..')

it('gives each named test file to the runner of its layer when `pnpm test` gets arguments', () => {
  const named = [
    'worker/src/http',
    'mf-clients/src/list/page.test.tsx',
    'shell/e2e/chat.spec.ts',
    'review.spec.ts:12',
    join(root, 'shell/kit'),
  ]
  expect(byLayer(named)).toEqual({
    browser: ['chat.spec.ts', 'review.spec.ts:12'],
    rest: ['worker/src/http', 'mf-clients/src/list/page.test.tsx', 'shell/kit'],
  })
  expect(byLayer(['shell/e2e'])).toEqual({ browser: ['.'], rest: [] })
  expect(byLayer(['chat.spec', 'page.test'])).toEqual({ browser: ['chat.spec'], rest: ['page.test'] })
})
