import type { WorkformImpact } from '@portal/contract/workforms'
import { ConfirmDialog } from '@portal/kit/ui/dialog'
import { Spinner } from '@portal/kit/ui/states'
import { api, call, invalidateSoon, toastProblem, toastSuccess } from '@portal/sdk'
import { countOf } from '@portal/kit/ui/count'
import { Notice } from '@portal/kit/ui/notice'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { impactQuery, workformKeys, workformQuery } from '../queries/workforms.ts'

/** Asks for confirmation before a workform is deleted, and says what will be lost. */
export function DeleteWorkform({ workform, onClose }: { workform: { id: string; name: string }; onClose: () => void }) {
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(api.workforms[':id'].$delete({ param: { id: workform.id }, query: {} })),
    onSuccess: () => {
      cache.removeQueries({ queryKey: workformQuery(workform.id).queryKey })
      invalidateSoon(workformKeys.all, cache)
      toastSuccess('Form deleted successfully')
      onClose()
    },
    onError: (error) => toastProblem(error, 'Failed to delete form'),
  })
  const question = `Are you sure you want to delete "${workform.name}"?`
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title="Delete Workform"
      message={`${question} This action cannot be undone and will affect any active assignments.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      danger
      busy={remove.isPending}
    >
      <Consequences id={workform.id} onLeave={onClose} />
    </ConfirmDialog>
  )
}

/** Returns sentences that say what will be lost. */
function describeLoss({ waiting, begun_sections }: WorkformImpact): string[] {
  const { sections, clients } = waiting
  const submitted = countOf(sections, 'submitted section')
  return [
    ...(sections > 0
      ? [`The answers and files of ${submitted} from ${countOf(clients, 'client')} will be deleted without review.`]
      : []),
    ...(begun_sections > 0
      ? [`The drafts and files of ${countOf(begun_sections, 'section')} in progress will be deleted.`]
      : []),
  ]
}

function Consequences({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { data, isPending } = useQuery(impactQuery(id))
  if (isPending) return <Spinner label="Counting affected assignments" />
  if (!data) return <p className="text-sm">The affected assignments could not be counted.</p>
  if (data.active_assignments === 0) return <p className="text-sm">No active assignments are affected.</p>
  const loss = describeLoss(data)
  return (
    <Notice tone="warning">
      <p className="font-medium">This affects {countOf(data.active_assignments, 'active assignment')}.</p>
      <p className="mt-1">
        Unapproved sections will be withdrawn from these clients, who will be notified. Approved sections stay readable
        in Form Submissions.
      </p>
      {loss.length > 0 ? (
        <ul className="mt-2 list-disc space-y-1 pl-5 font-medium">
          {loss.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {data.waiting.own > 0 ? (
        <Link
          to="/form-submissions"
          search={{ workform: id, only: 'waiting' }}
          onClick={onLeave}
          className="link mt-2 inline-block"
        >
          Review {countOf(data.waiting.own, 'submitted section')} first
        </Link>
      ) : null}
    </Notice>
  )
}
