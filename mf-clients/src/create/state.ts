import { isEmail } from '@portal/contract/fields'
import type { WorkformSummary } from '@portal/contract/workforms'

/** Titles of the four steps. */
export const STEPS = [
  'Client Details',
  'Select Workform or Create New',
  'Set Deadlines & Instructions',
  'Review & Confirm',
] as const
/** Index of a step, from 0. */
export type Step = 0 | 1 | 2 | 3
const LAST: Step = 3

export interface ClientDetails {
  fullName: string
  companyName: string
  email: string
  phone: string
}

/** The state of the flow. */
export interface Creation {
  clientDetails: ClientDetails
  workform: {
    isCreatingNew: boolean
    selected: WorkformSummary | undefined
    /** Whether a copy of the selected template is in the builder and not submitted yet. */
    customizing: boolean
    /** Whether the builder for a new workform has unsaved work. */
    dirty: boolean
  }
  deadlines: { dueDate: string; notes: string }
  /** The open step, if any. */
  open: Step | undefined
  /** Which of the first three steps were completed. */
  done: readonly boolean[]
  /**
   * The step whose errors are marked. `times` grows with each attempt and moves the focus to the
   * first error.
   */
  marked: { step: Step | undefined; times: number }
}

export const EMPTY: Creation = {
  clientDetails: { fullName: '', companyName: '', email: '', phone: '' },
  workform: { isCreatingNew: false, selected: undefined, customizing: false, dirty: false },
  deadlines: { dueDate: '', notes: '' },
  open: 0,
  done: [false, false, false],
  marked: { step: undefined, times: 0 },
}

export type CreationAction =
  | { type: 'details'; change: Partial<ClientDetails> }
  | { type: 'workform'; change: Partial<Creation['workform']> }
  | { type: 'deadlines'; change: Partial<Creation['deadlines']> }
  | { type: 'toggle'; step: Step; open: boolean }
  | { type: 'complete'; step: Step }
  | { type: 'back'; step: Step }
  | { type: 'mark'; step: Step }
  | { type: 'submitted'; workform: WorkformSummary }
  | { type: 'reset' }

const next = (step: Step): Step => Math.min(step + 1, LAST) as Step
const withDone = (state: Creation, step: Step): boolean[] => state.done.map((done, index) => done || index === step)

/** Returns the state after an action. */
export function creationReducer(state: Creation, event: CreationAction): Creation {
  switch (event.type) {
    case 'details':
      return { ...state, clientDetails: { ...state.clientDetails, ...event.change } }
    case 'workform':
      return { ...state, workform: { ...state.workform, ...event.change } }
    case 'deadlines':
      return { ...state, deadlines: { ...state.deadlines, ...event.change } }
    case 'toggle':
      return { ...state, open: event.open ? event.step : undefined }
    case 'complete':
      return {
        ...state,
        done: withDone(state, event.step),
        open: next(event.step),
        marked: { ...state.marked, step: undefined },
      }
    case 'back':
      return { ...state, open: Math.max(event.step - 1, 0) as Step }
    case 'mark':
      return { ...state, marked: { step: event.step, times: state.marked.times + 1 }, open: event.step }
    case 'reset':
      return EMPTY
    case 'submitted':
      // Submitting a workform completes step 2 with it selected.
      return {
        ...state,
        workform: { isCreatingNew: false, selected: event.workform, customizing: false, dirty: false },
        done: withDone(state, 1),
        open: 2,
      }
  }
}

/** Returns the errors of the details by field; empty if they are valid. */
export function detailProblems({
  fullName,
  email,
  phone,
}: ClientDetails): Partial<Record<keyof ClientDetails, string>> {
  const blank = 'This field is required.'
  return {
    ...(fullName.trim() ? {} : { fullName: blank }),
    ...(email.trim()
      ? isEmail(email.trim())
        ? {}
        : { email: 'Please enter a valid email address.' }
      : { email: blank }),
    ...(phone.trim() ? {} : { phone: blank }),
  }
}

const FIELDS_MISSING = 'Please fill in all required fields before proceeding'

/** Returns why a step is incomplete, or undefined. */
export function stepProblem(state: Creation, step: Step): string | undefined {
  if (step === 0) {
    const { fullName, email, phone } = state.clientDetails
    if (![fullName, email, phone].every((v) => v.trim())) return FIELDS_MISSING
    return detailProblems(state.clientDetails).email
  }
  if (step === 1) {
    const { isCreatingNew, customizing, selected } = state.workform
    if (isCreatingNew) return 'Please submit your created workform before proceeding'
    if (customizing) return 'Please save your workform customization before proceeding'
    return selected ? undefined : 'Please select a workform or create a new one before proceeding'
  }
  if (step === 2) return state.deadlines.dueDate ? undefined : FIELDS_MISSING
  return undefined
}

/** Returns the first of steps 1 to 3 that is invalid, or undefined. */
export function firstInvalidStep(state: Creation): Step | undefined {
  return ([0, 1, 2] as const).find((step) => stepProblem(state, step) !== undefined)
}

/** Returns the milestones of the side panel, and whether each is reached. */
export function milestonesOf(state: Creation): { label: string; delivered: boolean }[] {
  const reached = ([0, 1, 2] as const).map(
    (step) => state.done[step] === true && stepProblem(state, step) === undefined,
  )
  const labels = ['Account created', 'Workform assigned', 'Timeline set', 'Ready to launch']
  return labels.map((label, index) => ({ label, delivered: reached[index] ?? reached.every(Boolean) }))
}

/** Returns whether closing would discard input. */
export function hasUnsavedWork({ clientDetails, workform, deadlines }: Creation): boolean {
  const typed = [...Object.values(clientDetails), deadlines.dueDate, deadlines.notes].some((v) => v.trim() !== '')
  return typed || workform.selected !== undefined || workform.customizing || workform.dirty
}
