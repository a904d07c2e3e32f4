import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { SectionFields } from '@portal/kit/features/answers/section-fields'
import { isActive, needsDecision, type Upload } from '@portal/kit/features/uploads/upload-job'
import { Button } from '@portal/kit/ui/button'
import { toastFormProblem } from '@portal/kit/ui/form-problem'
import { Notice } from '@portal/kit/ui/notice'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { api, call, toastProblem, useUser } from '@portal/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sectionQuery } from '../dashboard/queries.ts'
import { ConflictView } from '../draft/conflict-view.tsx'
import type { DraftKeeper } from '../draft/draft-keeper.ts'
import { NO_STORAGE_LEFT, SaveIndicator } from '../draft/save-indicator.tsx'
import { useDraft, useFlushOnLeave } from '../draft/use-draft.ts'
import { contentOf, problemsOf } from '../section/validate.ts'
import { FilesControl } from '../upload/files-control.tsx'
import { type Place, usePendingUploads, useUploads } from '../upload/uploads.ts'

/** How often the page checks its link and what others have saved, in ms. A guest session has no live connection. */
const CHECK_MS = 15_000

interface DelegatedSectionProps {
  assignmentId: string
  /** Who submits the section. */
  clientName: string
}

/** Shows the section of a guest session, for another person to fill in. */
export function DelegatedSection({ assignmentId, clientName }: DelegatedSectionProps) {
  const query = useQuery({ ...sectionQuery(assignmentId), refetchInterval: CHECK_MS })
  const [done, setDone] = useState(false)
  usePendingUploads(useUser().id)
  useFlushOnLeave()
  return (
    <QueryView
      query={query}
      failure="The section could not be loaded"
      loading={<SkeletonGroup label="Loading the section" items={['h-16 w-full', 'h-16 w-full', 'h-12 w-40']} />}
    >
      {(detail) =>
        done ? (
          <Done clientName={clientName} onEdit={() => setDone(false)} />
        ) : (
          <Form detail={detail} onDone={() => setDone(true)} />
        )
      }
    </QueryView>
  )
}

function Form({ detail, onDone }: { detail: PortalSectionDetail; onDone: () => void }) {
  const { keeper, state } = useDraft(detail)
  const { assignment_id: assignmentId, fields, contributions = [] } = detail
  const uploads = useUploads(assignmentId)
  const uploading = uploads.some(isActive)
  const finish = useFinish({ assignmentId, keeper, uploads, onDone })
  if (state.status === 'conflict' && state.theirs) {
    const sides = { base: keeper.base, mine: state.answers, theirs: state.theirs, disputed: state.disputed ?? [] }
    return <ConflictView fields={fields} {...sides} onResolve={(chosen) => keeper.resolve(chosen)} />
  }
  const content = contentOf(detail, state.answers)
  const problems = problemsOf(fields, content)
  const own = new Set(contributions.flatMap(({ file_id }) => file_id ?? []))
  return (
    <form noValidate className="grid grid-cols-1 gap-6" onSubmit={(event) => event.preventDefault()}>
      <SectionFields
        fields={fields}
        answers={content.answers}
        problemOf={(field) => problems.find((p) => p.field.id === field.id)}
        tried={false}
        onAnswer={(fieldId, answer) => keeper.set(fieldId, answer)}
        renderFiles={(field, files) => <FilesControl {...{ assignmentId, field, files }} removable={own} />}
      />
      <div className="flex min-h-6 justify-end">
        <SaveIndicator status={state.status} />
      </div>
      <Button
        variant="primary"
        size="lg"
        disabled={uploading}
        busy={finish.isPending}
        busyLabel="Saving..."
        onClick={() => finish.mutate()}
      >
        {uploading ? 'Waiting for uploads...' : 'Done'}
      </Button>
    </form>
  )
}

interface Finish {
  assignmentId: string
  keeper: DraftKeeper
  uploads: readonly Upload<Place>[]
  onDone: () => void
}

/** Returns the mutation that saves everything and tells the client. */
function useFinish({ assignmentId, keeper, uploads, onDone }: Finish) {
  return useMutation({
    mutationFn: async () => {
      const unsent = uploads.find((upload) => needsDecision(upload) || upload.state === 'offline')
      if (unsent) {
        toastFormProblem('Not all files are sent', `${unsent.name} has not arrived. Please send or remove it first.`)
        return false
      }
      await keeper.flush()
      const { status } = keeper.state()
      if (status === 'conflict') return false
      if (status === 'full') {
        toastFormProblem('Not everything is saved', NO_STORAGE_LEFT)
        return false
      }
      if (status === 'waiting' || status === 'unkept' || status === 'saving') {
        toastFormProblem('Not everything is saved yet', 'Please check your connection and try again.')
        return false
      }
      toastFormProblem()
      await call(api.portal.sections[':id'].delegations.done.$post({ param: { id: assignmentId } }))
      return true
    },
    onSuccess: (isDone) => {
      if (isDone) onDone()
    },
    onError: (error) => toastProblem(error),
  })
}

function Done({ clientName, onEdit }: { clientName: string; onEdit: () => void }) {
  return (
    <div className="grid gap-5">
      <Notice tone="success" role="status">
        <span className="font-medium">Saved.</span> {clientName} will check and submit it.
      </Notice>
      <p className="text-base-content/70 text-sm">
        We have notified {clientName}. You can close this page, or change your answers while the link works.
      </p>
      <Button onClick={onEdit}>Change answers</Button>
    </div>
  )
}
