import { cleanLine, isBlank } from '@portal/contract/text'
import type { CreatedGuestLink } from '@portal/contract/guests'
import { DELEGATE_NAME_MAX, DELEGATION_DAYS } from '@portal/contract/limits'
import { Button } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { Dialog } from '@portal/kit/ui/dialog'
import { SelectField, TextField } from '@portal/kit/ui/fields'
import { api, call, toastProblem } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DelegationList } from './delegation-list.tsx'
import { NewLink } from './new-link.tsx'
import { delegationsQuery } from './queries.ts'

export interface DelegationDialogProps {
  assignmentId: string
  sectionName: string
  onClose: () => void
}

const DAYS = DELEGATION_DAYS.map((days) => ({ value: String(days), label: countOf(days, 'day') }))

/** A link that was just made, for a person. */
interface MadeLink extends CreatedGuestLink {
  name: string
}

/** Makes links with which other people fill in a section, and revokes them. Open while mounted. */
export function DelegationDialog({ assignmentId, sectionName, onClose }: DelegationDialogProps) {
  const [made, setMade] = useState<MadeLink>()
  return (
    <Dialog
      open
      title={made ? `Link for ${made.name}` : 'Ask someone else to fill this in'}
      description={sectionName}
      onClose={onClose}
      footer={
        <Button variant={made ? 'primary' : undefined} onClick={onClose}>
          {made ? 'Done' : 'Close'}
        </Button>
      }
    >
      {made ? (
        <NewLink link={made} name={made.name} />
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <NewLinkForm assignmentId={assignmentId} onMade={setMade} />
          <DelegationList assignmentId={assignmentId} />
        </div>
      )}
    </Dialog>
  )
}

/** Asks who gets the link, and for how long. */
function NewLinkForm({ assignmentId, onMade }: { assignmentId: string; onMade: (link: MadeLink) => void }) {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [days, setDays] = useState('7')
  const [refused, setRefused] = useState(false)
  const isMissing = isBlank(name)
  const make = useMutation({
    mutationFn: (validity: (typeof DELEGATION_DAYS)[number]) =>
      call(
        api.portal.sections[':id'].delegations.$post({ param: { id: assignmentId }, json: { name, days: validity } }),
      ),
    onSuccess: (link) => onMade({ ...link, name: cleanLine(name) }),
    onError: (error) => toastProblem(error, 'The link could not be created'),
    onSettled: () => cache.invalidateQueries({ queryKey: delegationsQuery(assignmentId).queryKey }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setRefused(true)
    const validity = DELEGATION_DAYS.find((d) => String(d) === days)
    if (!isMissing && validity) make.mutate(validity)
  }
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
      <p className="text-base-content/70 text-sm">
        Your accountant or partner gets a link to this section only. They see its answers and files, and can add to
        them. You check everything and submit it.
      </p>
      <TextField
        label="Their name"
        required
        value={name}
        onChange={setName}
        maxLength={DELEGATE_NAME_MAX}
        autoComplete="off"
        error={refused && isMissing ? 'Please enter a name.' : undefined}
        help="You and your bookkeeper see it next to what they add."
      />
      <SelectField label="The link works for" value={days} onChange={setDays} options={DAYS} />
      <Button
        type="submit"
        variant="primary"
        busy={make.isPending}
        busyLabel="Creating link..."
        className="max-sm:w-full"
      >
        Create link
      </Button>
    </form>
  )
}
