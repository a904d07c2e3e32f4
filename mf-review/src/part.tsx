import { toastError } from '@portal/sdk'
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

export interface PartProps<P extends object> {
  /** Loads the component; the same function every time. */
  load: () => Promise<ComponentType<P>>
  /** What the component gets. */
  with: P
  /** Shown until it is there. */
  meanwhile?: ReactNode
  /** It could not be loaded; the reader was told, and may try again. */
  onFailed?: () => void
}

/**
 * A part of the screen that is loaded when it is first mounted. One that cannot be loaded says so and is tried again the next time: the rest
 * of the screen goes on.
 */
export function Part<P extends object>({ load, with: props, meanwhile = null, onFailed }: PartProps<P>): ReactNode {
  const [loaded, setLoaded] = useState<{ readonly component: ComponentType<P> }>()
  useEffect(() => {
    let current = true
    load().then(
      (component) => current && setLoaded({ component }),
      () => {
        if (!current) return
        toastError('Error', 'This part of the page could not be loaded. Please try again.')
        onFailed?.()
      },
    )
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a failure is told once, whoever listens by then
  }, [load])
  return loaded ? createElement(loaded.component, props) : meanwhile
}
