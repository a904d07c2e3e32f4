import { cleanText } from '@portal/contract/text'
import type { Preferences } from '@portal/contract/preferences'
import { mergePreferences } from '@portal/contract/merge-preferences'
import { type Draft, useDraft } from '@portal/kit/features/drafts/use-draft'
import { FormDialog } from '@portal/kit/ui/form-dialog'
import { Notice } from '@portal/kit/ui/notice'
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
  /** False when `preferences` were confirmed for other notes. */
  isConfirmed?: boolean
  onClose: () => void
}

type Stored = Pick<PreferencesDialogProps, 'notes' | 'preferences'>

/**
 * Adds preferences that were changed elsewhere to those that are being edited here, so that saving does not remove
 * them. Returns what was changed elsewhere.
 */
function useOthersChange(stored: Stored, draft: Draft<Omit<Instructions, 'seen'>>): Stored | undefined {
  const [known, setKnown] = useState(stored)
  const [others, setOthers] = useState<Stored>()
  if (JSON.stringify(stored) !== JSON.stringify(known)) {
    setKnown(stored)
    const { preferences } = draft.value
    if (draft.changed) {
      setOthers(stored)
      if (preferences && stored.preferences)
        draft.set({ preferences: mergePreferences(preferences, stored.preferences) })
    }
  }
  return others
}

/** Returns the mutation that saves notes and preferences, unless they have changed since they were shown. */
function useSave({ client, workform, ...stored }: Omit<PreferencesDialogProps, 'onClose'>, onDone: () => void) {
  const route = api['follow-ups'].clients[':id']
  const put = (next: Stored, before?: Stored) => {
    const json = { ...next, ...(before && { before }) }
    return workform
      ? call(
          route.workforms[':workformId'].preferences.$put({ param: { id: client.id, workformId: workform.id }, json }),
        )
      : call(route.preferences.$put({ param: { id: client.id }, json }))
  }
  const { notes, preferences } = stored
  return useFollowUpChange((next: Stored) => put(next, { notes, preferences }), 'Preferences saved', {
    onDone,
    undo: () => put({ notes, preferences }),
  })
}

/** Shows the notes and preferences of an assignment, or those for all reminders to a client, and saves them. */
export function PreferencesDialog({ onClose, ...about }: PreferencesDialogProps) {
  const { client, workform, notes, preferences, isConfirmed = true } = about
  const draft = useDraft<Omit<Instructions, 'seen'>>(`preferences.${client.id}.${workform?.id ?? ''}`, {
    notes: notes ?? '',
    preferences,
    read: isConfirmed ? (notes ?? '') : '',
  })
  const others = useOthersChange({ notes, preferences }, draft)
  // Not a part of the draft: reading the notes is no change.
  const [seen, setSeen] = useState<Instructions['seen']>(null)
  const value = { ...draft.value, seen }
  const asked: InstructionsFor = { dueDate: workform?.dueDate ?? '', clientId: client.id, workformId: workform?.id }
  const save = useSave(about, () => {
    draft.discard()
    onClose()
  })
  return (
    <FormDialog
      title={workform ? `Preferences for "${workform.name}"` : `Preferences for ${client.name}`}
      description={
        workform
          ? 'Holds, quiet periods, days and hours apply to all messages to this client, the others to this workform.'
          : 'They apply to all reminders to this client.'
      }
      unsaved={draft}
      busy={save.isPending}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ notes: cleanText(value.notes) || null, preferences: confirmedPreferences(value, asked) ?? null })
      }}
    >
      {others ? (
        <Notice tone="warning" role="status">
          These preferences were changed elsewhere. What was added there is included below: please check and save.
          {others.notes && others.notes !== cleanText(draft.value.notes) ? ` The notes there: “${others.notes}”` : ''}
        </Notice>
      ) : null}
      <PreferencesEditor
        who="this client"
        value={value}
        about={asked}
        onChange={({ seen: read, ...change }) => {
          if (read !== undefined) setSeen(read)
          if (Object.keys(change).length > 0) draft.set(change)
        }}
      />
    </FormDialog>
  )
}
