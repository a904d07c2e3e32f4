import type { Profile } from '@portal/contract/auth'
import { Avatar } from '@portal/kit/ui/avatar'
import { Card } from '@portal/kit/ui/card'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { ErrorState, Skeleton } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { ChangePassword } from './change-password.tsx'
import { LinkedAccountsCard } from './linked-accounts-card.tsx'
import { MailCard } from './mail/mail-card.tsx'
import { profileQuery } from './queries.ts'
import { RecordsCard } from './records-card.tsx'
import { SenderCard } from './firm-mail/sender-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SetPassword } from './set-password.tsx'
import { TwoStepCard } from './two-step/two-step-card.tsx'
import { UsageCard } from './usage-card.tsx'
import { WebhooksCard } from './webhooks/webhooks-card.tsx'
import { factorsQuery } from './two-step/queries.ts'

export interface ProfileLayoutProps {
  /** Title of the error if the profile cannot be loaded. */
  failure: string
  /** Shown below the name. */
  UnderName: ComponentType<{ profile: Profile }>
  children: (profile: Profile) => ReactNode
}

/** Changes the password, or sets the first one of an account that was created through a sign-in provider. */
function PasswordCard({ email }: { email: string }) {
  const { data: factors } = useQuery(factorsQuery)
  const missing = factors?.has_password === false
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 max-w-md">
          <h2 className="font-semibold">Password</h2>
          <p className="mt-0.5 text-base-content/70 text-sm">
            {missing
              ? 'Your account has no password yet. We can email you a link to set one, which signs you out everywhere.'
              : 'Changing it signs out your other devices.'}
          </p>
        </div>
        {missing ? <SetPassword email={email} /> : <ChangePassword />}
      </div>
    </Card>
  )
}

/** Lays out both profile pages. */
export function ProfileLayout({ failure, UnderName, children }: ProfileLayoutProps) {
  const { data: profile, error, refetch, isFetching } = useQuery(profileQuery)
  if (!profile) {
    const failed = error && (
      <ErrorState title={failure} error={error} retrying={isFetching} onRetry={() => void refetch()} />
    )
    return (
      <Page>
        <PageHeader />
        {failed ?? (
          <div role="status" aria-label="Loading profile">
            <Skeleton className="h-64 w-full rounded-box" />
          </div>
        )}
      </Page>
    )
  }
  return (
    <Page>
      <PageHeader />
      <Card>
        <div className="mb-6 flex items-center gap-4">
          <Avatar name={profile.name || profile.email} size="lg" />
          <div className="min-w-0">
            <p className="wrap-anywhere font-semibold">{profile.name || profile.email}</p>
            <UnderName profile={profile} />
          </div>
        </div>
        {children(profile)}
      </Card>
      <PasswordCard email={profile.email} />
      <TwoStepCard />
      {profile.role === 'bookkeeper' ? <LinkedAccountsCard /> : null}
      <MailCard role={profile.role} />
      {profile.role === 'bookkeeper' ? <SenderCard /> : null}
      {profile.role === 'bookkeeper' ? <UsageCard /> : null}
      {profile.role === 'bookkeeper' ? <RecordsCard /> : null}
      {profile.role === 'bookkeeper' ? <WebhooksCard /> : null}
      <SessionsCard />
    </Page>
  )
}
