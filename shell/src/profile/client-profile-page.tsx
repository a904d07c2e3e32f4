import { Avatar } from '@portal/kit/avatar'
import { Badge } from '@portal/kit/badge'
import { Card, Fact } from '@portal/kit/card'
import { Page, PageHeader } from '@portal/kit/page'
import { ErrorState, PageSkeleton } from '@portal/kit/states'
import { localeDate } from '@portal/contract/dates'
import { useQuery } from '@tanstack/react-query'
import { ChangePassword } from './change-password.tsx'
import { profileQuery } from './queries.ts'

/** The client's own page: read-only, but for the password. */
export function ClientProfilePage() {
  const { data: profile, error, refetch, isFetching } = useQuery(profileQuery)
  if (!profile) {
    return (
      <Page width="narrow">
        {error ? (
          <ErrorState title="Failed to load client information" error={error} retrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <PageSkeleton />
        )}
      </Page>
    )
  }
  return (
    <Page width="narrow">
      <PageHeader title="Profile" subtitle="Your account information" />
      <Card>
        <div className="mb-6 flex items-center gap-4">
          <Avatar name={profile.name || profile.email} size="lg" />
          <div className="min-w-0">
            <p className="break-words font-semibold">{profile.name || profile.email}</p>
            <Badge tone={profile.is_active ? 'green' : 'grey'} className="mt-1">
              {profile.is_active ? 'Active' : 'Inactive'}
            </Badge>
          </div>
        </div>
        <dl className="grid gap-5 sm:grid-cols-2">
          <Fact term="Name">{profile.name}</Fact>
          <Fact term="Email">{profile.email}</Fact>
          {profile.company ? <Fact term="Company">{profile.company}</Fact> : null}
          <Fact term="Member since">{localeDate(profile.member_since)}</Fact>
        </dl>
      </Card>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <h2 className="font-semibold">Password</h2>
            <p className="mt-0.5 text-base-content/70 text-sm">Changing it signs out your other devices.</p>
          </div>
          <ChangePassword />
        </div>
      </Card>
    </Page>
  )
}
