import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { PagedList } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { downloadFile, toastProblem, toastSuccess } from '@portal/sdk'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, ScrollText } from 'lucide-react'
import { BackLink } from '@portal/kit/ui/back-link'
import { Entry } from './entry.tsx'
import { Filters } from './filters.tsx'
import { auditQuery } from './queries.ts'
import type { AuditSearch } from './audit-search.ts'
import { Verify } from './verify.tsx'

function Export({ search }: { search: AuditSearch }) {
  const save = useMutation({
    mutationFn: () => {
      const query = new URLSearchParams({ ...search })
      return downloadFile(
        `/api/audit/export?${query.toString()}`,
        `audit-log-${new Date().toISOString().slice(0, 10)}.csv`,
      )
    },
    onSuccess: () => toastSuccess('Audit log exported'),
    onError: (error) => toastProblem(error, 'Failed to export the audit log'),
  })
  return (
    <Button
      icon={<Download />}
      busy={save.isPending}
      busyLabel="Exporting..."
      title="Download the listed entries as a CSV file"
      onClick={() => save.mutate()}
    >
      Export
    </Button>
  )
}

function List({ search }: { search: AuditSearch }) {
  const query = useInfiniteQuery(auditQuery(search))
  return (
    <Card title="Entries" padded={false}>
      <PagedList
        query={query}
        failure="Failed to load the audit log"
        loading={<SkeletonRows rows={8} label="Loading the audit log" />}
        empty={
          <EmptyState icon={<ScrollText />} title="No entries found" description="No entry matches these filters." />
        }
        auto
      >
        {(items) => (
          <ol className="divide-y divide-base-300" aria-busy={query.isFetching}>
            {items.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </PagedList>
    </Card>
  )
}

/** Lists who changed what and when, with filters, export and verification. */
export function AuditPage() {
  const search = useSearch({ from: '/bookkeeper/profile/audit' })
  const navigate = useNavigate()
  return (
    <Page>
      <BackLink to="/profile">Profile</BackLink>
      <PageHeader actions={<Export search={search} />} />
      <Verify />
      <Filters
        search={search}
        onChange={(change) => {
          const next = Object.fromEntries(
            Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined),
          )
          void navigate({ to: '/profile/audit', search: next as AuditSearch, replace: true })
        }}
      />
      <List search={search} />
    </Page>
  )
}
