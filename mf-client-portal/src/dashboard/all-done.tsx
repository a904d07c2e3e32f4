import type { PortalWorkform } from '@portal/contract/client-portal'
import { CircleCheckBig } from 'lucide-react'
import { overallStatus } from './section-order.ts'

const TEXTS = {
  review: 'Everything is with your bookkeeper for review. You will hear from us as soon as there is news.',
  approved: 'Everything you sent has been approved. There is nothing left for you to do.',
} as const

/** Returns why nothing is left to fill in; undefined if something is. */
export function doneText(items: readonly PortalWorkform[]): string | undefined {
  const status = overallStatus(items)
  return status === 'review' || status === 'approved' ? TEXTS[status] : undefined
}

/** Says that nothing is left to fill in. */
export function AllDone({ text }: { text: string }) {
  return (
    <div role="status" className="flex items-start gap-3 rounded-box border border-success/40 bg-success/8 px-4 py-4">
      <CircleCheckBig className="mt-0.5 size-5 shrink-0 text-success" />
      <div className="min-w-0">
        <p className="font-semibold">All done</p>
        <p className="mt-0.5 text-base-content/80 text-sm">{text}</p>
      </div>
    </div>
  )
}
