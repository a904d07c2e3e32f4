import type { OwnRecord } from '@portal/contract/sessions'
import { cx } from '@portal/kit/class-names'
import { Popover } from '@portal/kit/popover'
import { api, call, setSession, toastInfo, toastProblem } from '@portal/sdk'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'

const recordsQuery = queryOptions({
  queryKey: ['records'],
  queryFn: ({ signal }) => call(api.auth.records.$get({}, { init: { signal } })),
  staleTime: 60_000,
})

/** The bookkeepers of a client who has several; undefined for everybody else, and while that is not known. */
export function useSeveralRecords(): readonly OwnRecord[] | undefined {
  const items = useQuery(recordsQuery).data?.items
  return items && items.length > 1 ? items : undefined
}

/** Two bookkeepers may work at one firm. */
const nameOf = (record: OwnRecord, all: readonly OwnRecord[]): string =>
  all.filter((other) => other.firm === record.firm).length > 1 && record.bookkeeper ? `${record.firm} (${record.bookkeeper})` : record.firm

/** The firm that the client acts for now, for a client of several. */
export function useCurrentFirm(): string | undefined {
  const records = useSeveralRecords()
  const current = records?.find((record) => record.current)
  return records && current ? nameOf(current, records) : undefined
}

/** Moves to another record; the whole portal begins anew with it, since the layout hangs on the record. */
function useMove() {
  return useMutation({
    mutationFn: (record: OwnRecord) => call(api.auth.records.switch.$post({ json: { client_id: record.client_id } })),
    onSuccess: (session, record) => {
      toastInfo(`You are now with ${record.firm}`)
      setSession(session, 'switched')
    },
    onError: (error) => toastProblem(error),
  })
}

function Entry({ record, busy, onChoose }: { record: OwnRecord; busy: boolean; onChoose: () => void }) {
  return (
    <li>
      <button
        type="button"
        aria-current={record.current || undefined}
        aria-busy={busy || undefined}
        onClick={onChoose}
        className={cx(
          'flex w-full cursor-pointer items-center gap-2 rounded-field px-3 py-2 text-left text-sm hover:bg-base-200',
          busy && 'cursor-progress opacity-70',
        )}
      >
        <span className="min-w-0 flex-1">
          <span className="block break-words font-medium">{record.firm}</span>
          {record.bookkeeper && record.bookkeeper !== record.firm ? (
            <span className="block break-words text-base-content/70 text-xs">{record.bookkeeper}</span>
          ) : null}
        </span>
        {record.current ? <Check className="size-4 shrink-0 text-primary" aria-hidden /> : null}
      </button>
    </li>
  )
}

/** Says for which firm one is here, and moves to another. Shown to clients of several bookkeepers only. */
export function RecordSwitcher() {
  const records = useSeveralRecords()
  const firm = useCurrentFirm()
  const [open, setOpen] = useState(false)
  const move = useMove()
  if (!records) return null
  const choose = (record: OwnRecord): void => {
    if (record.current) setOpen(false)
    else if (!move.isPending) move.mutate(record)
  }
  const trigger = (
    <button
      type="button"
      className="flex w-full cursor-pointer items-center gap-2 rounded-field border border-base-300 px-3 py-2 text-left hover:bg-base-200"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-base-content/70 text-xs">Your bookkeeper</span>
        <span className="block truncate font-medium text-sm" title={firm}>
          {firm}
        </span>
      </span>
      <ChevronsUpDown className="size-4 shrink-0 text-base-content/60" aria-hidden />
    </button>
  )
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Choose a bookkeeper"
      align="start"
      className="w-58 p-1 max-md:w-66"
      trigger={trigger}
    >
      <ul>
        {records.map((record) => (
          <Entry
            key={record.client_id}
            record={record}
            busy={move.isPending && move.variables.client_id === record.client_id}
            onChoose={() => choose(record)}
          />
        ))}
      </ul>
    </Popover>
  )
}
