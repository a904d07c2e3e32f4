import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface SubmissionLinkProps {
  workformId: string
  clientId: string
  children: ReactNode
}

/** Renders a row that links to a single submission on Form Submissions. */
export function SubmissionLink({ workformId, clientId, children }: SubmissionLinkProps) {
  return (
    <Link
      to="/form-submissions"
      search={{ workform: workformId, client: clientId }}
      className="flex min-h-14 items-start justify-between gap-4 px-5 py-3 text-sm hover:bg-base-200/60"
    >
      {children}
    </Link>
  )
}
