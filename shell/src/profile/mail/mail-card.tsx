import { MAIL_KINDS } from '@portal/contract/mail-kinds'
import type { MailSettings } from '@portal/contract/mail-settings'
import type { Role } from '@portal/contract/statuses'
import { Card } from '@portal/kit/ui/card'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { api, call } from '@portal/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { KindSwitches } from '../kind-switches.tsx'

const mailSettingsQuery = queryOptions({
  queryKey: ['mail-settings'],
  queryFn: ({ signal }): Promise<MailSettings> => call(api.mail.settings.$get({}, { init: { signal } })),
})

/** Turns kinds of emails on and off. */
export function MailCard({ role }: { role: Role }) {
  const query = useQuery(mailSettingsQuery)
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
          <KindSwitches
            label="Kinds of emails"
            viewer={role}
            items={items}
            queryKey={mailSettingsQuery.queryKey}
            save={(json) => call(api.mail.settings.$put({ json }))}
          />
        )}
      </QueryView>
    </Card>
  )
}
