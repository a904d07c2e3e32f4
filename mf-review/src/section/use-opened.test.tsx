import { resetScreen } from '@portal/kit/testing/reset-screen'
import { problem, serve } from '@portal/kit/testing/serve'
import { act, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uuid } from '@portal/kit/testing/uuid'
import { useOpened } from './use-opened.ts'

let onShown: (isShown: boolean) => void = () => undefined
let hasFocus = true

beforeEach(() => {
  vi.useFakeTimers()
  hasFocus = true
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus)
  class FakeObserver {
    constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
      onShown = (isIntersecting) => report([{ isIntersecting }])
    }
    observe = (): void => undefined
    disconnect = (): void => undefined
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  resetScreen()
})

function Section({ version = 3, isReviewable = true }) {
  const element = useRef<HTMLDivElement>(null)
  useOpened(element, { assignment_id: uuid(1), version }, isReviewable)
  return <div ref={element} />
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const switchWindow = (to: boolean): void => {
  hasFocus = to
  window.dispatchEvent(new Event(to ? 'focus' : 'blur'))
}

it('reports a submission once, when it has been on screen for a second', async () => {
  const sent = serve({ [`POST /api/sections/${uuid(1)}/opened`]: { ok: true } })
  const view = render(<Section />)
  onShown(true)
  await pass(900)
  expect(sent).toHaveLength(0)
  await pass(200)
  expect(sent.map((s) => s.body)).toEqual([{ version: 3 }])
  onShown(false)
  onShown(true)
  await pass(5000)
  expect(sent).toHaveLength(1)
  view.rerender(<Section version={5} />)
  onShown(true)
  await pass(1100)
  expect(sent.map((s) => s.body)).toEqual([{ version: 3 }, { version: 5 }])
})

it('reports nothing when the bookkeeper scrolls past, looks at another window, or has nothing to review', async () => {
  const sent = serve({})
  const view = render(<Section />)
  onShown(true)
  await pass(500)
  onShown(false)
  await pass(5000)
  switchWindow(false)
  onShown(true)
  await pass(5000)
  view.rerender(<Section isReviewable={false} />)
  await pass(5000)
  expect(sent).toHaveLength(0)
})

it('tries again when the window gets the focus after a failed report', async () => {
  let answer: [number, unknown] = problem(503, 'busy')
  const sent = serve(() => answer)
  render(<Section />)
  onShown(true)
  await pass(1100)
  expect(sent).toHaveLength(1)
  answer = [200, { ok: true }]
  switchWindow(false)
  switchWindow(true)
  await pass(1100)
  expect(sent).toHaveLength(2)
})
