import type { PortalSection } from '@portal/contract/client-portal'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { isTyping, pageHeading } from '@portal/kit/ui/focus'
import { ArrowRight, CircleCheckBig } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'

export interface SentPanelProps {
  section: PortalSection
  /** Whether the client has submitted it just now. Otherwise a link or the browser's history led to it. */
  isNew: boolean
  /** The section to continue with. */
  next: PortalSection | undefined
  /** Why nothing is left to fill in. */
  done: string | undefined
  onOpen: (id: string) => void
  onLeave: () => void
}

function titleOf({ section, isNew }: Pick<SentPanelProps, 'section' | 'isNew'>): string {
  if (section.status === 'approved') return 'This section is already approved.'
  return isNew ? 'Thank you, this is on its way.' : 'You have already sent this section.'
}

/** Takes the place of a form that was sent: says so, and what comes next. */
export function SentPanel({ section, isNew, next, done, onOpen, onLeave }: SentPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  // The form and its pressed button are gone, so the focus moves here, unless the client is typing somewhere else.
  useEffect(() => {
    if (!isTyping()) panel.current?.focus()
  }, [])
  const isApproved = section.status === 'approved'
  return (
    <div
      ref={panel}
      role="group"
      aria-label={`${section.name} was ${isApproved ? 'approved' : 'sent'}`}
      aria-describedby={id}
      tabIndex={-1}
      className={cx(
        'mt-2 grid scroll-my-24 grid-cols-1 gap-3 rounded-field border border-success/40',
        'bg-success/8 p-4 outline-none',
      )}
    >
      <div id={id} className="flex items-start gap-3 text-sm">
        <CircleCheckBig className="size-5 shrink-0 text-success" />
        <div className="min-w-0">
          <p className="font-semibold">{titleOf({ section, isNew })}</p>
          {isNew && !isApproved ? <p>Your bookkeeper will look at it.</p> : null}
          {done ? (
            <>
              <p className="mt-2 font-semibold">All done</p>
              <p>{done}</p>
            </>
          ) : null}
        </div>
      </div>
      {next ? <SectionButton label="Next" section={next} primary onOpen={onOpen} /> : null}
      <Button
        variant="quiet"
        className="min-h-11 font-normal sm:justify-self-start"
        onClick={() => {
          onLeave()
          pageHeading()?.focus()
        }}
      >
        Back to the dashboard
      </Button>
    </div>
  )
}

interface SectionButtonProps {
  label: 'Continue' | 'Next'
  section: PortalSection
  primary: boolean
  onOpen: (id: string) => void
}

/** Renders a button that opens a section. */
export function SectionButton({ label, section, primary, onOpen }: SectionButtonProps) {
  return (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      size="lg"
      className="h-auto min-h-12 w-full justify-between gap-3 py-2.5 text-left sm:w-auto sm:justify-self-start"
      onClick={() => onOpen(section.assignment_id)}
    >
      <span className="min-w-0 wrap-anywhere">
        {label}: {section.name}
      </span>
      <ArrowRight className="size-5 shrink-0" />
    </Button>
  )
}
