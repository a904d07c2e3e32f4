import { cleanLine } from '@portal/contract/text'
import type { MailSender } from '@portal/contract/mail'
import { Button } from '@portal/kit/ui/button'
import { Card } from '@portal/kit/ui/card'
import { TextField } from '@portal/kit/ui/fields'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { RestoredNotice } from '@portal/kit/ui/unsaved'
import { useSubmit } from '@portal/kit/ui/use-submit'
import { usePageDraft } from '@portal/kit/features/drafts/use-draft'
import { api, call, isApiError, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { senderQuery } from './queries.ts'

function useSave() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (json: { sender_name: string; reply_to: string }) => call(api['firm-mail'].sender.$put({ json })),
    onSuccess: (saved) => {
      client.setQueryData(senderQuery.queryKey, saved)
      if (saved.reply_to_pending)
        toastSuccess(
          'Sender saved',
          `We sent a link to ${saved.reply_to_pending}. Replies go there once the address is confirmed.`,
        )
      else toastSuccess('Sender saved', 'New emails will use it.')
    },
    onError: (error) => {
      if (!isApiError(error, 'invalid_input')) toastProblem(error, 'Failed to save sender')
    },
  })
}

function SenderForm({ sender }: { sender: MailSender }) {
  const draft = usePageDraft('mail-sender', {
    sender_name: sender.sender_name ?? '',
    reply_to: sender.reply_to_pending ?? sender.reply_to ?? '',
  })
  const { sender_name: name, reply_to: replyTo } = draft.value
  const save = useSave()
  const problem = (path: string): string | undefined => (isApiError(save.error) ? save.error.forField(path) : undefined)
  const onSubmit = useSubmit((event) => {
    event.preventDefault()
    if (!save.isPending) save.mutate(draft.value, { onSuccess: draft.discard })
  }, save.isPending)
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      <RestoredNotice {...draft} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Sender name"
          maxLength={60}
          placeholder={sender.firm_name}
          value={name}
          onChange={(next) => draft.set({ sender_name: next })}
          error={problem('sender_name')}
          help="Leave it empty to use your company’s name."
        />
        <TextField
          label="Reply-to address"
          type="email"
          maxLength={254}
          value={replyTo}
          onChange={(next) => draft.set({ reply_to: next })}
          error={problem('reply_to')}
          help={
            sender.reply_to_pending && replyTo === sender.reply_to_pending
              ? 'Waiting for confirmation. We sent a link there.'
              : 'Leave it empty to send replies to the bookkeeper of each client.'
          }
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="wrap-anywhere min-w-0 text-base-content/70 text-sm">
          Your clients see{' '}
          <span className="font-medium text-base-content">
            {cleanLine(name) || sender.firm_name} &lt;{sender.address}&gt;
          </span>
        </p>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save sender
        </Button>
      </div>
    </form>
  )
}

/** Edits the sender of the firm's emails and the address for replies. */
export function SenderCard() {
  const lines = ['h-10 w-full', 'h-10 w-full']
  const loading = <SkeletonGroup label="Loading sender" className="grid gap-4 sm:grid-cols-2" items={lines} />
  return (
    <Card
      title="Sender of your emails"
      description="Used for invitations, assignments, decisions and reminders, but not for emails about signing in."
    >
      <QueryView query={useQuery(senderQuery)} failure="Failed to load sender" loading={loading}>
        {(sender) => <SenderForm sender={sender} />}
      </QueryView>
    </Card>
  )
}
