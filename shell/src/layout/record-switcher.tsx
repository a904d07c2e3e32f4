import type { OwnRecord } from '@portal/contract/sessions'
import { useSinglePress } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Popover } from '@portal/kit/ui/popover'
import { api, call, setSession, toastInfo, toastProblem } from '@portal/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { recordsQuery } from '../offers/queries.ts'

/** Returns the name of the bookkeeper, unless the firm has the same name. */
const personOf = ({ firm, bookkeeper }: OwnRecord): string | undefined =>
  bookkeeper && bookkeeper !== firm ? bookkeeper : undefined

/** Returns the firm and the bookkeeper of the current record. */
export function useCurrentFirm(): string | undefined {
  const current = useQuery(recordsQuery).data?.items.find((record) => record.current)
  return current && [current.firm, personOf(current)].filter(Boolean).join(' · ')
}

/** Switches to another record. The layout is keyed by the record, so the portal starts from the beginning. */
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

const openText = (open: number): string => (open === 1 ? '1 section to fill in' : `${open} sections to fill in`)

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
          <span className="block wrap-anywhere font-medium">{record.firm}</span>
          {personOf(record) ? (
            <span className="block wrap-anywhere text-base-content/70 text-xs">{personOf(record)}</span>
          ) : null}
          {record.open > 0 && !record.current ? (
            <span className="block text-primary text-xs">{openText(record.open)}</span>
          ) : null}
        </span>
        {record.current ? <Check className="size-4 shrink-0 text-primary" aria-hidden /> : null}
      </button>
    </li>
  )
}

/** Links to pending requests of bookkeepers. */
function OffersLink({ onFollow }: { onFollow?: (() => void) | undefined }) {
  const { offers = [], email_changes: changes = [] } = useQuery(recordsQuery).data ?? {}
  const count = offers.length + changes.length
  if (count === 0) return null
  return (
    <Link
      to="/client-dashboard"
      onClick={onFollow}
      className={cx(
        'mb-2 block rounded-field border border-info/50 bg-info/10 px-3 py-2',
        'font-medium text-sm hover:bg-info/20',
      )}
    >
      {count === 1 ? '1 request to decide on' : `${count} requests to decide on`}
    </Link>
  )
}

/** Shows the current firm and bookkeeper, switches to others, and links to pending requests. */
export function RecordSwitcher({ onFollow }: { onFollow?: (() => void) | undefined }) {
  return (
    <>
      <OffersLink onFollow={onFollow} />
      <Current />
    </>
  )
}

function Current() {
  const records = useQuery(recordsQuery).data?.items ?? []
  const current = records.find((record) => record.current)
  if (!current) return null
  if (records.length > 1) return <Switcher records={records} current={current} />
  return (
    <div className="px-3 py-2">
      <Bookkeeper record={current} />
    </div>
  )
}

function Bookkeeper({ record, children }: { record: OwnRecord; children?: ReactNode }) {
  const person = personOf(record)
  return (
    <span className="block min-w-0 flex-1">
      <span className="block text-base-content/70 text-xs">Your bookkeeper</span>
      <span className="block truncate font-medium text-sm" title={record.firm}>
        {record.firm}
      </span>
      {person ? (
        <span className="block truncate text-base-content/70 text-xs" title={person}>
          {person}
        </span>
      ) : null}
      {children}
    </span>
  )
}

function Switcher({ records, current }: { records: readonly OwnRecord[]; current: OwnRecord }) {
  const [open, setOpen] = useState(false)
  const move = useMove()
  const press = useSinglePress()
  const elsewhere = records.reduce((sum, record) => sum + (record.current ? 0 : record.open), 0)
  const choose = (record: OwnRecord): void => {
    if (record.current) setOpen(false)
    else if (!move.isPending && press()) move.mutate(record)
  }
  const trigger = (
    <button
      type="button"
      className={cx(
        'flex w-full cursor-pointer items-center gap-2 rounded-field border border-base-300 px-3 py-2',
        'text-left hover:bg-base-200',
      )}
    >
      <Bookkeeper record={current}>
        {elsewhere > 0 ? <span className="block text-primary text-xs">{openText(elsewhere)} elsewhere</span> : null}
      </Bookkeeper>
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
