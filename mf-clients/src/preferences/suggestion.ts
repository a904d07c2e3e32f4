import { cleanText, isBlank } from '@portal/contract/text'
import type { Suggestion } from '@portal/contract/agent'
import { mergePreferences } from '@portal/contract/merge-preferences'
import type { Preferences } from '@portal/contract/preferences'
import { api, call } from '@portal/sdk'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Notes of an assignment or client, with the preferences that the bookkeeper has edited. */
export interface Instructions {
  notes: string
  /** Null while the preferences are those that the agent suggests for the notes. */
  preferences: Preferences | null
  /** The notes for which `preferences` were edited. When they change, the agent reads them again; '' if never read. */
  read: string
  /** The suggestion that was on screen last, and what it was about. */
  seen: { about: string; preferences: Preferences } | null
}

export const NO_INSTRUCTIONS: Instructions = { notes: '', preferences: null, read: '', seen: null }

/** What instructions are about. */
export interface InstructionsFor {
  /** yyyy-mm-dd, or '' when there is none. */
  dueDate: string
  /** Null for several clients or one who is not created yet. */
  clientId: string | null
  /** The assigned workform whose preferences change. */
  workformId?: string | undefined
}

type Edited = Pick<Instructions, 'notes' | 'preferences' | 'read'>
type Asked = Pick<Instructions, 'notes' | 'preferences'>

/** Returns the edited preferences, unless the notes have changed since. */
export const settledPreferences = ({ notes, preferences, read }: Edited): Preferences | null =>
  isBlank(notes) || cleanText(notes) === cleanText(read) ? preferences : null

/** Returns what is shown: edited preferences stay when the notes change, in addition to what the notes ask for. */
export function shownPreferences(edited: Edited, understood: Preferences | undefined): Preferences | null {
  const settled = settledPreferences(edited)
  if (settled || !understood || isBlank(edited.notes)) return settled ?? edited.preferences
  return edited.preferences ? mergePreferences(understood, edited.preferences) : understood
}

const suggestionQuery = ({ notes, preferences }: Asked, { dueDate, clientId, workformId }: InstructionsFor) =>
  queryOptions({
    queryKey: ['clients', 'suggestion', cleanText(notes), preferences, dueDate, clientId, workformId] as const,
    queryFn: ({ signal }): Promise<Suggestion> => {
      const about = { due_date: dueDate || null, client_id: clientId, ...(workformId && { workform_id: workformId }) }
      const json = { notes: cleanText(notes), preferences, ...about }
      return call(api['follow-ups'].suggestions.$post({ json }, { init: { signal } }))
    },
    staleTime: 5 * 60_000,
  })

/** The agent reads the notes when the bookkeeper has stopped typing for this long. */
const DELAY_MS = 500

/** Returns a text when it has not changed for a while. */
function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return delayed
}

/** Reads what the agent understands and does next, shortly after the instructions have changed. */
export function useSuggestion(value: Edited, about: InstructionsFor) {
  const asked = { notes: cleanText(value.notes), preferences: settledPreferences(value) }
  const hasAny = asked.notes !== '' || asked.preferences !== null
  const current = JSON.stringify({ asked, about })
  const delayed = useDelayed(current)
  const read = JSON.parse(delayed) as { asked: Asked; about: InstructionsFor }
  const query = useQuery({
    ...suggestionQuery(read.asked, read.about),
    enabled: hasAny && (read.asked.notes !== '' || read.asked.preferences !== null),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const suggestion = hasAny ? query.data : undefined
  const isCurrent = delayed === current && !query.isPlaceholderData && suggestion !== undefined
  const preferences = shownPreferences(value, isCurrent ? suggestion.preferences : undefined)
  // What comes next depends on edited preferences, too.
  const isMerged = isCurrent && asked.preferences === null && value.preferences !== null
  const merged = useQuery({ ...suggestionQuery({ ...asked, preferences }, about), enabled: isMerged, retry: false })
  const next = isMerged ? merged.data?.next : suggestion?.next
  return { suggestion, preferences, next, isCurrent, isMerged, failed: hasAny && query.isError }
}

/** Identifies what a suggestion is about. */
export const suggestedFor = ({ notes }: Pick<Asked, 'notes'>, { dueDate }: InstructionsFor): string =>
  `${dueDate} ${cleanText(notes)}`

/**
 * Returns the preferences that the bookkeeper confirms by submitting: the edited ones, or what was on screen after the
 * agent had read the notes. Undefined when it has not read them yet; it then asks before it sends anything.
 */
export function confirmedPreferences(instructions: Instructions, about: InstructionsFor): Preferences | undefined {
  const { notes, seen } = instructions
  const settled = settledPreferences(instructions)
  if (settled) return settled
  return !isBlank(notes) && seen?.about === suggestedFor(instructions, about) ? seen.preferences : undefined
}
