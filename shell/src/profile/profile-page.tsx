import { isBlank } from '@portal/contract/text'
import type { Profile } from '@portal/contract/auth'
import { Button } from '@portal/kit/ui/button'
import { TextField } from '@portal/kit/ui/fields'
import { RestoredNotice } from '@portal/kit/ui/unsaved'
import { usePageDraft } from '@portal/kit/features/drafts/use-draft'
import { longDay } from '@portal/kit/ui/time'
import { useSubmit } from '@portal/kit/ui/use-submit'
import { api, call, isApiError, toastProblem } from '@portal/sdk'
import { type FormEvent, useState } from 'react'
import { ProfileLayout } from './profile-layout.tsx'
import { useSaveProfile } from './queries.ts'
import { TimeZoneField } from './time-zone-field.tsx'

/** Holds the state of the form and submits it. */
function useProfileForm(profile: Profile) {
  const draft = usePageDraft('profile', {
    name: profile.name,
    company: profile.company ?? '',
    time_zone: profile.time_zone,
  })
  const [isNameMissing, setNameMissing] = useState(false)
  const save = useSaveProfile((json: typeof draft.value) => call(api.profile.$patch({ json })))
  const onError = (error: Error): void => {
    if (!isApiError(error, 'invalid_input')) toastProblem(error, 'Failed to save profile')
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const isMissing = isBlank(draft.value.name)
    setNameMissing(isMissing)
    if (!isMissing && !save.isPending) save.mutate(draft.value, { onSuccess: draft.discard, onError })
  }
  const problem = (path: string) => (isApiError(save.error) ? save.error.forField(path) : undefined)
  const field = (name: keyof typeof draft.value) => ({
    value: draft.value[name],
    onChange: (value: string) => draft.set({ [name]: value }),
    error: name === 'name' && isNameMissing ? 'Please enter your name.' : problem(name),
  })
  return { draft, field, submit, busy: save.isPending }
}

function ProfileForm({ profile }: { profile: Profile }) {
  const { draft, field, submit, busy } = useProfileForm(profile)
  const onSubmit = useSubmit(submit, busy)
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      <RestoredNotice {...draft} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" maxLength={120} {...field('name')} />
        <TextField
          label="Email"
          type="email"
          value={profile.email}
          onChange={() => undefined}
          readOnly
          help="Your email cannot be changed."
        />
        <TextField label="Company" autoComplete="organization" maxLength={120} {...field('company')} />
        <TimeZoneField help="Used for due dates." {...field('time_zone')} />
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy} busyLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </form>
  )
}

function MemberSince({ profile }: { profile: Profile }) {
  return <p className="text-base-content/70 text-sm">Member since {longDay(profile.member_since)}</p>
}

/** Shows the bookkeeper's profile. */
export function ProfilePage() {
  return (
    <ProfileLayout failure="Failed to load profile" UnderName={MemberSince}>
      {(profile) => <ProfileForm key={profile.id} profile={profile} />}
    </ProfileLayout>
  )
}
