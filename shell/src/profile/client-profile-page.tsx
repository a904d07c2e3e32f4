import type { Profile } from '@portal/contract/auth'
import { localeDate } from '@portal/contract/dates'
import { Badge } from '@portal/kit/ui/badge'
import { Fact } from '@portal/kit/ui/card'
import { EmailText } from '@portal/kit/ui/email-text'
import { ClientTimeZone } from './client-time-zone.tsx'
import { ProfileLayout } from './profile-layout.tsx'

/** Shows Inactive only if the bookkeeper has made the client inactive, not while they are being onboarded. */
function ActiveBadge({ profile: { client_status } }: { profile: Profile }) {
  const isActive = client_status !== 'inactive'
  return (
    <Badge tone={isActive ? 'green' : 'gray'} className="mt-1">
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  )
}

/** Shows the client's profile: read-only, except for the time zone and the password. */
export function ClientProfilePage() {
  return (
    <ProfileLayout failure="Failed to load client information" UnderName={ActiveBadge}>
      {(profile) => (
        <div className="grid gap-5">
          <dl className="grid gap-5 sm:grid-cols-2">
            <Fact term="Name">{profile.name}</Fact>
            <Fact term="Email">
              <EmailText email={profile.email} />
            </Fact>
            {profile.company ? <Fact term="Company">{profile.company}</Fact> : null}
            <Fact term="Member since">{localeDate(profile.member_since)}</Fact>
          </dl>
          <div className="grid gap-5 sm:grid-cols-2">
            <ClientTimeZone profile={profile} />
          </div>
        </div>
      )}
    </ProfileLayout>
  )
}
