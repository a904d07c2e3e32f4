import { usePage } from '@portal/sdk'
import { type ReactNode, useEffect } from 'react'
import { cx } from './class-names.tsx'

export interface PageProps {
  /** Fills the height and scrolls inside, as a chat does. */
  fill?: boolean | undefined
  children: ReactNode
}

/** Renders the content column of a page inside a layout, in the width of the page's definition. */
export function Page({ fill, children }: PageProps) {
  const { width } = usePage()
  return (
    <div
      className={cx(
        'mx-auto flex w-full flex-col gap-4 px-4 py-6 sm:gap-6 sm:px-8 sm:py-8',
        width === 'narrow' ? 'max-w-3xl' : 'max-w-6xl',
        fill && 'min-h-0 flex-1',
      )}
    >
      {children}
    </div>
  )
}

export interface PageHeaderProps {
  /** Replaces the title of the page's definition, for example with the name of a client. */
  title?: string
  /** Replaces the subtitle of the page's definition. */
  subtitle?: ReactNode
  /** Buttons to the right of the title, or below it if there is no room. */
  actions?: ReactNode
}

/** Renders the page's heading and sets the document title. Both come from the page's definition. */
export function PageHeader({ actions, ...own }: PageHeaderProps) {
  const page = usePage()
  const title = own.title ?? page.title ?? ''
  const subtitle = own.subtitle ?? page.subtitle
  useDocumentTitle(title)
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0 grow basis-60">
        <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight">{title}</h1>
        {subtitle ? <p className="mt-1 text-base-content/70 text-sm">{subtitle}</p> : null}
      </div>
      {actions ? <div className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full">{actions}</div> : null}
    </header>
  )
}

/** Sets the document title while the component is mounted. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Client Portal' ? title : `${title} · Client Portal`
    return () => {
      document.title = 'Client Portal'
    }
  }, [title])
}
