import type { GuestLink } from '@portal/contract/guests'
import { Button } from '@portal/kit/ui/button'
import { Notice } from '@portal/kit/ui/notice'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { dateAndTime, threadTime, weekdayAndDate } from '@portal/kit/ui/time'
import { api, call, RemoteSlot, startGuestSession, toastProblem, useSession } from '@portal/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { isInvalidLink } from '../client-link/link-query.ts'
import { AuthLayout } from '../sign-in/auth-layout.tsx'

/** Gets what a link is for. */
const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['guest-link', token],
    queryFn: ({ signal }): Promise<GuestLink> =>
      call(api.auth['guest-links']['look-up'].$post({ json: { token } }, { init: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, problem) => !isInvalidLink(problem) && failures < 2,
  })

function Message({ title, children }: { title: string; children: string }) {
  return (
    <div className="text-center">
      <h2 className="font-semibold">{title}</h2>
      <p className="mt-1 text-base-content/70 text-sm leading-relaxed">{children}</p>
    </div>
  )
}

/** Opens the question with one button, so that a scanner that fetches the address does not use the link up. */
function Start({ token, link }: { token: string; link: GuestLink }) {
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: () => startGuestSession(token),
    onError: (error) => {
      toastProblem(error)
      void client.invalidateQueries({ queryKey: linkQuery(token).queryKey })
    },
  })
  if (link.is_used_elsewhere)
    return (
      <Message title="Opened on another device">
        {link.delegation
          ? `This link works on the first device that opens it. Ask ${link.delegation.client_name} for a new one.`
          : 'This code works on the first device that opens it. Make a new one on your computer.'}
      </Message>
    )
  return (
    <div className="grid gap-5 text-center">
      <div>
        <p className="wrap-anywhere text-base-content/70 text-sm">
          {link.delegation ? link.workform_name : `${link.workform_name} · ${link.section_name}`}
        </p>
        <h2 className="wrap-anywhere mt-1 font-semibold">{link.question}</h2>
        {link.delegation ? <Request {...link.delegation} /> : null}
      </div>
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        busy={start.isPending}
        busyLabel="Opening..."
        onClick={() => start.mutate()}
      >
        {link.delegation ? 'Fill in this section' : 'Add files from this device'}
      </Button>
      <p className="text-base-content/70 text-sm">{limitsOf(link)}</p>
    </div>
  )
}

/** Returns what the session can do, and how long. */
function limitsOf({ delegation, expires_at }: GuestLink): string {
  return delegation
    ? `This browser gets access to this section only, until ${dateAndTime(expires_at)} or until ` +
        `${delegation.client_name} submits the section or revokes the link.`
    : `This device gets access to this question only, until ${threadTime(expires_at)} or until you end it on your ` +
        'computer.'
}

/** Says who asks whom, and by when. */
function Request({ name, client_name, firm_name, due_date }: NonNullable<GuestLink['delegation']>) {
  return (
    <p className="wrap-anywhere mt-3 text-sm">
      Hello {name}. {client_name} asks you to fill in this section. The answers go to {firm_name}.
      {due_date ? ` It is due on ${weekdayAndDate(due_date)}.` : null}
    </p>
  )
}

function Question({ assignmentId, fieldId }: { assignmentId: string; fieldId: string }) {
  return (
    <div className="grid gap-5">
      <RemoteSlot name="mf-client-portal/guest" props={{ assignmentId, fieldId }} />
      <Notice tone="info">
        Files appear on your computer as they arrive. Go on there when you are done, and close this page.
      </Notice>
    </div>
  )
}

/** Shows the section of a guest session, with who asks for it. */
function Section({ assignmentId, link }: { assignmentId: string; link: GuestLink | undefined }) {
  if (!link?.delegation) return <SkeletonGroup label="Loading the section" items={['h-16 w-full', 'h-16 w-full']} />
  return (
    <div className="grid gap-5">
      <div className="text-center">
        <p className="wrap-anywhere text-base-content/70 text-sm">{link.workform_name}</p>
        <h2 className="wrap-anywhere mt-1 font-semibold">{link.section_name}</h2>
        <Request {...link.delegation} />
      </div>
      <RemoteSlot
        name="mf-client-portal/guest"
        props={{ assignmentId, fieldId: null, clientName: link.delegation.client_name }}
      />
    </div>
  )
}

function Ended({ wasSection }: { wasSection: boolean }) {
  return (
    <Message title="This link no longer works">
      {wasSection
        ? 'It has expired or was revoked, or the section was submitted. Everything that was saved is there. Unsaved ' +
          'text stays in this browser and comes back with a new link.'
        : 'It has expired or was ended. Make a new code on your computer, or ask the person who sent you the link.'}
    </Message>
  )
}

/** Shows the page that guest links open: one question or section. */
export function GuestPage() {
  const token = useLocation({ select: ({ hash }) => hash })
  const guest = useSession()?.guest
  const isSection = guest?.field_id === null
  // The link that gave access to a section in this tab.
  const [opened, setOpened] = useState<string>()
  if (isSection && opened !== token) setOpened(token)
  const wasSection = opened === token
  const query = useQuery({ ...linkQuery(token), enabled: token !== '' && (!guest || isSection) })
  if (guest && guest.field_id !== null)
    return (
      <AuthLayout subtitle="From your phone to your computer">
        <Question assignmentId={guest.assignment_id} fieldId={guest.field_id} />
      </AuthLayout>
    )
  if (guest)
    return (
      <AuthLayout title="Fill in a section">
        <Section assignmentId={guest.assignment_id} link={query.data} />
      </AuthLayout>
    )
  return (
    <AuthLayout {...(query.data?.delegation || wasSection ? { title: 'Fill in a section' } : {})}>
      {token === '' || wasSection || isInvalidLink(query.error) ? (
        <Ended wasSection={wasSection} />
      ) : (
        <QueryView
          query={query}
          failure="The link could not be checked"
          loading={<SkeletonGroup label="Checking the link" items={['h-12 w-full']} />}
          className="px-0 py-4"
        >
          {(link) => <Start token={token} link={link} />}
        </QueryView>
      )}
    </AuthLayout>
  )
}
