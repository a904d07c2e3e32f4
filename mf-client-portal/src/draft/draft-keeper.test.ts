import type { Answers } from '@portal/contract/fields'
import { ApiError } from '@portal/sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DraftKeeper, SAVE_AFTER_MS } from './draft-keeper.ts'
import { localDraftsOf, onTabChange } from './local-drafts.ts'

const ID = 'assignment-1'
const local = localDraftsOf('user-1')

const failure = (code: 'network' | 'stale' | 'section_locked' | 'storage_limit') =>
  new ApiError({ code, title: code, detail: code, status: code === 'network' ? 0 : 409 })

/** The server's copy of a draft; accepts a save only on top of its own version. */
function server(answers: Answers = {}, draft_version = 0) {
  const state = {
    draft: { answers, draft_version, version: 1 },
    offline: false,
    locked: false,
    full: false,
    answersLost: false,
    saves: [] as Answers[],
  }
  const source = {
    save: (next: Answers, base: number) => {
      if (state.offline) return Promise.reject(failure('network'))
      if (state.locked) return Promise.reject(failure('section_locked'))
      if (state.full) return Promise.reject(failure('storage_limit'))
      if (base !== state.draft.draft_version) return Promise.reject(failure('stale'))
      state.saves.push(next)
      state.draft = { ...state.draft, answers: next, draft_version: base + 1 }
      if (state.answersLost) return Promise.reject(failure('network'))
      return Promise.resolve({ draft_version: base + 1, saved_at: '2026-03-01T10:00:00.000Z' })
    },
    load: () => Promise.resolve(state.draft),
  }
  return { state, open: () => new DraftKeeper(ID, state.draft, source, local) }
}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('stores input on this device at once and on the server within a second', async () => {
  const { state, open } = server()
  const keeper = open()
  expect(keeper.state().status).toBe('none')
  keeper.set('a', 'one')
  expect(local.read(ID)?.answers).toEqual({ a: 'one' })
  expect(state.saves).toEqual([])
  await wait(1000)
  expect(state.saves).toEqual([{ a: 'one' }])
  expect(keeper.state().status).toBe('saved')
  expect(local.read(ID)).toBeUndefined()
})

it('saves while typing never pauses', async () => {
  const { state, open } = server()
  const keeper = open()
  for (let i = 0; i < 30; i++) {
    keeper.set('a', 'x'.repeat(i + 1))
    await wait(100)
  }
  expect(state.saves.length).toBeGreaterThanOrEqual(3)
  await wait(1000)
  expect(state.draft.answers).toEqual({ a: 'x'.repeat(30) })
})

it('saves input after a save when it was typed during the save', async () => {
  const { state, open } = server()
  const keeper = open()
  keeper.set('a', 'one')
  vi.advanceTimersByTime(SAVE_AFTER_MS)
  keeper.set('a', 'two')
  await wait(2 * SAVE_AFTER_MS)
  expect(state.saves).toEqual([{ a: 'one' }, { a: 'two' }])
  expect(keeper.state().status).toBe('saved')
})

it('keeps answers on this device while offline, and saves them when the portal is reachable', async () => {
  const { state, open } = server()
  const keeper = open()
  state.offline = true
  keeper.set('a', 'one')
  await wait(1000)
  expect(keeper.state().status).toBe('waiting')
  keeper.set('a', 'two')
  expect(keeper.state().status).toBe('waiting')
  expect(local.read(ID)?.answers).toEqual({ a: 'two' })
  state.offline = false
  await wait(60_000)
  expect(state.draft.answers).toEqual({ a: 'two' })
  expect(keeper.state().status).toBe('saved')
  expect(local.read(ID)).toBeUndefined()
})

it('does not claim that answers are on this device when the browser refuses to keep them', async () => {
  const { state, open } = server()
  const keeper = open()
  state.offline = true
  vi.stubGlobal('localStorage', null)
  keeper.set('a', 'one')
  await wait(1000)
  expect(keeper.state().status).toBe('unkept')
  vi.unstubAllGlobals()
  keeper.set('a', 'two')
  await wait(10_000)
  expect(keeper.state().status).toBe('waiting')
  state.offline = false
  await wait(60_000)
  expect([keeper.state().status, state.draft.answers]).toEqual(['saved', { a: 'two' }])
})

