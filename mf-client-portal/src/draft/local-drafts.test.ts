import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Entry, Journal } from './journal.ts'
import { type LocalDraft, localDraftsOf, restoreDrafts } from './local-drafts.ts'

/** A journal in memory: what is on disk, whatever becomes of local storage. */
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
/** Restoring happens once per user and page. */
const newUser = (): string => `user-${users++}`

test('a killed browser that lost local storage has everything again', async () => {
  const { journal } = onDisk()
  const user = newUser()
  localDraftsOf(user, localStorage, journal).write('s', draft('typed', 5))
  localStorage.clear()
  await restoreDrafts(user, localStorage, journal)
  expect(localDraftsOf(user, localStorage, journal).read('s')).toEqual(draft('typed', 5))
})

test('an older text that local storage still had gives way to the newer one', async () => {
  const { journal } = onDisk()
  const user = newUser()
  const local = localDraftsOf(user, localStorage, journal)
  local.write('s', draft('old', 5))
  const before = localStorage.getItem(`portal.draft.${user}.s`) ?? ''
  local.write('s', draft('new', 6))
  localStorage.setItem(`portal.draft.${user}.s`, before)
  await restoreDrafts(user, localStorage, journal)
  expect(local.read('s')?.answers).toEqual({ a: 'new' })
})

test('what local storage has and the journal has not yet is kept', async () => {
  const { journal, entries } = onDisk()
  const user = newUser()
  const local = localDraftsOf(user, localStorage, journal)
  local.write('s', draft('old', 5))
  const [key = '', entry] = [...entries][0] ?? []
  local.write('s', draft('newest', 6))
  if (entry) entries.set(key, entry)
  await restoreDrafts(user, localStorage, journal)
  expect(local.read('s')?.answers).toEqual({ a: 'newest' })
})

test('what was handed over does not come back', async () => {
  const { journal } = onDisk()
  const user = newUser()
  const local = localDraftsOf(user, localStorage, journal)
  local.write('s', draft('sent', 5))
  const before = localStorage.getItem(`portal.draft.${user}.s`) ?? ''
  local.remove('s')
  localStorage.setItem(`portal.draft.${user}.s`, before)
  await restoreDrafts(user, localStorage, journal)
  expect(local.list()).toEqual([])
})

test('nobody gets another user’s drafts', async () => {
  const { journal } = onDisk()
  const [one, two] = [newUser(), newUser()]
  localDraftsOf(one, localStorage, journal).write('s', draft('mine', 5))
  localStorage.clear()
  await restoreDrafts(two, localStorage, journal)
  expect(localStorage.length).toBe(0)
})
