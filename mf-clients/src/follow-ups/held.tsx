import type { Held, HeldClient } from '@portal/contract/agent'
import { shortDate } from '@portal/contract/dates'
import { Button } from '@portal/kit/ui/button'
import { Notice } from '@portal/kit/ui/notice'
import { LoadMore } from '@portal/kit/ui/pagination'
import { api, call } from '@portal/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { heldQuery, useFollowUpChange } from './queries.ts'

/** Shows a button that releases the held reminders to a client. */
function Release({ client }: { client: { id: string; name: string } }) {
  const release = useFollowUpChange(
    () => call(api['follow-ups'].clients[':id'].release.$post({ param: { id: client.id } })),
    `Reminders to ${client.name} released`,
  )
  return (
    <Button
      size="sm"
      variant="primary"
      busy={release.isPending}
      onClick={() => release.mutate()}
      aria-label={`Release reminders to ${client.name}`}
    >
      Release
    </Button>
  )
}

/** Says in the client dialog that reminders are held, and offers to release them. */
export function HeldNotice({ client, held }: { client: { id: string; name: string }; held: Held }) {
  return (
    <Notice tone="warning" className="mt-3 flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
        On hold: nothing is sent. {held.why} {held.ask_on ? `The agent asks you on ${shortDate(held.ask_on)}.` : ''}
      </p>
      <Release client={client} />
    </Notice>
  )
}

function HeldItem({ held }: { held: HeldClient }) {
  const { client_id, client_name, text, ask_on } = held
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 text-sm">
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
        {text} {ask_on ? `The agent asks you on ${shortDate(ask_on)}.` : ''}
      </p>
      <span className="flex flex-wrap items-center gap-3">
        <Link
          to="/clients"
          search={{ client: client_id } as never}
          hash="follow-ups"
          className="link"
          aria-label={`Edit preferences for ${client_name}`}
        >
          Edit
        </Link>
        <Release client={{ id: client_id, name: client_name }} />
      </span>
    </li>
  )
}

/** Lists the clients whose reminders are held. Shows nothing when there are none. */
export function HeldClients() {
  const list = useInfiniteQuery(heldQuery)
  const items = list.data?.pages.flatMap((p) => p.items) ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="held">
      <h2 id="held" className="font-semibold text-sm">
        On hold until you decide
      </h2>
      <ul className="mt-2 divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
        {items.map((held) => (
          <HeldItem key={held.client_id} held={held} />
        ))}
      </ul>
      <LoadMore hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </section>
  )
}
