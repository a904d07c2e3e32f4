import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

/** Links from a page to the one that it belongs to. Stands above the heading. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to as never}
      className={
        '-mb-2 inline-flex items-center gap-1.5 self-start text-base-content/70 text-sm sm:-mb-3 ' +
        'hover:text-base-content'
      }
    >
      <ArrowLeft className="size-4" aria-hidden />
      {children}
    </Link>
  )
}
