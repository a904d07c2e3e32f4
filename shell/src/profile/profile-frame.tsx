import type { Profile } from '@portal/contract/auth'
import { Avatar } from '@portal/kit/avatar'
import { Card } from '@portal/kit/card'
import { Page, PageHeader } from '@portal/kit/page'
import { ErrorState, PageSkeleton } from '@portal/kit/states'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { ChangePassword } from './change-password.tsx'
import { profileQuery } from './queries.ts'
import { SessionsCard } from './sessions-card.tsx'
import { TwoStepCard } from './two-step/card.tsx'

export interface ProfileFrameProps {
  subtitle: string
  /** What to say when the profile cannot be had. */
  failure: string
  /** Below the name. */
  UnderName: ComponentType<{ profile: Profile }>
  children: (profile: Profile) => ReactNode
}

/** What both profile pages are made of: who it is, what is theirs to see or change, and the password. */
export function ProfileFrame({ subtitle, failure, UnderName, children }: ProfileFrameProps) {
  const { data: profile, error, refetch, isFetching } = useQuery(profileQuery)
  if (!profile) {
    const failed = error && <ErrorState title={failure} error={error} retrying={isFetching} onRetry={() => void refetch()} />
    return <Page width="narrow">{failed ?? <PageSkeleton />}</Page>
  }
  return (
    <Page width="narrow">
      <PageHeader title="Profile" subtitle={subtitle} />
      <Card>
        <div className="mb-6 flex items-center gap-4">
          <Avatar name={profile.name || profile.email} size="lg" />
          <div className="min-w-0">
            <p className="break-words font-semibold">{profile.name || profile.email}</p>
            <UnderName profile={profile} />
          </div>
        </div>
        {children(profile)}
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
      <TwoStepCard email={profile.email} role={profile.role} />
      <SessionsCard />
    </Page>
  )
}
