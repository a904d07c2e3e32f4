import type { Profile } from '@portal/contract/auth'
import { localeDate } from '@portal/contract/dates'
import { Badge } from '@portal/kit/badge'
import { Fact } from '@portal/kit/card'
import { ProfileFrame } from './profile-frame.tsx'

function ActiveBadge({ profile: { is_active } }: { profile: Profile }) {
  return (
    <Badge tone={is_active ? 'green' : 'grey'} className="mt-1">
      {is_active ? 'Active' : 'Inactive'}
    </Badge>
  )
}

/** The client's own page: read-only, but for the password. */
export function ClientProfilePage() {
  return (
    <ProfileFrame subtitle="Your account information" failure="Failed to load client information" UnderName={ActiveBadge}>
      {(profile) => (
        <dl className="grid gap-5 sm:grid-cols-2">
          <Fact term="Name">{profile.name}</Fact>
          <Fact term="Email">{profile.email}</Fact>
          {profile.company ? <Fact term="Company">{profile.company}</Fact> : null}
          <Fact term="Member since">{localeDate(profile.member_since)}</Fact>
        </dl>
      )}
    </ProfileFrame>
  )
}
