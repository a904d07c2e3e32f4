import { useLayoutEffect } from 'react'

/**
 * Tells the document about the sidebar while the component is mounted. Toasts, which are outside of every page, are
 * positioned by it (toasts.css).
 */
export function useSidebarAttribute(sidebar: 'expanded' | 'collapsed' | 'alone'): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['sidebar'] = sidebar
    return () => {
      delete dataset['sidebar']
    }
  }, [sidebar])
}
