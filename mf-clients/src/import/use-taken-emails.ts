import { canonicalEmail } from '@portal/contract/canonical-email'
import { isEmail } from '@portal/contract/emails'
import { IMPORT_CHECK_MAX } from '@portal/contract/limits'
import { api, call } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { clientKeys } from '../queries/clients.ts'
import type { CsvRow } from './parse.ts'

const NONE: ReadonlyMap<string, string> = new Map()

/** Returns the emails that cannot be used for new clients, with the reason. Asks in chunks. */
async function findTakenEmails(emails: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const taken = new Map<string, string>()
  for (let i = 0; i < emails.length; i += IMPORT_CHECK_MAX) {
    const json = { emails: emails.slice(i, i + IMPORT_CHECK_MAX) }
    const answer = await call(api.clients.import.check.$post({ json }, { init: { signal } }))
    for (const { email, reason } of answer.taken) taken.set(email, reason)
  }
  return taken
}

/** Checks the emails of a column on the server. Always refetches, since clients change. */
export function useTakenEmails(rows: readonly CsvRow[], column: number | undefined, enabled: boolean) {
  const emails = useMemo(() => {
    const all = rows.map((r) => canonicalEmail(column === undefined ? '' : (r.cells[column] ?? '')))
    return [...new Set(all.filter(isEmail))]
  }, [rows, column])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...clientKeys.taken, emails] as const,
    queryFn: ({ signal }) => findTakenEmails(emails, signal),
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
  return { taken: data ?? NONE, known: data !== undefined, error, checking: isFetching, retry: () => void refetch() }
}
