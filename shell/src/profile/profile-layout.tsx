import type { Profile } from '@portal/contract/auth'
import { Avatar } from '@portal/kit/ui/avatar'
import { Card } from '@portal/kit/ui/card'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { LinkedAccountsCard } from './linked-accounts-card.tsx'
import { MailCard } from './mail/mail-card.tsx'
import { PasskeysCard } from './passkeys/passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PushCard } from './push/push-card.tsx'
import { profileQuery } from './queries.ts'
import { RecordsCard } from './records-card.tsx'
import { OneTapCard } from './firm-mail/one-tap-card.tsx'
import { SenderCard } from './firm-mail/sender-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoStepCard } from './two-step/two-step-card.tsx'
import { UsageCard } from './usage-card.tsx'
import { WebhooksCard } from './webhooks/webhooks-card.tsx'

export interface ProfileLayoutProps {
  /** Title of the error if the profile cannot be loaded. */
  failure: string
  /** Shown below the name. */
  UnderName: ComponentType<{ profile: Profile }>
  children: (profile: Profile) => ReactNode
}

/** Lays out both profile pages. */
export function ProfileLayout({ failure, UnderName, children }: ProfileLayoutProps) {
  const loading = <SkeletonGroup label="Loading profile" items={['h-64 w-full rounded-box']} />
  return (
    <Page>
      <PageHeader />
      <QueryView query={useQuery(profileQuery)} failure={failure} loading={loading}>
        {(profile) => (
          <>
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
            <PasswordCard />
            <TwoStepCard />
            <PasskeysCard />
            {profile.role === 'bookkeeper' ? <LinkedAccountsCard /> : null}
            <PushCard viewer={profile.role} />
            <MailCard role={profile.role} />
            {profile.role === 'bookkeeper' ? (
              <>
                <SenderCard />
                <OneTapCard />
                <UsageCard />
                <RecordsCard />
                <WebhooksCard />
              </>
            ) : null}
            <SessionsCard />
          </>
        )}
      </QueryView>
    </Page>
  )
}
