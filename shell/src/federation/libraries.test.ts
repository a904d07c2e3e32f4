import * as query from '@tanstack/react-query'
import * as router from '@tanstack/react-router'
import * as sonner from 'sonner'
import { expect, it } from 'vitest'
import { libraryOf } from './libraries.ts'

it('gives a remote the bundled exports of a library, or all of them when it needs more', async () => {
  const atHand = (await libraryOf('@tanstack/react-router', [])) as typeof router
  expect(atHand.Link).toBe(router.Link)
  expect('Await' in atHand).toBe(false)
  const whole = (await libraryOf('@tanstack/react-router', ['@tanstack/react-router'])) as typeof router
  expect(whole.Await).toBe(router.Await)
  expect('useQueries' in ((await libraryOf('@tanstack/react-query', ['@tanstack/react-router'])) as object)).toBe(false)
  // Builds that do not list their libraries get everything.
  expect(((await libraryOf('@tanstack/react-query', undefined)) as typeof query).useQueries).toBe(query.useQueries)
  expect(((await libraryOf('sonner', [])) as typeof sonner).toast).toBe(sonner.toast)
  expect([await libraryOf('zod', undefined), await libraryOf('constructor', [])]).toEqual([undefined, undefined])
})
