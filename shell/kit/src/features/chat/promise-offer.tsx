import type { ClientPromise } from '@portal/contract/promises'
import { CalendarClock } from 'lucide-react'
import { api, call, toastProblem, toastUndo } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { weekdayAndDate } from '../../ui/time.tsx'

/** Key of all queries about follow-ups, in all remotes. */
const FOLLOW_UPS = ['clients', 'follow-ups'] as const

/** Offers the date of a client's message as a preference: one click, with Undo. */
export function PromiseOffer({ client, promise }: { client: { id: string; name: string }; promise: ClientPromise }) {
  const cache = useQueryClient()
  const refresh = (): void => void cache.invalidateQueries({ queryKey: FOLLOW_UPS })
  const route = api['follow-ups'].clients[':id'].promise
  const param = { id: client.id }
  const day = weekdayAndDate(promise.not_before)
  const choice = { message_id: promise.message_id, not_before: promise.not_before }
  const accept = useMutation({
    mutationFn: () => call(route.$post({ param, json: choice })),
    onSuccess: (accepted) =>
      toastUndo(`No reminders to ${client.name} before ${day}`, () =>
        call(route.undo.$post({ param, json: { ...choice, ...accepted } })).finally(refresh),
      ),
    onError: (error) => toastProblem(error, 'Failed to change the preferences'),
    onSettled: refresh,
  })
  return (
    <Button
      size="sm"
      // The text wraps where the place is narrow, as on a phone.
      className="h-auto min-h-8 max-w-full py-1 text-left"
      icon={<CalendarClock />}
      // Accepted once; the offer disappears when the page is refreshed.
      busy={accept.isPending || accept.isSuccess}
      onClick={() => accept.mutate()}
      title="Suggested by the date in the message"
    >
      <span>
        Don’t remind before <span className="whitespace-nowrap">{day}</span>
      </span>
    </Button>
  )
}
