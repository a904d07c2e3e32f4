import type { Workform } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { QueryError, Skeleton } from '@portal/kit/ui/states'
import { isApiError, toastInfo, toastProblem, toastSuccess } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { builtFrom } from '../builder/state.ts'
import { useBuilder } from '../builder/use-builder.ts'
import { useWizard } from '../builder/use-wizard.ts'
import { unsavedWork, WizardButtons, WizardSteps } from '../builder/wizard-steps.tsx'
import { useUpdateWorkform } from '../queries/changes.ts'
import { workformQuery } from '../queries/workforms.ts'
import { DefaultDueDate } from '../builder/default-due-date.tsx'
import { TemplateChoice } from '../builder/template-choice.tsx'
import { ImpactNotice } from './impact-notice.tsx'
import { StaleNotice } from './stale-notice.tsx'

const TITLES = ['Edit Workform', 'Edit Form Fields'] as const
const STEPS = ['Details', 'Fields'] as const

/** Shows the dialog that edits a workform, in two steps. */
export function EditWorkform({ id, onClose }: { id: string; onClose: () => void }) {
  const workform = useQuery({ ...workformQuery(id), refetchOnMount: 'always' })
  const { data, error, refetch, isFetchedAfterMount } = workform
  const [restarts, setRestarts] = useState(0)
  // Cached data may be old: an edit starts from the stored version.
  if (data && isFetchedAfterMount)
    return (
      <EditDialog
        key={restarts}
        current={data}
        onClose={onClose}
        onRefetch={() => void refetch()}
        onRestart={() => setRestarts(restarts + 1)}
      />
    )
  return (
    <Dialog open onClose={onClose} size="xl" title={TITLES[0]} footer={<Button onClick={onClose}>Cancel</Button>}>
      {error ? (
        <QueryError title="Failed to load forms" query={workform} />
      ) : (
        <div role="status" aria-label="Loading workform" className="grid gap-5">
          <Skeleton className="h-6 w-64 max-w-full" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </Dialog>
  )
}

interface EditDialogProps {
  /** The stored workform, which may change while the dialog is open. */
  current: Workform
  onClose: () => void
  onRefetch: () => void
  /** Restarts with the current version. */
  onRestart: () => void
}

function useEdit({ current, onClose, onRefetch }: EditDialogProps) {
  const { id, name, description, fields, is_template: isTemplate, due_days: dueDays, version } = current
  const builder = useBuilder({
    seed: { name, description: description ?? '', fields, isTemplate, dueDays },
    place: `edit-${id}`,
    version,
    allowReupload: true,
    templateScreen: 'workforms',
  })
  const wizard = useWizard(builder, STEPS.length)
  const update = useUpdateWorkform(id)
  const submit = (): void => {
    const state = wizard.finish()
    if (!state) return
    update.mutate(
      { ...builtFrom(state), version: builder.version ?? version },
      {
        onSuccess: () => {
          toastSuccess('Form updated successfully')
          builder.discardDraft()
          onClose()
        },
        onError: (error) => {
          toastProblem(error, isApiError(error, 'stale') ? undefined : 'Failed to update form')
          if (isApiError(error, 'stale')) onRefetch()
        },
      },
    )
  }
  return { builder, wizard, submit, update }
}

function EditDialog(props: EditDialogProps) {
  const { current, onRestart } = props
  const { builder, wizard, submit, update } = useEdit(props)
  const [base] = useState(current)
  const stale = builder.version !== null && current.version > builder.version && !update.isPending && !update.isSuccess
  const takeCurrent = (): void => {
    builder.discardDraft()
    onRestart()
    toastInfo('You now see the current version.')
  }
  return (
    <Dialog
      open
      onClose={props.onClose}
      unsaved={unsavedWork(builder)}
      size="xl"
      title={TITLES[wizard.step] ?? TITLES[0]}
      description={base.name}
      busy={update.isPending}
      footer={
        <div className="grid w-full gap-3">
          {wizard.last ? <ImpactNotice base={current} state={builder.state} /> : null}
          <WizardButtons
            wizard={wizard}
            submitLabel="Update Workform"
            busyLabel="Updating..."
            busy={update.isPending}
            onSubmit={submit}
            cancel={<CancelButton />}
          />
        </div>
      }
    >
      {stale ? (
        <StaleNotice
          current={current}
          state={builder.state}
          onKeep={() => builder.rebase(current.version)}
          onTake={takeCurrent}
        />
      ) : null}
      <WizardSteps
        builder={builder}
        wizard={wizard}
        steps={STEPS}
        extra={
          <>
            <TemplateChoice builder={builder} label="Template?" />
            <DefaultDueDate builder={builder} />
          </>
        }
      />
    </Dialog>
  )
}
