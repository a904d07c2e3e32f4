import { useLayoutEffect, useRef, useState } from 'react'
import { type BuilderState, countFields } from './state.ts'
import type { Builder } from './use-builder.ts'

/** What a builder says when a step is not complete (specification, section 5). */
export const MESSAGES = {
  name: 'Please fill in workform name',
  fields: 'Please add at least one field',
  both: 'Please provide workform name and at least one field',
} as const

/** The way through the steps of a builder. Step 0 is about the name, step 1 about the fields. */
export interface Wizard {
  step: number
  last: boolean
  /** What keeps the current step from being left. */
  problem: string | undefined
  /** To be put on the element that holds the step: it takes the focus when the step changes. */
  holdStep: (element: HTMLElement | null) => void
  back: () => void
  next: () => void
  /** Checks all steps. The workform's state to be saved, or null where something is missing, which is then shown. */
  finish: () => BuilderState | null
  /** Goes to a step without a check, as when the work starts again. */
  go: (step: number) => void
}

const nameProblem = (state: BuilderState): string | undefined => (state.name.trim() === '' ? MESSAGES.name : undefined)
const fieldsProblem = (state: BuilderState): string | undefined =>
  countFields(state.sections) === 0 ? MESSAGES.fields : undefined

const bothProblem = (state: BuilderState): string | undefined =>
  nameProblem(state) || fieldsProblem(state) ? MESSAGES.both : undefined

/** The step before may have been scrolled far down: the next one is read from its beginning. */
function showBeginning(element: HTMLElement): void {
  const dialog = element.closest('[data-dialog-body]')
  const top = element.getBoundingClientRect().top
  // A page has its bar above; a dialog only its padding.
  if (!dialog && top < 0) window.scrollBy(0, top - 80)
  const above = dialog ? top - dialog.getBoundingClientRect().top : 0
  if (dialog && above < 0) dialog.scrollTop += above - 20
}

/** Leads through `steps` steps of a builder, each with its gate. */
export function useWizard(builder: Builder, steps: number): Wizard {
  const [step, setStep] = useState(0)
  const [asked, setAsked] = useState<((state: BuilderState) => string | undefined) | null>(null)
  const [element, holdStep] = useState<HTMLElement | null>(null)
  const shown = useRef(step)
  // Before the step is seen: what moves afterwards moves under the pointer.
  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    element?.focus({ preventScroll: true })
    if (element) showBeginning(element)
  }, [step, element])
  const go = (to: number): void => {
    setAsked(null)
    setStep(to)
  }
  const next = (): void => {
    const state = builder.settle()
    if (!state) return
    const gate = step === 0 ? nameProblem : step === 1 ? fieldsProblem : () => undefined
    if (gate(state)) setAsked(() => gate)
    else go(step + 1)
  }
  const finish = (): BuilderState | null => {
    const state = builder.settle()
    if (!state) return null
    if (!bothProblem(state)) return state
    // In the last of three steps neither can be seen; with two, the fields are on screen and the name is one step back.
    if (steps > 2) setAsked(() => bothProblem)
    else if (fieldsProblem(state)) setAsked(() => fieldsProblem)
    else {
      setStep(0)
      setAsked(() => nameProblem)
    }
    return null
  }
  return {
    step,
    last: step === steps - 1,
    // Asked again at every change: the message goes away as soon as it no longer holds.
    problem: asked?.(builder.state),
    holdStep,
    back: () => go(Math.max(0, step - 1)),
    next,
    finish,
    go,
  }
}
