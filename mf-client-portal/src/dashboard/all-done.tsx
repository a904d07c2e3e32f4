import type { PortalWorkform } from '@portal/contract/client-portal'
import { CircleCheckBig } from 'lucide-react'
import { overallStatus } from './section-order.ts'

const TEXTS = {
  review: 'Everything is with your bookkeeper for review. You will hear from us as soon as there is news.',
  approved: 'Everything you sent has been approved. There is nothing left for you to do.',
} as const

/** Says that nothing is left to fill in. */
export function AllDone({ items }: { items: readonly PortalWorkform[] }) {
  const status = overallStatus(items)
  if (status !== 'review' && status !== 'approved') return null
  return (
    <div role="status" className="flex items-start gap-3 rounded-box border border-success/40 bg-success/8 px-4 py-4">
      <CircleCheckBig className="mt-0.5 size-5 shrink-0 text-success" />
      <div className="min-w-0">
        <p className="font-semibold">All done</p>
        <p className="mt-0.5 text-base-content/80 text-sm">{TEXTS[status]}</p>
      </div>
    </div>
  )
}
