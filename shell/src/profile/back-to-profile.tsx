import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

/** Links from a page of the profile back to it. */
export function BackToProfile() {
  return (
    <Link
      to="/profile"
      className="-mb-3 inline-flex items-center gap-1.5 self-start text-base-content/70 text-sm hover:text-base-content"
    >
      <ArrowLeft className="size-4" aria-hidden />
      Profile
    </Link>
  )
}
