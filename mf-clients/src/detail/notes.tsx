import type { ClientNotes } from '@portal/contract/client-record'
import { CLIENT_NOTES_MAX } from '@portal/contract/limits'
import { usePageDraft } from '@portal/kit/features/drafts/use-draft'
import { Button } from '@portal/kit/ui/button'
import { TextArea } from '@portal/kit/ui/fields'
import { Notice } from '@portal/kit/ui/notice'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { dateAndTime } from '@portal/kit/ui/time'
import { RestoredNotice } from '@portal/kit/ui/unsaved'
import { api, call, isApiError, toastProblem, toastUndo } from '@portal/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notesQuery } from './record-queries.ts'

/** Shows the tab 'Notes': private notes about a client. */
export function Notes({ clientId }: { clientId: string }) {
  const notes = useQuery(notesQuery(clientId))
  return (
    <QueryView
      query={notes}
      failure="The notes cannot be shown"
      loading={<SkeletonGroup label="Loading notes" items={['h-40 w-full']} />}
    >
      {(data) => <NotesForm clientId={clientId} stored={data} />}
    </QueryView>
  )
}

/** Saves the notes. They are refused if they have changed since `seen`; then the current ones are read. */
function useSave(clientId: string, seen: ClientNotes, onSaved: (notes: ClientNotes) => void) {
  const cache = useQueryClient()
  const put = (text: string, version: number): Promise<ClientNotes> =>
    call(api.clients[':id'].notes.$put({ param: { id: clientId }, json: { text, version } }))
  return useMutation({
    mutationFn: (text: string) => put(text, seen.version),
    onSuccess: (notes) => {
      cache.setQueryData(notesQuery(clientId).queryKey, notes)
      const undo = async (): Promise<void> => {
        const before = await put(seen.text, notes.version)
        cache.setQueryData(notesQuery(clientId).queryKey, before)
      }
      toastUndo('Notes saved', undo, undefined, `notes ${clientId}`)
      onSaved(notes)
    },
    onError: (error) => {
      if (isApiError(error, 'stale')) void cache.invalidateQueries({ queryKey: notesQuery(clientId).queryKey })
      else toastProblem(error, 'Failed to save the notes')
    },
  })
}

function NotesForm({ clientId, stored }: { clientId: string; stored: ClientNotes }) {
  /** The notes that the text is based on. Newer ones are not overwritten without asking. */
  const [seen, setSeen] = useState(stored)
  const draft = usePageDraft(`client-notes.${clientId}`, { text: seen.text })
  const save = useSave(clientId, seen, (notes) => {
    draft.discard()
    setSeen(notes)
  })
  const { text } = draft.value
  const isNewer = stored.version > seen.version
  // Without own changes, or if both wrote the same, the newer notes simply appear.
  if (isNewer && (!draft.changed || text === stored.text) && !save.isPending) {
    draft.discard()
    setSeen(stored)
  }
  return (
    <>
      <RestoredNotice {...draft} />
      {isNewer && text !== stored.text ? (
        <Conflict stored={stored} onKeep={() => setSeen(stored)} onDiscard={draft.discard} />
      ) : null}
      <TextArea
        label="Private notes"
        help="Only you see these notes. They never appear in emails or in the client portal."
        {...draft.field('text')}
        maxLength={CLIENT_NOTES_MAX}
        rows={10}
      />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-base-content/70 text-sm">
          {draft.changed
            ? 'Not saved yet.'
            : seen.updated_at
              ? `Saved on ${dateAndTime(seen.updated_at)}.`
              : 'Nothing noted yet.'}
        </p>
        <Button
          variant="primary"
          size="sm"
          disabled={!draft.changed || isNewer}
          busy={save.isPending}
          busyLabel="Saving..."
          onClick={() => save.mutate(text)}
        >
          Save notes
        </Button>
      </div>
    </>
  )
}

interface ConflictProps {
  stored: ClientNotes
  /** Bases the own text on the newer notes, so that it can be saved. */
  onKeep: () => void
  onDiscard: () => void
}

/** Shows notes that were saved elsewhere while the bookkeeper wrote, next to the own text. */
function Conflict({ stored, onKeep, onDiscard }: ConflictProps) {
  return (
    <Notice tone="warning" role="alert" className="mb-4">
      <p className="font-medium">These notes were changed elsewhere while you were writing.</p>
      <p className="mt-1">The saved notes are shown here. Copy what you need into your text below.</p>
      <p className="mt-3 max-h-48 overflow-y-auto whitespace-pre-line wrap-anywhere border-base-300 border-l-2 pl-3">
        {stored.text || 'The notes were emptied.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeep}>
          Keep my text
        </Button>
        <Button size="sm" onClick={onDiscard}>
          Use the saved notes
        </Button>
      </div>
    </Notice>
  )
}
