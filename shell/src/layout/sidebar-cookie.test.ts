import { expect, it } from 'vitest'
import { readSidebar } from './sidebar-cookie.ts'

it.each([
  ['', true],
  ['a=1; sidebar_state=collapsed; b=2', false],
  ['sidebar_state=expanded', true],
])('restores the state of the sidebar when the cookies are "%s"', (cookies, expanded) => {
  expect(readSidebar(cookies)).toBe(expanded)
})
