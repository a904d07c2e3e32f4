import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { STEPS, type Step } from './state.ts'

export interface StepCardProps {
  step: Step
  open: boolean
  done: boolean
  /** Grows with each attempt to complete an invalid step; the first invalid control takes the focus. */
  attention: number
  onToggle: (open: boolean) => void
  onBack: () => void
  /** The button that completes the step. */
  action: ReactNode
  /** If set, the step is a form that Enter submits. */
  onSubmit: (() => void) | undefined
  children: ReactNode
}

const FOCUSABLE =
  'input:not(:disabled, [type=radio]:not(:checked)), textarea:not(:disabled), [role=combobox]:not(:disabled)'

/** Moves the focus into the step that opens, or to its first invalid control. */
function useStepFocus(open: boolean, attention: number) {
  const card = useRef<HTMLElement>(null)
  const wasOpen = useRef(open)
  useEffect(() => {
    const opened = open && !wasOpen.current
    wasOpen.current = open
    const header = card.current?.querySelector<HTMLElement>('[aria-expanded]')
    // After a click on the header, the focus stays there.
    if (!opened || !header || header === document.activeElement) return
    const field = card.current?.querySelector<HTMLElement>(`[data-step-body] :is(${FOCUSABLE})`)
    ;(field ?? header).focus({ preventScroll: true })
    header.scrollIntoView({ block: 'nearest' })
  }, [open])
  useEffect(() => {
    if (attention > 0) card.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attention])
  return card
}

/**
 * Shows a collapsible step. Its content stays mounted while collapsed, so that a half-built
 * workform survives.
 */
export function StepCard({ step, open, done, attention, onToggle, onBack, action, onSubmit, children }: StepCardProps) {
  const id = useId()
  const card = useStepFocus(open, attention)
  return (
    <section ref={card} className="rounded-box border border-base-300 bg-base-100">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          // A restored flow starts with the focus on the open step, a new flow in the first field.
          data-autofocus={open && step > 0 ? true : undefined}
          onClick={() => onToggle(!open)}
          className={cx(
            'flex w-full cursor-pointer items-center gap-3 rounded-[inherit] px-4 py-3.5 text-left',
            'hover:bg-base-200/60',
          )}
        >
          <span
            aria-hidden
            className={cx(
              'grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs tabular-nums',
              done
                ? 'bg-success/15 text-success'
                : open
                  ? 'bg-primary text-primary-content'
                  : 'bg-base-200 text-base-content/70',
            )}
          >
            {done ? <Check className="size-3.5" /> : step + 1}
          </span>
          <span className="min-w-0 flex-1 font-medium text-sm">
            {STEPS[step]}
            {done ? <span className="sr-only"> (completed)</span> : null}
          </span>
          <ChevronDown
            className={cx('size-4 shrink-0 text-base-content/60 transition-transform', open && 'rotate-180')}
          />
        </button>
      </h3>
      <div id={id} hidden={!open} data-step-body className="border-base-300 border-t p-4">
        <Body onSubmit={onSubmit}>
          {children}
          <div className="mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:justify-between">
            <Button onClick={onBack} disabled={step === 0}>
              Back
            </Button>
            {action}
          </div>
        </Body>
      </div>
    </section>
  )
}

function Body({ onSubmit, children }: Pick<StepCardProps, 'onSubmit' | 'children'>) {
  if (!onSubmit) return children
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
