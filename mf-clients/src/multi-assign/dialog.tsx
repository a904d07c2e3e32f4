import { Button } from '@portal/kit/ui/button'
import { countOf, formatCount } from '@portal/kit/ui/count'
import { CancelButton, Dialog } from '@portal/kit/ui/dialog'
import { Progress } from '@portal/kit/ui/progress'
import { SkeletonRows } from '@portal/kit/ui/states'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AlreadyAssigned } from '../picker/already-assigned.tsx'
import { ClientPicker } from '../picker/client-picker.tsx'
import { WorkformPicker } from '../picker/workform-picker.tsx'
import { PreferencesEditor } from '../preferences/preferences-editor.tsx'
import { useLoadFailureToast } from '../queries/failure.ts'
import { summaryOf, workformQuery } from '../queries/workforms.ts'
import { Deadlines } from './deadlines.tsx'
import { type Preselection, useMultiAssign } from './use-multi-assign.ts'
import type { Posted } from './use-posting.ts'

const TITLE = 'Assign Workform to Multiple Clients'

export interface MultiAssignProps {
  onClose: () => void
  /** The workform that is preselected. */
  workformId?: string | undefined
  /** The clients that are preselected. */
  clients?: Preselection['clients'] | undefined
}

/** Shows the dialog 'Assign Workform to Multiple Clients', with what is preselected. */
export function MultiAssign({ onClose, workformId, clients = [] }: MultiAssignProps) {
  const workform = useQuery({ ...workformQuery(workformId ?? ''), enabled: workformId !== undefined })
  useLoadFailureToast(workform.error, 'Failed to load workforms')
  if (workformId !== undefined && workform.isPending) {
    return (
      <Dialog open size="xl" onClose={onClose} title={TITLE} footer={<CancelButton />}>
        <SkeletonRows rows={6} label="Loading workform" />
      </Dialog>
    )
  }
  return (
    <Assign preselected={{ workform: workform.data ? summaryOf(workform.data) : null, clients }} onClose={onClose} />
  )
}

function Assign({ preselected, onClose }: { preselected: Preselection; onClose: () => void }) {
  const work = useMultiAssign(preselected, onClose)
  const { draft, busy, toggle } = work
  const { chosen } = draft.value
  const ids = useMemo(() => new Set(chosen.map((c) => c.client.id)), [chosen])
  return (
    <>
      <Dialog
        open
        size="xl"
        busy={busy}
        onClose={onClose}
        unsaved={draft}
        title={TITLE}
        description="Choose a workform, the clients, and a due date for each."
        footer={<Actions work={work} />}
      >
        <div className="grid gap-6 lg:grid-cols-2">
          <WorkformPicker
            label="Workform"
            choice="templates"
            placeholder="Search workform templates..."
            value={draft.value.workform}
            onChange={work.choose}
            disabled={busy}
          />
          <ClientPicker chosen={ids} onToggle={toggle} disabled={busy} />
          <Deadlines
            chosen={chosen}
            commonDate={draft.value.common}
            marked={work.marked}
            disabled={busy}
            onCommonDate={work.setCommonDate}
            onChange={work.setDueDate}
            onRemove={(client) => toggle([client], false)}
          />
          <PreferencesEditor
            who="all selected clients"
            value={draft.value}
            about={{ dueDate: draft.value.common, clientId: null }}
            onChange={draft.set}
          />
        </div>
      </Dialog>
      {work.differing ? <AlreadyAssigned differing={work.differing} onDone={work.settle} /> : null}
    </>
  )
}

function Actions({ work }: { work: ReturnType<typeof useMultiAssign> }) {
  const { busy, posted } = work
  return (
    <>
      {posted ? <PostedClients {...posted} busy={busy} /> : null}
      {posted && busy ? (
        <Button busy={work.isStopping} busyLabel="Stopping..." onClick={work.stop}>
          Stop
        </Button>
      ) : (
        <CancelButton />
      )}
      <Button variant="primary" busy={busy} busyLabel="Assigning..." onClick={work.submit}>
        {`Assign to ${formatCount(work.draft.value.chosen.length)} Client(s)`}
      </Button>
    </>
  )
}

/** Shows how far a large assignment is, and after an interruption that the other clients are still selected. */
function PostedClients({ done, total, busy }: Posted & { busy: boolean }) {
  const label = `Assigned to ${formatCount(done)} of ${countOf(total, 'client')}`
  return (
    <div className="mr-auto min-w-0 text-base-content/70 text-sm tabular-nums max-sm:w-full">
      <p role="status">{busy || done === total ? label : `${label}. The others are still selected.`}</p>
      {busy ? <Progress label={label} value={done} max={total} className="mt-1" /> : null}
    </div>
  )
}
