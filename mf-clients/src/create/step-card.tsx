import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { STEPS, type Step } from './state.ts'

export interface StepCardProps {
  step: Step
  open: boolean
  done: boolean
  /** Grows each time something in it must be put right: the first such control takes the focus. */
  attention: number
  onToggle: (open: boolean) => void
  onBack: () => void
  /** The button at the end of the step. */
  action: ReactNode
  /** Makes the step a form that Enter submits. */
  onSubmit: (() => void) | undefined
  children: ReactNode
}

const FIELDS =
  'input:not(:disabled, [type=radio]:not(:checked)), textarea:not(:disabled), [role=combobox]:not(:disabled)'

/** Follows the flow with the focus: into the step that opens, and to what must be put right. */
function useStepFocus(open: boolean, attention: number) {
  const card = useRef<HTMLElement>(null)
  const was = useRef(open)
  useEffect(() => {
    const opened = open && !was.current
    was.current = open
    const head = card.current?.querySelector<HTMLElement>('[aria-expanded]')
    // Whoever opened it by its head stays there.
    if (!opened || !head || head === document.activeElement) return
    const field = card.current?.querySelector<HTMLElement>(`[data-step-body] :is(${FIELDS})`)
    ;(field ?? head).focus({ preventScroll: true })
    head.scrollIntoView({ block: 'nearest' })
  }, [open])
  useEffect(() => {
    if (attention > 0) card.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attention])
  return card
}

/** One collapsible step. What is in it stays while it is folded: a half-built workform must survive a look elsewhere. */
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
          // Where a flow that was interrupted goes on, the dialog starts; a new one starts in the first field.
          data-autofocus={open && step > 0 ? true : undefined}
          onClick={() => onToggle(!open)}
          className="flex w-full cursor-pointer items-center gap-3 rounded-[inherit] px-4 py-3.5 text-left hover:bg-base-200/60"
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
            aria-hidden
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