it('keeps answers on this device while the firm has no storage left, and saves them when it has', async () => {
  const { state, open } = server()
  const keeper = open()
  state.full = true
  keeper.set('a', 'one')
  await wait(1000)
  expect(keeper.state().status).toBe('full')
  keeper.set('a', 'two')
  expect(keeper.state().status).toBe('full')
  expect(local.read(ID)?.answers).toEqual({ a: 'two' })
  // As after a reload.
  expect(open().state().answers).toEqual({ a: 'two' })
  state.full = false
  await wait(60_000)
  expect(state.draft.answers).toEqual({ a: 'two' })
  expect(keeper.state().status).toBe('saved')
})

it('loses nothing when a tab is closed while offline', async () => {
  const { state, open } = server({ a: 'old' }, 4)
  const first = open()
  state.offline = true
  first.set('a', 'new')
  first.stop()
  state.offline = false
  const second = open()
  expect(second.state().answers).toEqual({ a: 'new' })
  await wait(1000)
  expect(state.draft.answers).toEqual({ a: 'new' })
})

it('lets the client choose when two devices change the same field', async () => {
  const { state, open } = server({ a: 'start', b: 'start' }, 1)
  const keeper = open()
  state.draft = { ...state.draft, answers: { a: 'phone', b: 'start' }, draft_version: 2 }
  keeper.set('a', 'laptop')
  await wait(1000)
  expect(keeper.state()).toMatchObject({
    status: 'conflict',
    answers: { a: 'laptop', b: 'start' },
    theirs: { a: 'phone', b: 'start' },
  })
  expect(state.saves).toEqual([])
  expect(local.read(ID)?.answers).toEqual({ a: 'laptop', b: 'start' })
  keeper.resolve({ a: 'laptop', b: 'start' })
  await wait(1000)
  expect(state.draft).toMatchObject({ answers: { a: 'laptop', b: 'start' }, draft_version: 3 })
  expect(keeper.state().status).toBe('saved')
})

it('keeps an unresolved conflict when the tab is closed', async () => {
  const { state, open } = server({ a: 'start' }, 1)
  const first = open()
  state.draft = { ...state.draft, answers: { a: 'phone' }, draft_version: 2 }
  first.set('a', 'laptop')
  await wait(1000)
  first.stop()
  localStorage.setItem('unrelated', 'x')
  const left = local.read(ID)
  expect(left?.answers).toEqual({ a: 'laptop' })
  const second = open()
  await wait(0)
  expect(second.state().answers).toEqual({ a: 'laptop' })
  expect(second.state().status).toBe('conflict')
  expect(state.draft.answers).toEqual({ a: 'phone' })
})

it('merges changes of different fields from two devices', async () => {
  const { state, open } = server({ a: 'start', b: 'start' }, 1)
  const keeper = open()
  state.draft = { ...state.draft, answers: { a: 'start', b: 'phone', c: 'phone' }, draft_version: 2 }
  keeper.set('a', 'laptop')
  await wait(3000)
  expect(keeper.state()).toMatchObject({ status: 'saved', answers: { a: 'laptop', b: 'phone', c: 'phone' } })
  expect(state.draft).toMatchObject({ answers: { a: 'laptop', b: 'phone', c: 'phone' }, draft_version: 3 })
})

it('recognizes its own save when the response was lost', async () => {
  const { state, open } = server({ a: 'start' }, 1)
  const keeper = open()
  state.answersLost = true
  keeper.set('a', 'Blue')
  await wait(1000)
  expect(state.draft).toMatchObject({ answers: { a: 'Blue' }, draft_version: 2 })
  expect(keeper.state().status).toBe('waiting')
  state.answersLost = false
  keeper.set('a', 'Bluebird')
  await wait(10_000)
  expect(keeper.state()).toMatchObject({ status: 'saved', answers: { a: 'Bluebird' } })
  expect(state.draft).toMatchObject({ answers: { a: 'Bluebird' }, draft_version: 3 })
})

it('resumes without a conflict when the page crashed during a save', async () => {
  const { state, open } = server({ a: 'start' }, 1)
  const first = open()
  state.answersLost = true
  first.set('a', 'Blue')
  await wait(1000)
  first.set('a', 'Bluebird')
  // The page has crashed: nothing runs in it.
  first.stop()
  state.answersLost = false
  const second = open()
  expect(second.state().answers).toEqual({ a: 'Bluebird' })
  await wait(3000)
  expect(second.state().status).toBe('saved')
  expect(state.draft.answers).toEqual({ a: 'Bluebird' })
})

