import type { Workform } from '@portal/contract/workforms'
import { Button } from '@portal/kit/ui/button'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { ErrorState, Skeleton } from '@portal/kit/ui/states'
import { isApiError, toastInfo, toastProblem, toastSuccess } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldsOf } from '../builder/state.ts'
import { useBuilder } from '../builder/use-builder.ts'
import { useWizard } from '../builder/use-wizard.ts'
import { unsavedWork, WizardButtons, WizardFrame } from '../builder/wizard-frame.tsx'
import { useUpdateWorkform } from '../queries/changes.ts'
import { workformQuery } from '../queries/workforms.ts'
import { TemplateChoice } from '../builder/template-choice.tsx'
import { ImpactNotice } from './impact-notice.tsx'
import { StaleNotice } from './stale-notice.tsx'

const TITLES = ['Edit Workform', 'Edit Form Fields'] as const
const STEPS = ['Details', 'Fields'] as const

export interface EditWorkformProps {
  id: string
  onClose: () => void
}

/** The dialog that changes a workform, in two steps. */
export function EditWorkform({ id, onClose }: EditWorkformProps) {
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...workformQuery(id),
    refetchOnMount: 'always',
  })
  const [turn, setTurn] = useState(0)
  // What another visit left in the cache may be old: an edit starts from what is stored now.
  if (data && isFetchedAfterMount)
    return (
      <EditDialog
        key={turn}
        current={data}
        onClose={onClose}
        onRefetch={() => void refetch()}
        onRestart={() => setTurn(turn + 1)}
      />
    )
  return (
    <Dialog open onClose={onClose} size="xl" title={TITLES[0]} footer={<Button onClick={onClose}>Cancel</Button>}>
      {error && !isFetching ? (
        <ErrorState title="Failed to load forms" error={error} onRetry={() => void refetch()} />
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
  /** The workform as it is stored now; it may change while the dialog is open. */
  current: Workform
  onClose: () => void
  onRefetch: () => void
  /** Starts again with the current version. */
  onRestart: () => void
}

function useEdit({ current, onClose, onRefetch }: EditDialogProps) {
  const { id, name, description, fields, is_template: isTemplate, version } = current
  const builder = useBuilder({
    seed: { name, description: description ?? '', fields, isTemplate },
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
      {
        name: state.name.trim(),
        description: state.description.trim(),
        fields: fieldsOf(state),
        is_template: state.isTemplate,
        version: builder.version ?? version,
      },
      {
        onSuccess: () => {
          toastSuccess('Form updated successfully')
          builder.forget()
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
  const take = (): void => {
    builder.forget()
    onRestart()
    toastInfo('The current version is shown now.')
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
          onTake={take}
        />
      ) : null}
      <WizardFrame
        builder={builder}
        wizard={wizard}
        label="Steps of the edit"
        steps={STEPS}
        extra={<TemplateChoice builder={builder} label="Template?" />}
      />
    </Dialog>
  )
}
