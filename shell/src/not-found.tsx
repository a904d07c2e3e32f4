import { buttonClass } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { useDocumentTitle } from '@portal/kit/ui/page'
import { Link, useLocation } from '@tanstack/react-router'

/** Shows the 404 page. Links to /client-auth if the path starts with /client, otherwise to /. */
export function NotFound() {
  const path = useLocation({ select: (l) => l.pathname })
  useDocumentTitle('Page not found')
  const client = path.startsWith('/client')
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
      <Link to={client ? '/client-auth' : '/'} className={buttonClass('primary', 'md', 'mt-4')}>
        {client ? 'Back to the client portal' : 'Return to Home'}
      </Link>
    </main>
  )
}
