import { useLayoutEffect } from 'react'

/**
 * Sets a data attribute on the document while the component is mounted. Toasts, which are outside
 * of every page, are positioned by it (styles.css).
 */
export function useRootAttribute(name: 'sidebar' | 'conversation', value: string): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset[name] = value
    return () => {
      delete dataset[name]
    }
  }, [name, value])
}
