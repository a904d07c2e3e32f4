import { useEffect, useState } from 'react'

/** A hidden page never paints; the callback then runs after this time, in ms. */
const PAINTED_BY_MS = 100

/** Runs the callback after the next paint. Returns a function that cancels it. */
export function afterPaint(callback: () => void): () => void {
  const cancel = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  const run = (): void => {
    cancel()
    callback()
  }
  let timer = setTimeout(run, PAINTED_BY_MS)
  // Animation callbacks run before the frame is painted.
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(run)
  })
  return cancel
}

type Subscribe = (listener: () => void) => () => void

/** Wraps a subscribe function: listeners are called once after the next paint, however many changes there were. */
export const deferToNextPaint =
  (subscribe: Subscribe): Subscribe =>
  (listener) => {
    let cancel: (() => void) | undefined
    const unsubscribe = subscribe(() => {
      cancel ??= afterPaint(() => {
        cancel = undefined
        listener()
      })
    })
    return () => {
      unsubscribe()
      cancel?.()
    }
  }

/** Returns true once the component has been painted. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return painted
}
