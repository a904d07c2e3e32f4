import { buttonClass } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { useDocumentTitle } from '@portal/kit/ui/page'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Lays out the 404 page. `children` is a link to a page that exists. */
export function NotFoundPage({ children }: { children: ReactNode }) {
  const path = useLocation({ select: (l) => l.pathname })
  useDocumentTitle('Page not found')
  return (
    <main
      className={cx(
        'grid min-h-dvh grid-cols-[minmax(0,24rem)] place-content-center justify-items-center gap-2 px-6',
        'text-center',
      )}
    >
      <p className="font-semibold text-primary text-sm tabular-nums">404</p>
      <h1 className="font-semibold text-2xl tracking-tight">Page not found</h1>
      <p className="wrap-anywhere max-w-full text-base-content/70 text-sm">There is nothing at {path}.</p>
      {children}
    </main>
  )
}

/** The classes of the link on the 404 page. */
export const NOT_FOUND_LINK = buttonClass('primary', 'md', 'mt-4')

/** Shows the 404 page. Links to /client-auth if the path starts with /client, otherwise to /. */
export function NotFound() {
  const client = useLocation({ select: (l) => l.pathname.startsWith('/client') })
  return (
    <NotFoundPage>
      <Link to={client ? '/client-auth' : '/'} className={NOT_FOUND_LINK}>
        {client ? 'Back to the client portal' : 'Return to Home'}
      </Link>
    </NotFoundPage>
  )
}
