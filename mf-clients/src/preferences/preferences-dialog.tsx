import type { Preferences } from '@portal/contract/preferences'
import { useDraft } from '@portal/kit/features/drafts/use-draft'
import { FormDialog } from '@portal/kit/ui/form-dialog'
import { api, call } from '@portal/sdk'
import { useState } from 'react'
import { useFollowUpChange } from '../follow-ups/queries.ts'
import { PreferencesEditor } from './preferences-editor.tsx'
import { confirmedPreferences, type Instructions, type InstructionsFor } from './suggestion.ts'

interface PreferencesDialogProps {
  client: { id: string; name: string }
  /** The assignment whose preferences are edited; undefined for those of the client. */
  workform?: { id: string; name: string; dueDate: string | null } | undefined
  notes: string | null
  preferences: Preferences | null
  onClose: () => void
}

/** Shows the notes and preferences of an assignment, or those for all reminders to a client, and saves them. */
export function PreferencesDialog({ client, workform, notes, preferences, onClose }: PreferencesDialogProps) {
  const draft = useDraft<Omit<Instructions, 'seen'>>(`preferences.${client.id}.${workform?.id ?? ''}`, {
    notes: notes ?? '',
    preferences,
  })
  // Not a part of the draft: reading the notes is no change.
  const [seen, setSeen] = useState<Instructions['seen']>(null)
  const value = { ...draft.value, seen }
  const about: InstructionsFor = { dueDate: workform?.dueDate ?? '', clientId: client.id }
  const route = api['follow-ups'].clients[':id']
  const put = (json: { notes: string | null; preferences: Preferences | null }) =>
    workform
      ? call(
          route.workforms[':workformId'].preferences.$put({ param: { id: client.id, workformId: workform.id }, json }),
        )
      : call(route.preferences.$put({ param: { id: client.id }, json }))
  const save = useFollowUpChange(
    () => put({ notes: draft.value.notes.trim() || null, preferences: confirmedPreferences(value, about) ?? null }),
    'Preferences saved',
    {
      onDone: () => {
        draft.discard()
        onClose()
      },
      undo: () => put({ notes, preferences }),
    },
  )
  return (
    <FormDialog
      title={workform ? `Preferences for "${workform.name}"` : `Preferences for ${client.name}`}
      description={
        workform
          ? 'They apply to reminders about this workform, in addition to those for the client.'
          : 'They apply to all reminders to this client.'
      }
      unsaved={draft}
      busy={save.isPending}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <PreferencesEditor
        who="this client"
        value={value}
        about={about}
        onChange={({ seen: read, ...change }) => {
          if (read !== undefined) setSeen(read)
          if (Object.keys(change).length > 0) draft.set(change)
        }}
      />
    </FormDialog>
  )
}
