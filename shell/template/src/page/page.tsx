import { Button } from '@portal/kit/ui/button'
import { Page, PageHeader } from '@portal/kit/ui/page'
import { toastSuccess, useUser } from '@portal/sdk'

/** Shows the first page of this remote. The shell provides the session and the toasts. */
export function ExamplePage() {
  const { email } = useUser()
  return (
    <Page>
      <PageHeader
        actions={
          <Button variant="primary" onClick={() => toastSuccess('Example', 'It works.')}>
            Try it
          </Button>
        }
      />
      <p className="text-sm">Signed in as {email}.</p>
    </Page>
  )
}
