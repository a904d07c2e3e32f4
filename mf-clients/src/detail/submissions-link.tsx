import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Form Submissions may be reached with these (specification, section 2). */
    filterByWorkform?: string
    filterByClient?: string
  }
}

export interface SubmissionsLinkProps {
  workformId: string
  clientId: string
  className?: string
  children: ReactNode
}

/** A link to what one client submitted for one workform. */
export function SubmissionsLink({ workformId, clientId, className, children }: SubmissionsLinkProps) {
  return (
    <Link
      to="/form-submissions"
      search={{ workform: workformId, client: clientId }}
      state={{ filterByWorkform: workformId, filterByClient: clientId }}
      className={className}
    >
      {children}
    </Link>
  )
}
