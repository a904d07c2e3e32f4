import { isEmail } from '@portal/contract/fields'
import type { WorkformSummary } from '@portal/contract/workforms'

/** The four steps of the creation flow, as they are titled. */
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

/** Everything that the flow holds. */
export interface Creation {
  clientDetails: ClientDetails
  workform: {
    isCreatingNew: boolean
    selected: WorkformSummary | undefined
    /** A copy of the selected template lies in the builder and is not submitted yet. */
    customizing: boolean
    /** The builder for a new workform holds unsaved work. */
    dirty: boolean
  }
  deadlines: { dueDate: string; notes: string }
  /** The one step that is open. */
  open: Step | undefined
  /** Steps that were completed. */
  done: readonly boolean[]
  /** The step whose problems are marked, and how often that was asked for: each time the first of them takes the focus. */
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

export type Change =
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

/** The flow after a change. */
export function reduce(state: Creation, event: Change): Creation {
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
      // A submitted workform completes its step: the flow goes on with it selected.
      return {
        ...state,
        workform: { isCreatingNew: false, selected: event.workform, customizing: false, dirty: false },
        done: withDone(state, 1),
        open: 2,
      }
  }
}

/** What is wrong per field of the details; empty when all is well. */
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

/** Why a step is not complete (specification, section 5), or `undefined` when it is. */
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

/** The first of the steps 1 to 3 that is not valid, or `undefined`. */
export function firstInvalid(state: Creation): Step | undefined {
  return ([0, 1, 2] as const).find((step) => stepProblem(state, step) !== undefined)
}

/** What the side panel says: whether each milestone is reached. */
export function progressOf(state: Creation): { label: string; delivered: boolean }[] {
  const reached = ([0, 1, 2] as const).map(
    (step) => state.done[step] === true && stepProblem(state, step) === undefined,
  )
  const labels = ['Account created', 'Workform assigned', 'Timeline set', 'Ready to launch']
  return labels.map((label, index) => ({ label, delivered: reached[index] ?? reached.every(Boolean) }))
}

/** Whether closing would throw something away. */
export function holdsWork({ clientDetails, workform, deadlines }: Creation): boolean {
  const typed = [...Object.values(clientDetails), deadlines.dueDate, deadlines.notes].some((v) => v.trim() !== '')
  return typed || workform.selected !== undefined || workform.customizing || workform.dirty
}
