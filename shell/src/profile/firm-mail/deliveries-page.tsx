import { Button } from '@portal/kit/ui/button'
import { Card, Fact } from '@portal/kit/ui/card'
import { formatCount } from '@portal/kit/ui/count'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { Pills } from '@portal/kit/ui/pills'
import { PagedList } from '@portal/kit/ui/query-view'
import { EmptyState, SkeletonRows } from '@portal/kit/ui/states'
import { timeAgo } from '@portal/kit/ui/time'
import { api, call, toastProblem, toastSuccess } from '@portal/sdk'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { BackLink } from '@portal/kit/ui/back-link'
import { DeliveryRow } from './delivery-row.tsx'
import { countsQuery, DELIVERIES, deliveriesQuery } from './queries.ts'

type State = 'failed' | 'waiting'

function useSending() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: DELIVERIES })
  const onError = (error: unknown) => toastProblem(error, 'Failed to send again')
  const one = useMutation({
    mutationFn: (id: string) => call(api['firm-mail'].deliveries[':id']['send-again'].$post({ param: { id } })),
    onSuccess: () => toastSuccess('Sending again', 'The email is on its way.'),
    onError,
    onSettled,
  })
  const all = useMutation({
    mutationFn: () => call(api['firm-mail'].deliveries['send-again'].$post()),
    onSuccess: ({ count }) =>
      count > 0
        ? toastSuccess(
            'Sending again',
            count === 1 ? 'One email is on its way.' : `${formatCount(count)} emails are on their way.`,
          )
        : toastSuccess(
            'Nothing was sent',
            'These addresses do not accept emails. If that has changed, send an email again on its own.',
          ),
    onError,
    onSettled,
  })
  return { one, all }
}

/** Counts of waiting and failed emails. */
function Figures() {
  const { data } = useQuery(countsQuery)
  const count = (n: number | undefined) => (n === undefined ? '–' : formatCount(n))
  return (
    <Card>
      <dl className="grid grid-cols-3 gap-4">
        <Fact term="Waiting">
          <span className="font-semibold text-lg tabular-nums">{count(data?.waiting)}</span>
        </Fact>
        <Fact term="Oldest">
          <span className="font-semibold text-lg">{data?.oldest ? timeAgo(data.oldest) : '–'}</span>
        </Fact>
        <Fact term="Failed">
          <span className="font-semibold text-lg tabular-nums">{count(data?.failed)}</span>
        </Fact>
      </dl>
    </Card>
  )
}

const EMPTY: Record<State, { title: string; description: string }> = {
  failed: {
    title: 'Nothing has failed',
    description: 'Emails that could not be delivered are listed here for 30 days.',
  },
  waiting: { title: 'Nothing is waiting', description: 'All emails to you and your clients have been sent.' },
}

function List({ state }: { state: State }) {
  const query = useInfiniteQuery(deliveriesQuery(state))
  const { one, all } = useSending()
  const sendAll =
    state === 'failed' && query.data && query.data.pages.flatMap((page) => page.items).length > 1 ? (
      <Button size="sm" busy={all.isPending} busyLabel="Sending..." onClick={() => all.mutate()}>
        Send all again
      </Button>
    ) : null
  return (
    <Card title={state === 'failed' ? 'Failed' : 'Waiting'} actions={sendAll} padded={false}>
      <PagedList
        query={query}
        failure="Failed to load deliveries"
        loading={<SkeletonRows rows={4} label="Loading deliveries" />}
        empty={<EmptyState icon={<MailCheck />} {...EMPTY[state]} />}
      >
        {(items) => (
          <ul className="divide-y divide-base-300">
            {items.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                busy={one.isPending && one.variables === delivery.id}
                onSendAgain={() => one.mutate(delivery.id)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  )
}

/** Lists emails to the bookkeeper and their clients that are waiting or have failed, and sends them again. */
export function DeliveriesPage() {
  const [state, setState] = useState<State>('failed')
  const { data: counts } = useQuery(countsQuery)
  return (
    <Page>
      <BackLink to="/profile">Profile</BackLink>
      <PageHeader />
      <Figures />
      <Pills
        label="Filter by state"
        value={state}
        onChange={setState}
        options={[
          { value: 'failed', label: 'Failed', count: counts?.failed },
          { value: 'waiting', label: 'Waiting', count: counts?.waiting },
        ]}
      />
      <List key={state} state={state} />
    </Page>
  )
}
