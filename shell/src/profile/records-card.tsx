import { Card } from '@portal/kit/ui/card'
import { Link } from '@tanstack/react-router'
import { ChevronRight, MailCheck, ScrollText } from 'lucide-react'
import { SHELL_PAGES } from '../pages.ts'

const RECORDS = [
  {
    to: '/profile/deliveries',
    text: 'Emails that are waiting or could not be delivered.',
    Icon: MailCheck,
  },
  {
    to: '/profile/audit',
    text: 'Who changed what, and when. Protected against later changes.',
    Icon: ScrollText,
  },
] as const

/** Links to deliveries and the audit log. */
export function RecordsCard() {
  return (
    <Card title="Records" padded={false} className="overflow-hidden [&_a]:-outline-offset-2">
      <ul className="divide-y divide-base-300">
        {RECORDS.map(({ to, text, Icon }) => (
          <li key={to}>
            <Link to={to} className="flex items-center gap-4 px-5 py-3.5 hover:bg-base-200/60">
              <Icon className="size-5 shrink-0 text-base-content/60" aria-hidden />
              <span className="min-w-0 flex-1 text-sm">
                <span className="block font-medium">{SHELL_PAGES.bookkeeper[to].title}</span>
                <span className="mt-0.5 block text-base-content/70">{text}</span>
              </span>
              <ChevronRight className="size-4 shrink-0 text-base-content/50" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
