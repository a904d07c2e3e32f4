import { useEffect, useState } from 'react'

/** A page that nobody sees paints nothing: there it goes on all the same, in ms. */
const PAINTED_BY_MS = 100

/** Runs `then` behind the next paint: what a press shows comes before what it has in its wake. Gives the function that calls it off. */
export function afterPaint(then: () => void): () => void {
  const stop = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  const run = (): void => {
    stop()
    then()
  }
  let timer = setTimeout(run, PAINTED_BY_MS)
  // A frame's own callbacks come before it is painted.
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(run)
  })
  return stop
}

/** Gives the function that stops what was begun. */
type Subscribe = (listener: () => void) => () => void

/** Tells listeners of what `subscribe` tells at once behind the next paint, of several things together. */
export const deferToNextPaint =
  (subscribe: Subscribe): Subscribe =>
  (listener) => {
    let stop: (() => void) | undefined
    const unsubscribe = subscribe(() => {
      stop ??= afterPaint(() => {
        stop = undefined
        listener()
      })
    })
    return () => {
      unsubscribe()
      stop?.()
    }
  }

/** Whether the component has been painted once. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return painted
}
