import { canonicalEmail } from '@portal/contract/canonical-email'
import { isEmail } from '@portal/contract/emails'
import { IMPORT_CHECK_MAX } from '@portal/contract/limits'
import { api, call } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { clientKeys } from '../queries/clients.ts'
import { pause, withRetries } from '../queries/with-retries.ts'
import type { CsvRow } from './parse.ts'

const NONE: ReadonlyMap<string, string> = new Map()

/** How long a result holds, in milliseconds, so that going back and forth asks only once. The import checks again. */
const FRESH_MS = 60_000

/**
 * Returns the emails that cannot be used for new clients, with the reason. Asks in chunks. When the server accepts no
 * more of them for now, waits as long as it asks and goes on with the next chunk.
 */
async function findTakenEmails(emails: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const taken = new Map<string, string>()
  for (let i = 0; i < emails.length; i += IMPORT_CHECK_MAX) {
    const json = { emails: emails.slice(i, i + IMPORT_CHECK_MAX) }
    const send = () => call(api.clients.import.check.$post({ json }, { init: { signal } }))
    const answer = await withRetries(send, { signal, pause, onRetry: () => undefined })
    for (const { email, reason } of answer.taken) taken.set(email, reason)
  }
  return taken
}

/** Checks the emails of a column on the server. */
export function useTakenEmails(rows: readonly CsvRow[], column: number | undefined, enabled: boolean) {
  const emails = useMemo(() => {
    const all = rows.map((r) => canonicalEmail(column === undefined ? '' : (r.cells[column] ?? '')))
    return [...new Set(all.filter(isEmail))]
  }, [rows, column])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...clientKeys.taken, emails] as const,
    queryFn: ({ signal }) => findTakenEmails(emails, signal),
    enabled,
    staleTime: FRESH_MS,
    gcTime: 0,
    retry: false,
  })
  return { taken: data ?? NONE, known: data !== undefined, error, checking: isFetching, retry: () => void refetch() }
}
