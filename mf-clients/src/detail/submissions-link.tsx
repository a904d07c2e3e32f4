import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Filters of Form Submissions. */
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

/** Links to the submission of one client for one workform. */
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
