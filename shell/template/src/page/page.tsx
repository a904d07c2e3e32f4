import { Button } from '@portal/kit/ui/button'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { toastSuccess, useSession } from '@portal/sdk'

/** The first page of this remote: shows that the session and the toasts are the shell's. */
export function ExamplePage() {
  const email = useSession()?.user.email
  return (
    <Page>
      <PageHeader
        title="Example"
        subtitle={email ? `Signed in as ${email}` : undefined}
        actions={
          <Button variant="primary" onClick={() => toastSuccess('Example', 'It works.')}>
            Try it
          </Button>
        }
      />
    </Page>
  )
}
