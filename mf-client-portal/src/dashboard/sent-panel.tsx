import type { PortalSection } from '@portal/contract/client-portal'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { ArrowRight, CircleCheckBig } from 'lucide-react'
import { useEffect, useRef } from 'react'

export interface SentPanelProps {
  section: PortalSection
  /** The section to continue with. */
  next: PortalSection | undefined
  onOpen: (id: string) => void
}

/** Replaces a form that was just submitted: confirms it and offers the next section. */
export function SentPanel({ section, next, onOpen }: SentPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  // The form and its pressed button are gone, so the focus moves here.
  useEffect(() => panel.current?.focus(), [])
  return (
    <div
      ref={panel}
      role="group"
      aria-label={`${section.name} was sent`}
      tabIndex={-1}
      className={cx(
        'mt-2 grid scroll-my-24 grid-cols-1 gap-3 rounded-field border border-success/40',
        'bg-success/8 p-4 outline-none',
      )}
    >
      <p className="flex items-start gap-3 text-sm">
        <CircleCheckBig className="size-5 shrink-0 text-success" />
        <span className="min-w-0">
          <span className="block font-semibold">Thank you, this is on its way.</span>
          Your bookkeeper will look at it.{next ? ' Here is what comes next:' : null}
        </span>
      </p>
      {next ? <ContinueButton section={next} primary onOpen={onOpen} /> : null}
    </div>
  )
}

/** Renders a button that opens a section. */
export function ContinueButton({
  section,
  primary,
  onOpen,
}: {
  section: PortalSection
  primary: boolean
  onOpen: (id: string) => void
}) {
  return (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      size="lg"
      className="h-auto min-h-12 w-full justify-between gap-3 py-2.5 text-left sm:w-auto sm:justify-self-start"
      onClick={() => onOpen(section.assignment_id)}
    >
      <span className="min-w-0 wrap-anywhere">Continue: {section.name}</span>
      <ArrowRight className="size-5 shrink-0" />
    </Button>
  )
}
