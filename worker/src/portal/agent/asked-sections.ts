import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import type { PreferencePart, Preferences } from '@portal/contract/preferences'
import { openSections } from './assignment-state.ts'
import type { AgentClient, Assignment, SectionRow } from './client-state.ts'
import type { PlanTrack } from './plan-days.ts'
import { preferencesOf } from './preferences-of.ts'

/** Which sections of an assignment reminders ask for, and when. */

/** A section to ask for, with the dates that apply to it. */
export interface AskedSection extends PlanTrack {
  section: SectionRow
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[\p{L}\d]+/gu)
    ?.map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''))
    .filter((word) => !/^(?:the|and|for|of|a|an|in)$/.test(word)) ?? []

/** Returns whether a text names a section: all words of one are in the other. */
function namesSection(text: string, section: string): boolean {
  const [a, b] = [wordsOf(text), wordsOf(section)]
  return a.length > 0 && b.length > 0 && (a.every((word) => b.includes(word)) || b.every((word) => a.includes(word)))
}
const isNamed = (texts: readonly string[], { section_name }: SectionRow): boolean =>
  texts.some((text) => namesSection(text, section_name))

/** Returns whether everything has arrived that ends the reminders. Without a matching section, anything counts. */
function hasReceived({ sections }: Assignment, open: readonly SectionRow[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return false
  const matching = sections.filter((section) => isNamed(wanted, section))
  return matching.length > 0 ? !matching.some((s) => open.includes(s)) : open.length < sections.length
}

/** Returns the part of the preferences that applies to a section. */
function partOf(section: SectionRow, { parts, first }: Preferences): PreferencePart | undefined {
  const named = parts.find(({ what }) => isNamed(what, section))
  return named ?? (isNamed(first, section) ? undefined : parts.find(({ what }) => what.length === 0))
}

/**
 * Returns the sections that reminders can ask for: those with a due date, unless the client waits for the bookkeeper's
 * answer to a question about it.
 */
export function askedSections(client: AgentClient, assignment: Assignment): AskedSection[] {
  const preferences = preferencesOf(client, assignment)
  const open = openSections(assignment)
  const lists = [assignment.preferences ?? NO_PREFERENCES, client.preferences ?? NO_PREFERENCES]
  if (lists.some((p) => hasReceived(assignment, open, p.until_received))) return []
  return open
    .filter((section) => section.asked_at === null && !isNamed(preferences.not_for, section))
    .flatMap((section) => {
      const part = partOf(section, preferences)
      const due_date = part?.due ?? section.due_date
      return due_date === null ? [] : [{ section, due_date, not_before: part?.not_before ?? null }]
    })
}

/** Returns the different dates on which the sections of an assignment are asked for. */
export const tracksOf = (client: AgentClient, assignment: Assignment): PlanTrack[] => [
  ...new Map(
    askedSections(client, assignment).map(({ due_date, not_before }) => [
      `${due_date} ${not_before}`,
      { due_date, not_before },
    ]),
  ).values(),
]

/** Returns what to ask for first and is not submitted yet, such as "A, then B"; null when there is nothing. */
export function askedFirst(client: AgentClient, assignment: Assignment): string | null {
  const { first } = preferencesOf(client, assignment)
  const open = openSections(assignment)
  const isMissing = (thing: string): boolean => {
    const matching = assignment.sections.filter((section) => isNamed([thing], section))
    return matching.length === 0 || matching.some((section) => open.includes(section))
  }
  return first.filter(isMissing).join(', then ') || null
}
