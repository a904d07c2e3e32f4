import { monthAndYear } from '@portal/contract/dates'
import type { SubmissionCard } from '@portal/contract/review'
import { isMonthFocus, type SubmissionFocus } from '@portal/contract/section-machine'
import { countOf } from '@portal/kit/ui/count'
import type { SubmissionsSearch } from './search.ts'

/* What a figure or chart of the dashboard counts, in words. */

const FOCUS: Record<SubmissionFocus, string> = {
  waiting: 'waiting for review',
  overdue: 'overdue',
  completed: 'completed this month',
  client_turn: 'waiting for the client',
  on_time: 'submitted on time',
  late: 'submitted late',
  missing: 'not submitted',
  approved: 'approved',
  sent_back: 'sent back',
  corrected: 'answered differently after a rejection',
}

const questionName = (id: string, cards: readonly SubmissionCard[]): string | undefined =>
  cards.flatMap((card) => card.sections.flatMap((section) => section.fields)).find((field) => field.id === id)?.name

/** Returns what is counted, such as 'submitted late · due in March 2026'. */
export function describeFocus(search: SubmissionsSearch, cards: readonly SubmissionCard[]): string | undefined {
  const { only, month, section, question, since } = search
  if (!only) return undefined
  if (!isMonthFocus(only)) {
    const what = question ? `“${questionName(question, cards) ?? 'one question'}”` : section && `section “${section}”`
    return [what, FOCUS[only], since && `since ${monthAndYear(since)}`].filter(Boolean).join(' ')
  }
  return `${FOCUS[only]} · ${only === 'approved' ? '' : 'due in '}${month ? monthAndYear(month) : 'this month'}`
}

/** Returns how many sections of the cards are counted, such as '6 sections'; undefined in lists that count none. */
export function countSections(cards: readonly SubmissionCard[]): string | undefined {
  const sections = cards.flatMap(({ counted = [] }) => counted).length
  return sections > 0 ? countOf(sections, 'section') : undefined
}

/** Returns which sections of a card are counted, such as 'Submitted late: Bank, Identity (2 of 3 sections)'. */
export function describeCounted(
  { sections, counted = [] }: SubmissionCard,
  { only, month }: Pick<SubmissionsSearch, 'only' | 'month'>,
): string | undefined {
  const names = sections.filter((s) => counted.includes(s.assignment_id)).map((s) => s.section_name)
  if (!only || names.length === 0) return undefined
  // Others may have been approved in other months.
  const when = only !== 'approved' ? '' : month ? ` in ${monthAndYear(month)}` : ' this month'
  const what = FOCUS[only].replace(/^./, (letter) => letter.toUpperCase()) + when
  const share = names.length < sections.length ? ` (${names.length} of ${countOf(sections.length, 'section')})` : ''
  return `${what}: ${names.join(', ')}${share}`
}
