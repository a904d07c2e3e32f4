import { isBlank } from '@portal/contract/text'
import { personalLineProblem } from '@portal/contract/personal-line'
import type { WorkformSummary } from '@portal/contract/workforms'
import { emailProblem, requiredProblem } from '../edit/validation.ts'
import { type Instructions, NO_INSTRUCTIONS } from '../preferences/suggestion.ts'

/** Titles of the four steps. */
export const STEPS = [
  'Client Details',
  'Select Workform or Create New',
  'Set Deadlines & Instructions',
  'Review & Confirm',
] as const
/** Index of a step, from 0. */
export type Step = 0 | 1 | 2 | 3

/** A further workform of the onboarding; null until it is chosen. */
export interface FurtherWorkform {
  workform: WorkformSummary | null
  /** yyyy-mm-dd, or ''. */
  dueDate: string
}

/** The input of the flow, which is kept in this browser until the client is created or discarded. */
export interface NewClient extends Instructions {
  fullName: string
  companyName: string
  email: string
  phone: string
  isCreatingNew: boolean
  selected: WorkformSummary | null
  /** Due date of the selected workform, yyyy-mm-dd, or ''. */
  dueDate: string
  more: readonly FurtherWorkform[]
  /** One line for the client, quoted in the invitation. */
  personalLine: string
  /** Index of the open step; -1 if all are closed. */
  open: number
  /** Which of the first three steps were completed. */
  done: readonly boolean[]
  /** Ids of the workforms that were made in the flow for this client alone, not as templates. */
  made: readonly string[]
}

/** Unsaved work in the builder, which keeps it by itself. */
export interface BuilderWork {
  /** Row of the workform of which an unsubmitted copy is in the builder: 0 for the first; null if there is none. */
  customizing: number | null
  /** Whether the builder for a new workform has unsaved work. */
  dirty: boolean
}

export type Creation = NewClient & BuilderWork

export const EMPTY: NewClient = {
  fullName: '',
  companyName: '',
  email: '',
  phone: '',
  isCreatingNew: false,
  selected: null,
  dueDate: '',
  more: [],
  ...NO_INSTRUCTIONS,
  personalLine: '',
  open: 0,
  done: [false, false, false],
  made: [],
}

/** Returns the rows of workforms, the first one included. */
export const rowsOf = ({ selected, dueDate, more }: Pick<NewClient, 'selected' | 'dueDate' | 'more'>) => [
  { workform: selected, dueDate },
  ...more,
]

/** Returns the chosen workforms with their due dates. */
export const chosenOf = (state: Pick<NewClient, 'selected' | 'dueDate' | 'more'>) =>
  rowsOf(state).flatMap(({ workform, dueDate }) => (workform ? [{ workform, dueDate }] : []))

/** Returns the errors of the details by field. */
export const detailProblems = ({ fullName, email, phone }: Pick<NewClient, 'fullName' | 'email' | 'phone'>) => ({
  fullName: requiredProblem(fullName),
  email: emailProblem(email),
  phone: requiredProblem(phone),
})

const FIELDS_MISSING = 'Please fill in all required fields before proceeding'

/** Returns why a step is incomplete, or undefined. */
export function stepProblem(state: Creation, step: Step): string | undefined {
  if (step === 0) {
    const isMissing = [state.fullName, state.email, state.phone].some(isBlank)
    return isMissing ? FIELDS_MISSING : detailProblems(state).email
  }
  if (step === 1) {
    if (state.isCreatingNew) return 'Please submit your created workform before proceeding'
    if (state.customizing !== null) return 'Please save your workform customization before proceeding'
    return state.selected ? undefined : 'Please select a workform or create a new one before proceeding'
  }
  if (step !== 2) return undefined
  const isMissing = !state.dueDate || state.more.some(({ workform, dueDate }) => workform && !dueDate)
  return isMissing ? FIELDS_MISSING : personalLineProblem(state.personalLine)
}

/** Returns the first of steps 1 to 3 that is invalid, or undefined. */
export const firstInvalidStep = (state: Creation): Step | undefined =>
  ([0, 1, 2] as const).find((step) => stepProblem(state, step) !== undefined)

/** Returns the milestones of the side panel, and whether each is reached. */
export function milestonesOf(state: Creation): { label: string; delivered: boolean }[] {
  const reached = ([0, 1, 2] as const).map((step) => state.done[step] === true && !stepProblem(state, step))
  const labels = ['Account created', 'Workform assigned', 'Timeline set', 'Ready to launch']
  return labels.map((label, index) => ({ label, delivered: reached[index] ?? reached.every(Boolean) }))
}

/** Returns whether closing would discard input. */
export function hasUnsavedWork(state: Creation): boolean {
  const { fullName, companyName, email, phone, dueDate, notes, personalLine, selected, more, customizing, dirty } =
    state
  const typed = [fullName, companyName, email, phone, dueDate, notes, personalLine].some((v) => !isBlank(v))
  return typed || selected !== null || more.length > 0 || customizing !== null || dirty
}
