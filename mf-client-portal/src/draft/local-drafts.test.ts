import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Entry, Journal } from './journal.ts'
import { type LocalDraft, localDraftsOf, restoreDrafts } from './local-drafts.ts'

/** An in-memory journal, independent of local storage. */
function onDisk() {
  const entries = new Map<string, Entry>()
  const journal: Journal = {
    put: (key, entry) => void entries.set(key, entry),
    all: (prefix) => Promise.resolve([...entries].filter(([key]) => key.startsWith(prefix))),
  }
  return { entries, journal }
}
const draft = (text: string, at: number): LocalDraft => ({ answers: { a: text }, base: {}, base_version: 0, at })

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

let users = 0
/** Drafts are restored once per user and page. */
const newUser = (): string => `user-${users++}`

it('restores drafts when a killed browser lost local storage', async () => {
  const { journal } = onDisk()
  const user = newUser()
  localDraftsOf(user, journal).write('s', draft('typed', 5))
  localStorage.clear()
  await restoreDrafts(user, journal)
  expect(localDraftsOf(user, journal).read('s')).toEqual(draft('typed', 5))
})

it('replaces an older draft in local storage with the newer one', async () => {
  const { journal } = onDisk()
  const user = newUser()
  const local = localDraftsOf(user, journal)
  local.write('s', draft('old', 5))
  const before = localStorage.getItem(`portal.draft.${user}.s`) ?? ''
  local.write('s', draft('new', 6))
  localStorage.setItem(`portal.draft.${user}.s`, before)
  await restoreDrafts(user, journal)
  expect(local.read('s')?.answers).toEqual({ a: 'new' })
})

it('keeps a draft that is in local storage but not in the journal yet', async () => {
  const { journal, entries } = onDisk()
  const user = newUser()
  const local = localDraftsOf(user, journal)
  local.write('s', draft('old', 5))
  const [key = '', entry] = [...entries][0] ?? []
  local.write('s', draft('newest', 6))
  if (entry) entries.set(key, entry)
  await restoreDrafts(user, journal)
  expect(local.read('s')?.answers).toEqual({ a: 'newest' })
})

it('does not restore a draft that was saved', async () => {
  const { journal } = onDisk()
  const user = newUser()
  const local = localDraftsOf(user, journal)
  local.write('s', draft('sent', 5))
  const before = localStorage.getItem(`portal.draft.${user}.s`) ?? ''
  local.remove('s')
  localStorage.setItem(`portal.draft.${user}.s`, before)
  await restoreDrafts(user, journal)
  expect(local.list()).toEqual([])
})

it('never restores drafts of another user', async () => {
  const { journal } = onDisk()
  const [one, two] = [newUser(), newUser()]
  localDraftsOf(one, journal).write('s', draft('mine', 5))
  localStorage.clear()
  await restoreDrafts(two, journal)
  expect(localStorage.length).toBe(0)
})

it('stores non-answers apart from answers, which an older version of the page can read', () => {
  const user = newUser()
  const local = localDraftsOf(user)
  const none = { reason: 'dont_have', note: 'Lost' } as const
  const left = { answers: { a: 'one', b: none }, base: { b: none }, base_version: 1, at: 5 }
  local.write('s', left)
  expect(JSON.parse(localStorage.getItem(`portal.draft.${user}.s`) ?? '')).toMatchObject({
    answers: { a: 'one' },
    base: {},
  })
  expect(local.read('s')).toEqual(left)
})
