import type { PortalWorkform } from '@portal/contract/client-portal'
import type { PortalCommitment } from '@portal/contract/commitments'
import { addDays, todayHere } from '@portal/contract/dates'
import { Button } from '@portal/kit/ui/button'
import { DateField } from '@portal/kit/ui/date-field'
import type { DatePreset } from '@portal/kit/ui/date-presets'
import { FormDialog } from '@portal/kit/ui/form-dialog'
import { weekdayAndDate } from '@portal/kit/ui/time'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PORTAL_KEY } from './queries.ts'

export interface CommitmentDialogProps {
  workform: PortalWorkform
  commitment: PortalCommitment
  onClose: () => void
}

const FRIDAY = 5

/** Returns the next Friday after a day. */
function fridayAfter(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, (FRIDAY - weekday + 7) % 7 || 7)
}

/** Returns suggested days, up to the last day that can be promised. */
function presetsUntil(last: string, due: string | null, today: string): DatePreset[] {
  const usual = [
    { label: 'Tomorrow', day: addDays(today, 1) },
    { label: 'Friday', day: fridayAfter(today) },
    { label: last === due ? 'Due date' : 'Latest day', day: last },
  ]
  return usual.filter(({ day }, i) => day <= last && usual.findIndex((other) => other.day === day) === i)
}

/** Sets or withdraws the day by which the client sends a workform. */
function useCommitment({ workform, onClose }: CommitmentDialogProps) {
  const cache = useQueryClient()
  const route = api.portal.workforms[':id'].commitment
  const param = { id: workform.workform_id }
  return useMutation({
    mutationFn: (day: string | null) =>
      call(day === null ? route.$delete({ param }) : route.$put({ param, json: { day } })),
    onSuccess: (_, day) => {
      if (day === null)
        toastSuccess('Day removed', 'Your bookkeeper can see that you no longer plan to send it by then.')
      else toastSuccess('Thank you', `Your bookkeeper can see that you plan to send it by ${weekdayAndDate(day)}.`)
      onClose()
    },
    onError: (error) => toastProblem(error, 'Failed to save the day'),
    onSettled: () => cache.invalidateQueries({ queryKey: PORTAL_KEY }),
  })
}

/** Asks by when the client will send a workform. Mount it to open it. */
export function CommitmentDialog(props: CommitmentDialogProps) {
  const { workform, commitment, onClose } = props
  const { last_day: last, is_missed } = commitment
  const promised = is_missed ? null : commitment.day
  // The day may have changed on this device, but not yet where the portal expects the client to be.
  const today = [todayHere(), last].toSorted()[0] ?? last
  const presets = presetsUntil(last, workform.due_date, today)
  const [day, setDay] = useState(promised ?? presets.find((preset) => preset.label === 'Friday')?.day ?? last)
  const [refused, setRefused] = useState(false)
  const save = useCommitment(props)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (day === '') setRefused(true)
    else save.mutate(day)
  }
  return (
    <FormDialog
      title={`When will you send "${workform.name}"?`}
      description={last === workform.due_date ? `It is due on ${weekdayAndDate(last)}.` : undefined}
      size="sm"
      inAddress
      onClose={onClose}
      onSubmit={submit}
      busy={save.isPending}
      submitLabel="Save"
      busyLabel="Saving..."
    >
      <DateField
        label="Send it by"
        required
        value={day}
        onChange={setDay}
        min={today}
        max={last}
        presets={presets}
        error={refused && day === '' ? 'Please choose a day.' : undefined}
        help="You get no reminders about it until the day after. Your bookkeeper sees the day."
      />
      {promised ? (
        <Button variant="link" className="justify-self-start" busy={save.isPending} onClick={() => save.mutate(null)}>
          I no longer know when
        </Button>
      ) : null}
    </FormDialog>
  )
}