it('shows both answers instead of merging when the section was rejected in the meantime', async () => {
  const { state, open } = server({ a: 'old', b: 'old' }, 5)
  const first = open()
  state.offline = true
  first.set('a', 'offline')
  first.stop()
  state.offline = false
  state.draft = { answers: {}, draft_version: 0, version: 3 }
  const second = open()
  expect(second.state()).toMatchObject({
    status: 'conflict',
    answers: { a: 'offline', b: 'old' },
    theirs: {},
    disputed: ['a', 'b'],
  })
  second.resolve({ a: 'offline' })
  await wait(1000)
  expect(state.draft).toMatchObject({ answers: { a: 'offline' }, draft_version: 1 })
})

it('merges input of two tabs of one browser without a conflict', async () => {
  const { state, open } = server({ a: 'start' }, 1)
  const [one, two] = [open(), open()]
  const key = `portal.draft.user-1.${ID}`
  // The browser notifies all tabs except the one that wrote.
  const typed = (tab: DraftKeeper, other: DraftKeeper, field: string, text: string) => {
    const oldValue = localStorage.getItem(key)
    tab.set(field, text)
    const stop = onTabChange('user-1', (change) => other.mergeFromTab(change))
    const newValue = localStorage.getItem(key)
    window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }))
    stop()
  }
  state.offline = true
  typed(one, two, 'a', 'from one')
  typed(two, one, 'b', 'from two')
  typed(one, two, 'a', 'from one again')
  const both = { a: 'from one again', b: 'from two' }
  expect([local.read(ID)?.answers, one.state().answers, two.state().answers]).toEqual([both, both, both])
  state.offline = false
  await wait(60_000)
  expect(state.draft.answers).toEqual(both)
  expect([one.state().status, two.state().status]).not.toContain('conflict')
})

it('has no conflict when both devices have the same answer', async () => {
  const { state, open } = server({ a: 'start' }, 1)
  const keeper = open()
  state.draft = { ...state.draft, answers: { a: 'same' }, draft_version: 2 }
  keeper.set('a', 'same')
  await wait(1000)
  expect(keeper.state().status).toBe('saved')
})

it('adopts the answer of another device when nothing was typed on this one', () => {
  const { state, open } = server({ a: 'start' }, 1)
  const keeper = open()
  keeper.receive({ ...state.draft, answers: { a: 'phone' }, draft_version: 2 })
  expect(keeper.state().answers).toEqual({ a: 'phone' })
  keeper.set('a', 'laptop')
  keeper.receive({ ...state.draft, answers: { a: 'tablet' }, draft_version: 3 })
  expect(keeper.state().answers).toEqual({ a: 'laptop' })
})

it('ignores a response that is older than the last save', async () => {
  const { state, open } = server({ a: 'start' }, 1)
  const before = state.draft
  const keeper = open()
  keeper.set('a', 'new')
  await wait(1000)
  keeper.receive(before)
  expect(keeper.state().answers).toEqual({ a: 'new' })
})

it('accepts no input when the section was locked in the meantime, and keeps it on this device', async () => {
  const { state, open } = server()
  const keeper = open()
  state.locked = true
  keeper.set('a', 'late')
  await wait(1000)
  expect(keeper.state().status).toBe('closed')
  expect(local.read(ID)?.answers).toEqual({ a: 'late' })
})

it('deletes the draft and stops saving when the section was submitted', async () => {
  const { state, open } = server()
  const keeper = open()
  keeper.set('a', 'one')
  keeper.close()
  await wait(60_000)
  expect(state.saves).toEqual([])
  expect(local.list()).toEqual([])
})

it('moves an unsaved answer when an edit moves its field to another section', async () => {
  const { state, open } = server({ a: 'kept', b: 'old' }, 3)
  const keeper = open()
  const moveAnswers = vi.fn()
  const moving = new DraftKeeper(
    ID,
    state.draft,
    { save: () => Promise.reject(failure('stale')), load: () => Promise.resolve(edited), moveAnswers },
    local,
  )
  const edited = {
    answers: { a: 'kept' },
    draft_version: 4,
    version: 2,
    fields: [{ id: 'a', name: 'A', type: 'short-text', required: false, section: 'S' } as const],
  }
  moving.set('b', 'new')
  await moving.flush()
  expect(moveAnswers).toHaveBeenCalledWith({ b: 'old' }, { b: 'new' })
  expect(moving.state().answers).toEqual({ a: 'kept' })
  expect(moving.dirty).toBe(false)
  // The draft that has the field now merges it, unless another device has changed it in the meantime.
  keeper.receiveMovedAnswers({ b: 'old' }, { b: 'new' })
  await wait(1000)
  expect(state.saves).toEqual([{ a: 'kept', b: 'new' }])
  keeper.receiveMovedAnswers({ b: 'old' }, { b: 'newest' })
  expect(keeper.state()).toMatchObject({ status: 'conflict', disputed: ['b'] })
})
