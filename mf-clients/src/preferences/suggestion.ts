import type { Suggestion } from '@portal/contract/agent'
import type { Preferences } from '@portal/contract/preferences'
import { api, call } from '@portal/sdk'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Notes of an assignment or client, with the preferences that the bookkeeper has edited. */
export interface Instructions {
  notes: string
  /** Null while the preferences are those that the agent suggests for the notes. */
  preferences: Preferences | null
  /** The suggestion that was on screen last, and what it was about. */
  seen: { about: string; preferences: Preferences } | null
}

export const NO_INSTRUCTIONS: Instructions = { notes: '', preferences: null, seen: null }

/** What instructions are about. */
export interface InstructionsFor {
  /** yyyy-mm-dd, or '' when there is none. */
  dueDate: string
  /** Null for several clients or one who is not created yet. */
  clientId: string | null
}

type Asked = Pick<Instructions, 'notes' | 'preferences'>

const suggestionQuery = ({ notes, preferences }: Asked, { dueDate, clientId }: InstructionsFor) =>
  queryOptions({
    queryKey: ['clients', 'suggestion', notes.trim(), preferences, dueDate, clientId] as const,
    queryFn: ({ signal }): Promise<Suggestion> =>
      call(
        api['follow-ups'].suggestions.$post(
          { json: { notes: notes.trim(), preferences, due_date: dueDate || null, client_id: clientId } },
          { init: { signal } },
        ),
      ),
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

/** Reads the suggestion for instructions, shortly after they have changed. Asks nothing while there are none. */
export function useSuggestion({ notes, preferences }: Asked, about: InstructionsFor) {
  const hasAny = notes.trim() !== '' || preferences !== null
  const current = JSON.stringify({ instructions: { notes: notes.trim(), preferences }, about })
  const delayed = useDelayed(current)
  const read = JSON.parse(delayed) as { instructions: Asked; about: InstructionsFor }
  const query = useQuery({
    ...suggestionQuery(read.instructions, read.about),
    enabled: hasAny && (read.instructions.notes !== '' || read.instructions.preferences !== null),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isCurrent = delayed === current && !query.isPlaceholderData
  return { suggestion: hasAny ? query.data : undefined, isCurrent, failed: hasAny && query.isError }
}

/** Identifies what a suggestion is about. */
export const suggestedFor = ({ notes }: Asked, { dueDate }: InstructionsFor): string => `${dueDate} ${notes.trim()}`

/**
 * Returns the preferences that the bookkeeper confirms by submitting: the edited ones, or the suggestion that was on
 * screen. Undefined when the agent has not read the notes yet; it then asks before it sends anything.
 */
export function confirmedPreferences(instructions: Instructions, about: InstructionsFor): Preferences | undefined {
  const { notes, preferences, seen } = instructions
  if (preferences) return preferences
  return notes.trim() !== '' && seen?.about === suggestedFor(instructions, about) ? seen.preferences : undefined
}
