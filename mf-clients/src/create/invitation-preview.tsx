import { canonicalEmail } from '@portal/contract/canonical-email'
import { cleanLine, isBlank } from '@portal/contract/text'
import type { PreviewInvitation } from '@portal/contract/clients'
import { Button } from '@portal/kit/ui/button'
import { Fact } from '@portal/kit/ui/card'
import { EmailText } from '@portal/kit/ui/email-text'
import { QueryError, Skeleton } from '@portal/kit/ui/states'
import { api, call } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { chosenOf, type Creation } from './state.ts'

/** Shows the invitation as it will be sent, when asked. */
export function InvitationPreview({ state }: { state: Creation }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button size="sm" icon={<Mail />} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide the invitation' : 'Preview the invitation'}
      </Button>
      {open ? <Invitation state={state} /> : null}
    </div>
  )
}

function Invitation({ state }: { state: Creation }) {
  const request: PreviewInvitation = {
    name: cleanLine(state.fullName),
    assignments: chosenOf(state).flatMap(({ workform, dueDate }) =>
      dueDate ? [{ workform_id: workform.id, due_date: dueDate }] : [],
    ),
    ...(isBlank(state.personalLine) ? {} : { personal_line: cleanLine(state.personalLine) }),
  }
  const mail = useQuery({
    queryKey: ['clients', 'invitation', request],
    queryFn: ({ signal }) => call(api.clients['invitation-preview'].$post({ json: request }, { init: { signal } })),
    staleTime: 0,
  })
  if (mail.isPending) return <Skeleton className="mt-3 h-64 w-full" />
  if (!mail.data) return <QueryError title="The invitation cannot be shown" query={mail} className="py-6" />
  const { from, subject, html } = mail.data
  return (
    <div className="mt-3 overflow-hidden rounded-field border border-base-300">
      <dl className="grid gap-x-6 gap-y-3 border-base-300 border-b p-4 sm:grid-cols-2">
        <Fact term="From">{from}</Fact>
        <Fact term="To">
          <EmailText email={canonicalEmail(state.email)} />
        </Fact>
        <Fact term="Subject" className="sm:col-span-2">
          {subject}
        </Fact>
      </dl>
      <iframe
        title="Text of the invitation"
        // Nothing in the mail can run or leave the frame.
        sandbox=""
        srcDoc={html}
        className="h-[34rem] w-full bg-white"
      />
    </div>
  )
}
