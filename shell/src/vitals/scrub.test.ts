import { VitalsReport } from '@portal/contract/vitals'
import { expect, it } from 'vitest'
import { scrub } from './scrub.ts'

const ORIGIN = 'https://portal.example'
function thrown(message: string, stack: string[], name = 'TypeError'): Error {
  const error = new Error(message)
  error.name = name
  error.stack = [`${name}: ${message}`, ...stack].join('\n')
  return error
}

it('keeps the error class and positions in our bundles, but not the message', () => {
  const error = thrown('Ann Meier <ann@example.com> is undefined', [
    `    at submit (${ORIGIN}/remotes/mf-clients/1.2.3-ab/routes.9f.js:1:2345)`,
    `    at ${ORIGIN}/assets/main.00aa11bb.js:12:7`,
    'ann@chrome-extension://abc/content.js:1:1',
    `    at ${ORIGIN}/clients/ann@example.com:1:1`,
  ])
  const scrubbed = scrub(error, ORIGIN)
  expect(scrubbed).toEqual({
    kind: 'TypeError',
    ran: { name: 'mf-clients', version: '1.2.3-ab' },
    frames: ['/remotes/mf-clients/1.2.3-ab/routes.9f.js:1:2345', '/assets/main.00aa11bb.js:12:7'],
  })
  expect(VitalsReport.safeParse({ release: 'r', metrics: [], errors: [scrubbed] }).success).toBe(true)
})

it('reads the stacks of Firefox and Safari, and assigns code outside of remotes to the shell', () => {
  expect(scrub(thrown('x', [`boot@${ORIGIN}/assets/main.js:1:20`]), ORIGIN)).toEqual({
    kind: 'TypeError',
    ran: null,
    frames: ['/assets/main.js:1:20'],
  })
})

it('ignores errors when they come from other code', () => {
  expect(scrub(thrown('x', ['    at moz-extension://1/assets/x.js:1:1']), ORIGIN)).toBeUndefined()
  expect(scrub(thrown('x', ['    at https://evil.example/assets/x.js:1:1']), ORIGIN)).toBeUndefined()
  expect(scrub('a text', ORIGIN)).toBeUndefined()
  expect(scrub(undefined, ORIGIN)).toBeUndefined()
})

it('reports a plain Error when the class is made up', () => {
  const error = thrown('x', [`    at ${ORIGIN}/assets/main.js:1:20`], 'Ann Meier owes')
  expect(scrub(error, ORIGIN)?.kind).toBe('Error')
})
