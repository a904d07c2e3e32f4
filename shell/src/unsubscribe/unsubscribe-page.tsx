import { MAIL_KIND_TEXTS, type MailKindText } from '@portal/contract/mail-kinds'
import type { MailLinkState } from '@portal/contract/mail-settings'
import { Button } from '@portal/kit/ui/button'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { api, call, isApiError, toastProblem } from '@portal/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AuthLayout, Emphasis } from '../sign-in/auth-layout.tsx'

const route = getRouteApi('/mail-off')

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['mail-link', token],
    queryFn: ({ signal }): Promise<MailLinkState> =>
      call(api.mail.link.$get({ query: { token } }, { init: { signal } })),
    retry: (failures, problem) => !isInvalidLink(problem) && failures < 2,
  })

const isInvalidLink = (error: unknown): boolean => isApiError(error, 'not_found') || isApiError(error, 'invalid_input')

/** Returns the names of the kinds of email that a link turns off, for either role: 'Workforms and Messages'. */
function labelsOf({ kind, kinds = [kind] }: MailLinkState): string {
  const texts: Readonly<Record<string, MailKindText>> = { ...MAIL_KIND_TEXTS.client, ...MAIL_KIND_TEXTS.bookkeeper }
  return new Intl.ListFormat('en').format(kinds.map((name) => texts[name]?.label ?? name))
}

function Choice({ token, state }: { token: string; state: MailLinkState }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (on: boolean) => {
      const link = api.mail.link
      return on ? call(link.on.$post({ query: { token } })) : call(link.off.$post({ query: { token } }))
    },
    onSuccess: (next) => client.setQueryData(linkQuery(token).queryKey, next),
    onError: (error) => toastProblem(error),
  })
  const about = <Emphasis>{labelsOf(state)}</Emphasis>
  const to = <Emphasis>{state.address}</Emphasis>
  return (
    <div className="text-center">
      <p role="status" className="mb-5 text-base-content/70 text-sm leading-relaxed">
        {state.on ? (
          <>
            Stop emails about {about} to {to}?
          </>
        ) : (
          <>
            Done. {to} will get no more emails about {about}.
          </>
        )}
      </p>
      {state.on ? (
        <Button variant="primary" className="w-full" busy={change.isPending} onClick={() => change.mutate(false)}>
          Stop these emails
        </Button>
      ) : (
        <Button className="w-full" busy={change.isPending} onClick={() => change.mutate(true)}>
          Turn these emails on again
        </Button>
      )}
    </div>
  )
}

/** Shows the page that unsubscribe links open. Turns kinds of email off without signing in. */
export function UnsubscribePage() {
  const { token = '' } = route.useSearch()
  const query = useQuery({ ...linkQuery(token), enabled: token !== '' })
  const lines = ['h-4 w-3/4', 'h-10 w-full']
  const loading = <SkeletonGroup label="Checking the link" className="grid gap-4" items={lines} />
  return (
    <AuthLayout>
      {token === '' || isInvalidLink(query.error) ? (
        <div className="text-center">
          <h2 className="font-semibold">Invalid Link</h2>
          <p className="mt-1 text-base-content/70 text-sm">
            This link is incomplete. You can also turn off emails in your profile.
          </p>
        </div>
      ) : (
        <QueryView query={query} failure="The link could not be checked" loading={loading} className="px-0 py-4">
          {(state) => <Choice token={token} state={state} />}
        </QueryView>
      )}
    </AuthLayout>
  )
}
