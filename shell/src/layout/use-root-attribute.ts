import { useLayoutEffect } from 'react'

/** Marks the document while the component is mounted: toasts, which lie outside of every page, keep clear of what is marked (styles.css). */
export function useRootAttribute(mark: 'sidebar' | 'conversation', value: string): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset[mark] = value
    return () => {
      delete dataset[mark]
    }
  }, [mark, value])
}
