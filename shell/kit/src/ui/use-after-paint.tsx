import { useEffect, useState } from 'react'

/**
 * Returns the value, but after a change the previous one until the next paint. For content that makes the browser
 * restyle a large page, such as a modal dialog over a long list: the pressed control is painted first.
 */
export function useAfterPaint<T>(value: T): T {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Animation callbacks run before the frame is painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(value))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return painted
}
