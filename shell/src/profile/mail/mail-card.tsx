import { MAIL_KIND_TEXTS, MAIL_KINDS, type MailKindText } from '@portal/contract/mail-kinds'
import type { MailSetting, MailSettings } from '@portal/contract/mail-settings'
import type { Role } from '@portal/contract/statuses'
import { Card } from '@portal/kit/ui/card'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { Switch } from '@portal/kit/ui/switch'
import { api, call, invalidateSoon, toastProblem, useRefetchOn } from '@portal/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const mailSettingsQuery = queryOptions({
  queryKey: ['mail-settings'],
  queryFn: ({ signal }): Promise<MailSettings> => call(api.mail.settings.$get({}, { init: { signal } })),
})

const withSetting = (old: MailSettings | undefined, { kind, on }: MailSetting): MailSettings | undefined =>
  old && { items: old.items.map((item) => (item.kind === kind ? { kind, on } : item)) }

/** Returns the email settings, and an optimistic update that is rolled back if it fails. */
function useMailSettings() {
  const client = useQueryClient()
  const { queryKey } = mailSettingsQuery
  const query = useQuery(mailSettingsQuery)
  useRefetchOn(['account.changed'], queryKey)
  const change = useMutation({
    mutationFn: (setting: MailSetting) => call(api.mail.settings.$put({ json: setting })),
    onMutate: async (setting) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (old) => withSetting(old, setting))
    },
    onError: (error, { kind, on }) => {
      client.setQueryData(queryKey, (old) => withSetting(old, { kind, on: !on }))
      toastProblem(error)
    },
    onSettled: () => invalidateSoon(queryKey, client),
  })
  return { query, change }
}

/** Turns kinds of emails on and off. */
export function MailCard({ role }: { role: Role }) {
  const { query, change } = useMailSettings()
  const texts: Readonly<Record<string, MailKindText>> = MAIL_KIND_TEXTS[role]
  const lines = MAIL_KINDS[role].map(() => 'h-9 w-3/5')
  const loading = <SkeletonGroup label="Loading email settings" className="grid gap-6 p-5" items={lines} />
  return (
    <Card
      title="Emails"
      description="Updates within a few minutes are combined into one email. Emails about signing in are always sent."
      padded={false}
    >
      <QueryView query={query} failure="Failed to load email settings" loading={loading}>
        {({ items }) => (
          <ul className="divide-y divide-base-300">
            {items.map(({ kind, on }) => (
              <li key={kind} className="px-5 py-4">
                <Switch
                  label={texts[kind]?.label ?? kind}
                  help={texts[kind]?.help}
                  checked={on}
                  onChange={(next) => change.mutate({ kind, on: next })}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}
