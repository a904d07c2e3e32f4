import { formatCount } from '@portal/kit/ui/count'
import { Link } from '@tanstack/react-router'

interface ListLinkProps {
  count: number
  /** Search parameters of Form Submissions. */
  search: Record<string, string>
}

/** Renders a number as a link to the submissions that it counts; plain if there are none. */
export function ListLink({ count, search }: ListLinkProps) {
  if (count === 0) return '0'
  return (
    <Link to="/form-submissions" search={search} className="font-medium text-primary hover:underline">
      {formatCount(count)}
    </Link>
  )
}
