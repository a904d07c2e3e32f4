import { linkOptions } from '@tanstack/react-router'
import { expect, it } from 'vitest'

/** Tests the compiler: the type check fails if it accepts or rejects the wrong links. */

it('compiles only links to existing routes, across all remotes', () => {
  const good = [
    linkOptions({ to: '/workforms', search: { q: 'tax' } }),
    linkOptions({ to: '/client-dashboard' }),
    linkOptions({ to: '/dashboard' }),
    linkOptions({ from: '/clients', to: '/form-submissions' }),
  ]
  const bad = [
    // @ts-expect-error no remote has this path
    linkOptions({ to: '/workformz' }),
    // @ts-expect-error the page has no such search parameter
    linkOptions({ to: '/form-submissions', search: { nope: 1 } }),
  ]
  expect(good.length + bad.length).toBe(6)
})
