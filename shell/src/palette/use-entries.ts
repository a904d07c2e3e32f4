import { cleanLine } from '@portal/contract/text'
import type { SearchResults } from '@portal/contract/search'
import { containsWords } from '@portal/contract/search-text'
import { useSearchText } from '@portal/kit/ui/search-box'
import { useOffline } from '@portal/kit/ui/use-offline'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { offeredBy } from './commands.ts'
import { type EntryGroup, fixedGroups, matchesWords, recentEntries, resultGroups, textEntries } from './entries.ts'
import { recentQuery, searchQuery } from './queries.ts'
import { forgetVisits, readVisits, submissionId, type Visit, visitAt } from './recent.ts'

const root = getRouteApi('__root__')

/** Pause in typing before a request, in ms. */
const DELAY_MS = 120

/** Most recent items that are shown above the results of a search. */
const RECENT_FOUND = 3

/** Returns pages, commands and visits of this person. The visits are those before the palette was opened. */
function useOffered() {
  const remotes = root.useRouteContext({ select: (context) => context.remotes })
  const offered = useMemo(() => offeredBy(remotes), [remotes])
  const { location } = useRouter().state
  const [visits] = useState(readVisits)
  const [current] = useState(() => visitAt(location, offered))
  return { offered, visits, current }
}

/** Returns whether an item is among those that were found. Ids of different kinds differ. */
const isAmong = ({ clients, workforms, submissions }: SearchResults, { id }: Visit): boolean =>
  [...clients.items, ...workforms.items].some((item) => item.id === id) ||
  submissions.items.some((item) => submissionId(item) === id)

/** Returns recent items, and whether a lookup is under way that will add some. Forgets those that are gone. */
function useRecent({ offered, visits, current }: ReturnType<typeof useOffered>) {
  const { data, isFetchedAfterMount, fetchStatus } = useQuery(recentQuery)
  const entries = useMemo(() => recentEntries(offered, visits, data?.found, current), [offered, visits, data, current])
  const isKnown = (visit: Visit): boolean => visit.kind === 'page' || (data && isAmong(data.found, visit)) === true
  useEffect(() => {
    // Kept data may be older than the restoration of an item.
    if (data && isFetchedAfterMount) forgetVisits(data.requested.filter((visit) => !isAmong(data.found, visit)))
  }, [data, isFetchedAfterMount])
  return { entries, isLoading: fetchStatus === 'fetching' && !isFetchedAfterMount && !visits.every(isKnown) }
}

/** Returns the groups without entries of earlier groups, and without empty groups. */
function withoutDuplicates(groups: readonly EntryGroup[]): EntryGroup[] {
  const seen = new Set<string>()
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ key }) => !seen.has(key) && seen.add(key)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Returns the lines of the palette for a search, and the state of the search. */
export function useEntries() {
  const context = useOffered()
  const { offered } = context
  const recent = useRecent(context)
  const isOffline = useOffline()
  const [q, setQ] = useState('')
  const { text, type } = useSearchText({ value: q, onChange: setQ, delay: DELAY_MS })
  const search = cleanLine(text)
  const results = useQuery(searchQuery(cleanLine(q)))
  const isCurrent = search === cleanLine(q) && !results.isPlaceholderData
  const groups = useMemo(() => {
    if (search === '') return [{ title: 'Recent', entries: recent.entries }, ...fixedGroups(offered, '')]
    const found = results.data ? resultGroups(offered, results.data) : []
    // Until the answer for this text arrives, results of the previous text are shown if they contain it, too.
    const contains = ({ label, hint = '' }: { label: string; hint?: string | undefined }): boolean =>
      containsWords(`${label} ${hint}`, search)
    const matching = isCurrent ? found : found.map((group) => ({ ...group, entries: group.entries.filter(contains) }))
    return [
      {
        title: 'Recent',
        entries: recent.entries
          .filter((entry) => entry.visit && (contains(entry) || matchesWords(search, entry.label)))
          .slice(0, RECENT_FOUND),
      },
      ...fixedGroups(offered, search),
      ...matching,
      { title: 'Search', entries: results.data && isCurrent ? textEntries(offered, search, results.data) : [] },
    ]
  }, [search, isCurrent, offered, recent.entries, results.data])
  return {
    text,
    type,
    search,
    groups: useMemo(() => withoutDuplicates(groups), [groups]),
    isOffline,
    /** Whether more lines will follow. */
    isLoading: search === '' ? recent.isLoading : !isOffline && !results.error && !(isCurrent && results.data),
    error: search === '' || isOffline || !isCurrent ? null : results.error,
    retry: () => void results.refetch(),
  }
}
