import { isBlank } from '@portal/contract/text'
import { useLayoutEffect, useRef, useState } from 'react'
import { countFields } from './sections.ts'
import type { BuilderState } from './state.ts'
import type { Builder } from './use-builder.ts'

/** Messages of incomplete steps. */
export const MESSAGES = {
  name: 'Please fill in workform name',
  fields: 'Please add at least one field',
  both: 'Please provide workform name and at least one field',
} as const

const nameProblem = (state: BuilderState): string | undefined => (isBlank(state.name) ? MESSAGES.name : undefined)
const fieldsProblem = (state: BuilderState): string | undefined =>
  countFields(state.sections) === 0 ? MESSAGES.fields : undefined

const bothProblem = (state: BuilderState): string | undefined =>
  nameProblem(state) || fieldsProblem(state) ? MESSAGES.both : undefined

/** Scrolls to the top of a step, since the previous one may have been scrolled down. */
function scrollToTop(element: HTMLElement): void {
  const dialog = element.closest('[data-dialog-body]')
  const top = element.getBoundingClientRect().top
  // Leaves room for the bar of a page, or the padding of a dialog.
  if (!dialog && top < 0) window.scrollBy(0, top - 80)
  const above = dialog ? top - dialog.getBoundingClientRect().top : 0
  if (dialog && above < 0) dialog.scrollTop += above - 20
}

/** Controls `steps` steps of a builder and checks each before the next. */
export function useWizard(builder: Builder, steps: number) {
  const [step, setStep] = useState(0)
  const [failedCheck, setFailedCheck] = useState<((state: BuilderState) => string | undefined) | null>(null)
  const [element, stepRef] = useState<HTMLElement | null>(null)
  const previousStep = useRef(step)
  // Before the paint, so that nothing moves under the pointer afterwards.
  useLayoutEffect(() => {
    if (previousStep.current === step) return
    previousStep.current = step
    element?.focus({ preventScroll: true })
    if (element) scrollToTop(element)
  }, [step, element])
  const go = (to: number): void => {
    setFailedCheck(null)
    setStep(to)
  }
  const next = (): void => {
    const state = builder.commitForm()
    if (!state) return
    const check = step === 0 ? nameProblem : step === 1 ? fieldsProblem : () => undefined
    if (check(state)) setFailedCheck(() => check)
    else go(step + 1)
  }
  const finish = (): BuilderState | null => {
    const state = builder.commitForm()
    if (!state) return null
    if (!bothProblem(state)) return state
    // With three steps, the last one shows neither name nor fields; with two, it shows the fields.
    if (steps > 2) setFailedCheck(() => bothProblem)
    else if (fieldsProblem(state)) setFailedCheck(() => fieldsProblem)
    else {
      setStep(0)
      setFailedCheck(() => nameProblem)
    }
    return null
  }
  return {
    step,
    last: step === steps - 1,
    // Checked again on every change, so that the message disappears as soon as it is fixed.
    problem: failedCheck?.(builder.state),
    /** Ref of the element that contains the step. It takes the focus when the step changes. */
    stepRef,
    back: () => go(Math.max(0, step - 1)),
    next,
    /** Checks all steps. Returns the state to save, or null if something is missing, which is then shown. */
    finish,
    /** Opens a step without a check, as when the work starts again. */
    go,
  }
}

/** The steps of a builder. Step 0 has the name, step 1 the fields. */
export type Wizard = ReturnType<typeof useWizard>
